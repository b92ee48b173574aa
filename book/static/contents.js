// The contents of the page stand in the list of chapters: the entry of the section that is
// read is marked, and stays in sight.
(function () {
  "use strict";
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(".mlc-contents a");
  const sections = [...links].map((link) => document.getElementById(link.hash.slice(1)));

  /** @param {HTMLAnchorElement | undefined} here */
  function mark(here) {
    for (const link of links) link.removeAttribute("aria-current");
    here?.setAttribute("aria-current", "location");
    const list = here?.closest(".bd-sidebar");
    if (!here || !list?.checkVisibility({ visibilityProperty: true })) return;
    const [at, seen] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
    if (at.top < seen.top || at.bottom > seen.bottom)
      list.scrollTop += at.top - seen.top - seen.height / 3;
  }

  // A section is read while it lies on a line in the upper part of the screen. The last
  // ones may never reach it: at the end of the page the last is read.
  /** @type {Set<Element | null>} */
  const read = new Set();
  const end = document.querySelector(".prev-next-footer");
  const watch = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen)
      if (isIntersecting) read.add(target);
      else read.delete(target);
    mark(links[sections.findIndex((section) => read.has(section))]);
  }, { rootMargin: "-20% 0px -79% 0px" });
  for (const section of sections) if (section) watch.observe(section);
  if (end && links.length)
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) mark(links[links.length - 1]);
    }).observe(end);

  // In a narrow window the list is a dialog, and the theme leaves it open. Who has chosen
  // a place on this page wants to see it.
  /** @type {HTMLDialogElement | null} */
  const dialog = document.querySelector("#pst-primary-sidebar-modal");
  dialog?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) dialog.close();
  });
})();
