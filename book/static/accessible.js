// What scrolls sideways can be reached by keyboard, and only that.
(function () {
  "use strict";
  const boxes = ".mlc-formula, .bd-article table, div.highlight pre, .output, .output pre";

  // Told of each box once at first, and whenever its size changes: opened, turned, zoomed.
  // A face that comes late changes what a box holds, not its size: it is watched anew.
  const watch = new ResizeObserver(function (entries) {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
  });
  function anew() {
    watch.disconnect();
    document.querySelectorAll(boxes).forEach((box) => watch.observe(box));
  }
  anew();
  document.fonts.addEventListener("loadingdone", anew);
})();
