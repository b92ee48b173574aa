// The sections near the screen are laid out first (page.css). Once the reader moves, the
// others follow one by one; before a jump all at once, for it needs the true length.
(function () {
  "use strict";
  const root = document.documentElement.dataset;
  if (root.layout !== "near") return;
  const sections = [...document.querySelectorAll(".bd-article > section > section")];
  /** @type {(work: () => void) => void} */
  const soon = (work) => setTimeout(work, 20); // for WebKit, which knows no idle time
  const idle = window.requestIdleCallback || soon;
  function follow() {
    const section = sections.shift();
    if (section instanceof HTMLElement) section.style.contentVisibility = "visible";
    if (section) idle(follow);
    else delete root.layout;
  }
  const whole = () => delete root.layout;
  const far = () => scrollY > 2 * innerHeight;
  const moved = () => (far() ? whole() : idle(follow));
  addEventListener("scroll", moved, { once: true });
  // Who was faster than this script is asked when the page is drawn, not laid out for it.
  requestAnimationFrame(() => setTimeout(() => scrollY && moved()));
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest('a[href*="#"]')) whole();
  }, true);
  // A browser would aim at the end of the page as it was.
  addEventListener("keydown", (event) => {
    if (!root.layout || event.key !== "End" || event.target !== document.body) return;
    whole();
    event.preventDefault();
    scrollTo(0, document.documentElement.scrollHeight);
  }, true);
  // A key may be End or the one that finds; who leaves the page may find by the menu.
  for (const jump of ["keydown", "blur", "beforeprint"]) addEventListener(jump, whole, true);
  addEventListener("hashchange", () => {
    whole();
    const jump = () => document.getElementById(location.hash.slice(1))?.scrollIntoView();
    jump();
    // Faces that only the far sections need come now, and a line may break elsewhere:
    // jump again, if the reader has not moved since.
    let moved = false;
    for (const by of ["wheel", "touchmove", "keydown"]) addEventListener(by, () => (moved = true));
    document.fonts.ready.then(() => moved || jump());
  }, { once: true });
})();
