// What an eye would complain of in drawings: text that is small, cut off, crossed by a
// curve or by other text, or hard to read on its ground. Runs in a page of the book.
function sight(drawings, stage) {
  "use strict";
  const LEAST = 11; // px of a letter on a phone
  const CONTRAST = 4.5;
  const CURVE = 1.1; // units: a thinner stroke is a grid line or an axis

  const canvas = document.createElement("canvas").getContext("2d");
  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
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
    for (let e = element; e; e = e.parentElement) {
      const own = rgba(getComputedStyle(e).backgroundColor);
      if (own[3] > 0.99) return own.slice(0, 3);
    }
    return [255, 255, 255];
  }

  // The part of a box that letters fill: without the room for accents and tails.
  function ink(text) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const high = bottom - top;
    return { left, right, top: top + 0.28 * high, bottom: bottom - 0.25 * high };
  }
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const crossing = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  // The rectangle that a shape is clipped to, in its own units.
  function clipping(shape) {
    const id = shape.closest("[clip-path]")?.getAttribute("clip-path").match(/#([^")]+)/)?.[1];
    const rect = id && shape.ownerSVGElement.querySelector(`[id="${id}"] rect`);
    if (!rect) return null;
    const [left, top, width, height] = ["x", "y", "width", "height"].map((name) => rect[name].baseVal.value);
    return { left, top, right: left + width, bottom: top + height };
  }

  // What a shape paints at a point of the screen: nothing, a stroke, or a ground.
  function paints(shape, style, x, y) {
    const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    const clip = clipping(shape);
    if (clip && (at.x < clip.left || at.x > clip.right || at.y < clip.top || at.y > clip.bottom)) return null;
    const wide = parseFloat(style.strokeWidth) || 0;
    const drawn = style.stroke !== "none" && wide >= CURVE && style.strokeOpacity > 0.2;
    if (drawn && shape.isPointInStroke && shape.isPointInStroke(at)) return "curve";
    if (style.fill !== "none" && shape.isPointInFill && shape.isPointInFill(at)) {
      const [r, g, b, a] = rgba(style.fill);
      return { colour: [r, g, b, a * style.fillOpacity * style.opacity] };
    }
    return null;
  }

  function points(box) {
    const found = [];
    for (const u of [0.04, 0.2, 0.35, 0.5, 0.65, 0.8, 0.96])
      for (const v of [0.1, 0.5, 0.9])
        found.push([
          box.left + u * (box.right - box.left), box.top + v * (box.bottom - box.top),
        ]);
    return found;
  }

  function complaints(svg) {
    const found = [];
    const frame = svg.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    const parts = [...svg.querySelectorAll("path, line, rect, circle, ellipse, polygon, polyline, text, image, use")]
      .filter((e) => !e.closest("defs, clipPath"));
    const styles = new Map(parts.map((e) => [e, getComputedStyle(e)]));
    const boxes = new Map(parts.map((e) => [e, e.getBoundingClientRect()]));
    const texts = parts.filter((e) => e.tagName === "text" && e.textContent.trim());
    const shapes = parts.filter((e) => !["text", "use"].includes(e.tagName));
    const paper = ground(svg.parentElement);
    for (const text of texts) {
      const said = `“${text.textContent.trim()}”`;
      const box = boxes.get(text);
      const size = parseFloat(styles.get(text).fontSize) * scale;
      if (size < LEAST) found.push(`${said} is ${size.toFixed(1)} px high`);
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
        found.push(`${said} is cut off`);
      const letters = ink(text);
      const own = rgba(styles.get(text).fill).slice(0, 3);
      for (const other of texts.slice(texts.indexOf(text) + 1))
        if (meet(letters, ink(other))) found.push(`${said} lies on “${other.textContent.trim()}”`);
      // From the first shape to the last before the text; a later one lies on the text.
      let crossed = 0;
      let below = null; // the worst ground of all points
      for (const [x, y] of points(letters)) {
        let stroke = false;
        let colour = paper;
        for (const shape of shapes) {
          if (!crossing({ left: x - 3, right: x + 3, top: y - 3, bottom: y + 3 }, boxes.get(shape))) continue;
          if (shape.tagName === "image") continue;
          const before = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
          const painted = paints(shape, styles.get(shape), x, y);
          if (painted === "curve") stroke = true;
          else if (painted && before) {
            if (painted.colour[3] > 0.6) stroke = false;
            colour = over(painted.colour, colour);
          }
        }
        crossed += stroke;
        if (!below || contrast(own, colour) < contrast(own, below)) below = colour;
      }
      if (crossed >= 2) found.push(`${said} is crossed by a curve`);
      const ratio = contrast(own, below);
      if (ratio < CONTRAST) found.push(`${said} has contrast ${ratio.toFixed(1)}`);
    }
    for (const part of parts)
      for (const kind of ["fill", "stroke"]) {
        const own = part.style[kind];
        if (own && /^(#|rgb)/.test(own)) found.push(`${kind} ${own} stays the same in the dark`);
      }
    return found;
  }

  return drawings.map(function (drawing) {
    if (typeof drawing === "string") {
      stage.innerHTML = drawing;
      return [...stage.querySelectorAll("svg")].flatMap(complaints);
    }
    return complaints(drawing);
  });
}
