// Tell the widget manager where its own files are. It would otherwise look for its icon
// fonts beside the page. Runs right after require.js, from the folder that holds it.
(function () {
  "use strict";
  const base = new URL("widgets/", document.currentScript.src).href;
  const own = base.replace(/\/$/, "");
  window.requirejs.config({
    paths: {
      "@jupyter-widgets/html-manager": own + "/html-manager",
      "@jupyter-widgets/html-manager/dist": own,
      "@jupyter-widgets/base": own + "/base",
      "@jupyter-widgets/controls": own + "/controls",
    },
  });
})();
