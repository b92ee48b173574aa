// Names and keyboard access that the widget manager and the theme leave out.
(function () {
  "use strict";

  // A slider handle is announced by its label and by the value that the reader sees.
  function nameSlider(slider) {
    const handle = slider.querySelector('[role="slider"]');
    const label = slider.querySelector(".widget-label");
    const readout = slider.querySelector(".widget-readout");
    if (!handle || !label) return;
    set(handle, "aria-label", label.textContent.trim());
    if (readout) set(handle, "aria-valuetext", readout.textContent.trim());
  }

  // The options of a question are one group, named by the question.
  function nameQuestion(ask) {
    const group = ask.querySelector(".widget-radio-box");
    const text = ask.querySelector(".mlc-question");
    const reply = ask.querySelector(".mlc-reply");
    if (group && text) {
      set(group, "role", "radiogroup");
      set(group, "aria-label", text.textContent.trim());
    }
    if (reply) set(reply, "aria-live", "polite");
  }

  // What scrolls sideways must be reachable by keyboard.
  function reachScrollable(box) {
    if (box.scrollWidth > box.clientWidth + 1) set(box, "tabindex", "0");
  }

  // axe-core, aria-required-children: the entries of a bibliography are list items.
  function listEntry(entry) {
    set(entry, "role", "listitem");
  }

  // axe-core, label-content-name-mismatch: folded code says what it is by its own text.
  function unname(summary) {
    summary.removeAttribute("aria-label");
  }

  function set(element, name, value) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  const scrollable = ".mlc-formula, div.highlight pre, .output pre, table";

  function update() {
    document.querySelectorAll(".widget-hslider").forEach(nameSlider);
    document.querySelectorAll(".mlc-ask").forEach(nameQuestion);
    document.querySelectorAll(scrollable).forEach(reachScrollable);
    document.querySelectorAll(".citation-list > .citation").forEach(listEntry);
    document.querySelectorAll("details.hide > summary[aria-label]").forEach(unname);
  }

  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(function () {
      waiting = false;
      update();
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    update();
    const watch = { childList: true, subtree: true, characterData: true };
    new MutationObserver(soon).observe(document.body, watch);
    window.addEventListener("resize", soon);
  });
})();
