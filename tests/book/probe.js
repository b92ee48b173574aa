// What the tests ask a page. Playwright runs this before the page's own scripts.
window.probe = (function () {
  "use strict";
  const all = (selector, box) => [...(box || document).querySelectorAll(selector)];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const frames = (count) =>
    new Promise(function next(done) {
      if (count-- > 0) requestAnimationFrame(() => next(done));
      else done();
    });

  // --- explorers ---

  // The frames are unpacked, where there are any.
  const ready = () => document.documentElement.dataset.frames === "ready";
  async function settled() {
    await document.fonts.ready;
    await frames(3);
    for (const fading of document.getAnimations())
      if (fading.effect.getComputedTiming().iterations < Infinity) fading.finish();
  }

  const pictures = (box) => all(".mlc-svg", box).filter(shown);

  // --- colours ---

  function rgba(text) {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
    return [r, g, b, a];
  }
  const over = (top, below) =>
    [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);

  function luminance(colour) {
    const [r, g, b] = colour.map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(a, b) {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  }

  function ground(element) {
    if (!element) return [255, 255, 255, 1];
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(element.parentElement));
  }
  function painted(shape) {
    const style = getComputedStyle(shape);
    if (style.fill === "none" || style.fill.startsWith("url")) return [0, 0, 0, 0];
    let alpha = Number(style.fillOpacity);
    for (let e = shape; e.tagName !== "svg"; e = e.parentElement)
      alpha *= Number(getComputedStyle(e).opacity);
    const [r, g, b, a] = rgba(style.fill);
    return [r, g, b, a * alpha];
  }

  // What is painted under the middle of a text, or null on a bitmap.
  function below(text, svg) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const middle = new DOMPoint((left + right) / 2, (top + bottom) / 2);
    let colour = ground(svg);
    for (const shape of all("path, rect, circle, polygon, image, text", svg)) {
      if (shape === text) break;
      if (shape.closest("defs, clipPath") || shape.tagName === "text") continue;
      const box = shape.getBoundingClientRect();
      const inside =
        box.left <= middle.x && middle.x <= box.right &&
        box.top <= middle.y && middle.y <= box.bottom;
      if (!inside) continue;
      if (shape.tagName === "image") return null;
      const own = middle.matrixTransform(shape.getScreenCTM().inverse());
      if (shape.isPointInFill(own)) colour = over(painted(shape), colour);
    }
    return colour;
  }

  // The texts of pictures that are hard to read on what is behind them.
  function faint(least) {
    return pictures(document).flatMap((svg) =>
      all("text", svg).flatMap(function (text) {
        const behind = below(text, svg);
        if (!behind) return [];
        const ratio = contrast(over(painted(text), behind), behind);
        return ratio < least ? [`${text.textContent}: ${ratio.toFixed(2)}`] : [];
      }),
    );
  }

  // What lies between a picture and its card, or the page, and is not transparent.
  // A small picture of the contents is itself a card, with its own ground.
  function opaque() {
    return pictures(document).flatMap(function (svg) {
      const found = [];
      for (let e = svg; e && !e.matches(".cell_output, .mlc-explorer, .mlc-hero, .mlc-thumb"); e = e.parentElement)
        if (rgba(getComputedStyle(e).backgroundColor)[3] > 0) found.push(e.className);
      return found;
    });
  }

  // --- keyboard ---

  const FOCUSABLE =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  const LOOK = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor"];
  const look = (e) => LOOK.map((name) => getComputedStyle(e)[name]).join();

  // What can have the focus but does not show it; press Tab first, once.
  function unmarked() {
    const still = document.createElement("style");
    still.textContent = "* { transition: none !important; animation: none !important }";
    document.head.append(still);
    const found = all(FOCUSABLE).filter(function (element) {
      if (!shown(element) || element.disabled) return false;
      element.blur();
      const before = look(element);
      element.focus({ preventScroll: true });
      return document.activeElement === element && look(element) === before;
    });
    still.remove();
    return found.map((e) => e.outerHTML.slice(0, 120));
  }

  // --- layout ---

  // What reaches over the right edge and cannot be scrolled to in a box of its own.
  function tooWide() {
    const width = document.documentElement.clientWidth;
    const wide = document.documentElement.scrollWidth > width ? ["the page"] : [];
    return wide.concat(
      pictures(document)
        .filter((svg) => svg.getBoundingClientRect().right > width + 1)
        .map((svg) => svg.closest("[aria-label], .mlc-explorer").outerHTML.slice(0, 120)),
    );
  }

  // Tables of numbers that are wider than their place.
  function wideTables() {
    return all(".mlc-numbers, .mlc-table")
      .filter((table) => shown(table) && table.scrollWidth > table.clientWidth + 1)
      .map((table) => `${table.scrollWidth} in ${table.clientWidth}: ${table.innerText.slice(0, 80)}`);
  }

  // Images without a text, and drawings that are neither named nor hidden.
  function nameless() {
    const named = (svg) => {
      const image = svg.closest('[role="img"], svg[role="group"]'); // or what holds a handle
      const by = image && document.getElementById(image.getAttribute("aria-labelledby"));
      return image && (image.getAttribute("aria-label") || (by && by.textContent)).trim();
    };
    const images = all("img").filter((img) => !(img.alt || "").trim());
    const drawings = all("svg").filter(
      (svg) => !svg.closest('[aria-hidden="true"], .katex') && !named(svg),
    );
    return [...images, ...drawings].map((e) => e.outerHTML.slice(0, 160));
  }

  return { ready, settled, faint, opaque, unmarked, tooWide, wideTables, nameless, shown };
})();
