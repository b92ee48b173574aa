// The sections near the screen are laid out first (page.css); here the others follow
// one by one, so that the page has its true length before the reader comes to them.
(function () {
  "use strict";
  const root = document.documentElement.dataset;
  if (root.layout !== "near") return;
  const sections = [...document.querySelectorAll(".bd-article > section > section")];
  const idle = window.requestIdleCallback || ((/** @type {() => void} */ work) => setTimeout(work, 20));
  function follow() {
    const section = sections.shift();
    if (section instanceof HTMLElement) section.style.contentVisibility = "visible";
    if (section) idle(follow);
    else delete root.layout;
  }
  addEventListener("load", () => idle(follow));
})();
