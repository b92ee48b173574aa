// A button on each block of code that copies it.
(function () {
  "use strict";

  // Where a page may not write to the clipboard, the old way: select, then copy.
  /** @param {Element} block @returns {Promise<void>} */
  function copy(block) {
    if (navigator.clipboard) return navigator.clipboard.writeText(block.textContent || "");
    getSelection()?.selectAllChildren(block);
    return document.execCommand("copy") ? Promise.resolve() : Promise.reject();
  }

  /** @param {HTMLElement} button @param {string} words */
  function say(button, words) {
    button.textContent = words;
    button.classList.toggle("copied", words === "copied");
  }

  for (const block of document.querySelectorAll("div.highlight > pre")) {
    if (block.closest(".cell_output")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "mlc-copy";
    say(button, "copy");
    button.addEventListener("click", function () {
      copy(block).then(
        () => say(button, "copied"),
        () => say(button, "press Ctrl+C"),
      );
      setTimeout(say, 1500, button, "copy");
    });
    block.after(button);
  }
})();
