// What scrolls sideways can be reached by keyboard, and only that.
(function () {
  "use strict";
  const boxes = ".mlc-formula, .bd-article table, div.highlight pre, .output, .output pre";

  // Told of each box once at first, and whenever its size changes: opened, turned, zoomed.
  const watch = new ResizeObserver(function (entries) {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute("tabindex", "0");
      else target.removeAttribute("tabindex");
  });
  document.querySelectorAll(boxes).forEach((box) => watch.observe(box));
})();
