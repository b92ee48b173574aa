// Keep of the given style sheets the rules that the given pages use (book/purge.py).
import { readFileSync } from "node:fs";
import postcss from "postcss";
import { PurgeCSS } from "purgecss";

const { sheets, used, safe } = JSON.parse(readFileSync(0, "utf8"));
const results = await new PurgeCSS().purge({
  content: [{ raw: JSON.stringify(used), extension: "json" }],
  extractors: [{ extractor: JSON.parse, extensions: ["json"] }],
  css: sheets.map((raw) => ({ raw })),
  safelist: safe,
  dynamicAttributes: ["aria-current", "aria-expanded", "disabled", "hidden", "open"],
  fontFace: true,
  keyframes: true,
});

const sheet = postcss.parse(results.map((result) => result.css).join("\n"));
sheet.walkComments((comment) => comment.remove());
sheet.walkRules((rule) => {
  if (drawsIcon(rule)) rule.remove();
});
sheet.walkAtRules("font-face", (face) => face.remove());
dropUnusedVariables(sheet);
sheet.walk(tighten);
process.stdout.write(sheet.toString());

// An icon drawn with a font that no page loads: its family, its glyph, its class.
function drawsIcon(rule) {
  const glyph = /Font Awesome|--fa-|--pst-icon|\\f[0-9a-f]{3}|[\ue000-\uf8ff]/i;
  const drawn = /:(before|after)/.test(rule.selector) && rule.nodes.some((d) => glyph.test(d.value));
  return drawn || rule.selectors.every((selector) => /^\.fa(-[\w-]+|[srb])?$/.test(selector));
}

// A variable that no rule reads, and no page, is gone; so may be the next one, then.
function dropUnusedVariables(root) {
  for (let left = true; left; ) {
    const read = new Set(used.variables);
    root.walkDecls((d) => {
      for (const [name] of d.value.matchAll(/--[\w-]+/g)) read.add(name);
    });
    left = false;
    root.walkDecls(/^--/, (d) => {
      if (read.has(d.prop)) return;
      d.remove();
      left = true;
    });
  }
  root.walkRules((rule) => {
    if (!rule.nodes.length) rule.remove();
  });
}

// One line a rule, no spaces that mean nothing.
function tighten(node) {
  if (node.type === "decl") {
    node.raws = { before: "", between: ":", important: node.important ? "!important" : undefined };
  } else {
    if (node.type === "rule") node.selector = node.selector.replace(/\s*([,>])\s*/g, "$1");
    node.raws = { before: "\n", between: "", after: "", semicolon: false, afterName: " " };
  }
}
