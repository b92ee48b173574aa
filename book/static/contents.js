// In a narrow window contents and chapters are dialogs, and the theme leaves them open.
// Who has chosen a place on this page wants to see it.
(function () {
  "use strict";
  /** @type {NodeListOf<HTMLDialogElement>} */
  const dialogs = document.querySelectorAll('dialog[id$="sidebar-modal"]');
  for (const dialog of dialogs) {
    dialog.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest('a[href^="#"]')) dialog.close();
    });
  }
})();
