// What scrolls sideways can be reached by keyboard, and only that.
(function () {
  "use strict";
  const boxes = ".mlc-formula, .bd-article table, div.highlight pre, .output, .output pre";

  /** A table stays a table; any other box says why it is reached.
   * @param {Element} box @param {boolean} scrolls */
  function reach(box, scrolls) {
    /** @type {Record<string, string>} */
    const told = { tabindex: "0" };
    if (!(box instanceof HTMLTableElement))
      Object.assign(told, { role: "group", "aria-label": "scrolls sideways" });
    for (const [name, value] of Object.entries(told))
      if (scrolls) box.setAttribute(name, value);
      else box.removeAttribute(name);
  }

  // Told of each box once when it is laid out, and whenever its size changes: opened,
  // turned, zoomed. A face that comes late changes what a box holds, not its size: it is
  // watched anew. What is far from the screen (near.js) counts as scrolling until then.
  const watch = new ResizeObserver(function (entries) {
    for (const { target } of entries)
      if (target.clientWidth) reach(target, target.scrollWidth > target.clientWidth + 1);
  });
  function anew() {
    watch.disconnect();
    document.querySelectorAll(boxes).forEach((box) => watch.observe(box));
  }
  if (document.documentElement.dataset.layout)
    document.querySelectorAll(boxes).forEach((box) => reach(box, true));
  anew();
  document.fonts.addEventListener("loadingdone", anew);
})();
