// The button back to the top shows while a reader scrolls up, as in the theme's script.
(function () {
  "use strict";
  const button = document.getElementById("pst-back-to-top");
  if (!button) return;
  let last = 0;
  const show = () => {
    button.style.display = last > scrollY && scrollY > 100 ? "block" : "none";
    last = scrollY;
  };
  addEventListener("scroll", show, { passive: true });
  button.addEventListener("click", () => scrollTo(0, 0));
})();
