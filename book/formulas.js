// Typeset formulas: a JSON list of {tex, display} comes in, one of {html} or {error}
// goes out. Called by formulas.py, once for all formulas of a page.
"use strict";
const katex = require("katex");

const formulas = JSON.parse(require("node:fs").readFileSync(0, "utf8"));

function typeset({ tex, display }) {
  const options = { displayMode: display, output: "htmlAndMathml", strict: "ignore" };
  try {
    return { html: katex.renderToString(tex, { ...options, throwOnError: true }) };
  } catch (error) {
    return { error: error.rawMessage || error.message };
  }
}

process.stdout.write(JSON.stringify(formulas.map(typeset)));
