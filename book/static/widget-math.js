// Widgets typeset their labels through the interface of MathJax 2; the book has MathJax 3.
// This gives the old call and hands its element to the new one.
document.addEventListener("DOMContentLoaded", function () {
  "use strict";
  const mathjax = window.MathJax;
  if (!mathjax || mathjax.Hub) return;
  mathjax.Hub = {
    Queue: function (call) {
      const element = call && call[2];
      if (!element || !mathjax.startup) return;
      mathjax.startup.promise
        .then(() => mathjax.typesetPromise([element]))
        .catch((error) => console.error(error));
    },
  };
});
