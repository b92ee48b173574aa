// The hero of choosing features: the reader lights 30 pixels of a scene, and digits are
// read through them. Pixels are numbered row by row, 24 a row; t is 0, 1 or 2, a digit of
// a scene. An image is a string of 32 letters, each two levels of grey, 0 to 4: a pixel and
// the one below it. Scene k has images 3k, 3k + 1 and 3k + 2.

const KEPT = 30, SIDE = 17, SCENES = 30;

const column = (i) => i % 24, row = (i) => (i / 24) | 0;
const third = (i) => column(i) >> 3;
function level(image, i) {
  const two = image.charCodeAt(8 * (row(i) >> 1) + (i % 8)) - 97;
  return row(i) & 1 ? two % 5 : (two / 5) | 0;
}
const square = (i) => `M${SIDE * column(i)} ${SIDE * row(i)}h17v17h-17z`;
const squares = (mask) => mask.map(square).join("");

// The digit whose mean image is nearest at the chosen pixels, the lower of equals; -1
// where no pixel is chosen.
export function read({ means, images }, k, mask, t) {
  const seen = mask.filter((i) => third(i) == t), image = images[3 * k + t];
  const far = means.map((mean) => seen.reduce((sum, i) => sum + (level(image, i) - level(mean, i)) ** 2, 0));
  return seen[0] + 1 ? far.indexOf(Math.min(...far)) : -1;
}

export const answers = (data, k, mask) => [0, 1, 2].map((t) => read(data, k, mask, t));

// How many of 90 digits are read: in the scenes that are seen, or in as many new ones.
export function score(data, mask, fresh = false) {
  let right = 0;
  for (let k = fresh * SCENES; k < (1 + fresh) * SCENES; k++)
    answers(data, k, mask).forEach((said, t) => (right += said == data.digits[3 * k + t]));
  return right;
}

// What moves in the picture: the d of each path, by its class.
export function shapes({ images }, k, mask) {
  const found = { lit: squares(mask), window: squares(mask) };
  for (const grey of [1, 2, 3, 4])
    found["level" + grey] = squares(mask.filter((i) => level(images[3 * k + third(i)], i) == grey));
  return found;
}

export const words = (data, k, mask) =>
  answers(data, k, mask).map((said, t) => {
    const is = data.digits[3 * k + t];
    return said < 0 ? "no pixel" : said == is ? `reads ${said} ✓` : `reads ${said}, is ${is}`;
  });

export const says = (data, mask) =>
  `${mask.length} pixel${mask.length == 1 ? "" : "s"} lit: ${score(data, mask)} of 90 digits are read`;

// What the reader is told about the challenge.
export function told(data, mask) {
  const own = score(data, mask), theirs = score(data, data.mssl);
  const new_ = score(data, mask, true), beside = score(data, data.mssl, true);
  const only = [0, 1, 2].find((t) => !mask.some((i) => third(i) == t));
  if ([...mask].sort((a, b) => a - b).join() == data.mssl.join())
    return `MSSL reads ${theirs}, and ${beside} of the 90 digits of 30 new scenes. It chose from 1,400 other scenes, and none of these.`;
  if (mask.length < KEPT) return `Light ${KEPT - mask.length} more. ${theirs} is the number to beat.`;
  if (only >= 0) return `No pixel lies on the ${["left", "middle", "right"][only]} digit, so nobody can read it.`;
  if (own <= theirs) return `MSSL, a selector of this lesson, reads ${theirs} through 30 pixels. Move some of yours to where digits differ.`;
  return `✓ More than MSSL’s ${theirs}. Now 30 new scenes, which you have not seen: you read ${new_} of 90 there, MSSL ${beside}.`;
}

export function render({ model, el }) {
  const data = model.get("data");
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector);
  const map = find(".choosing"), knob = find(".pixel"), [clear, next, theirs] = el.querySelectorAll("button");
  let mask = data.opening.mask, k = 0, here = 0, down = 0, full = false;

  function draw() {
    const paths = shapes(data, k, mask);
    for (const name in paths) find("." + name).setAttribute("d", paths[name]);
    words(data, k, mask).forEach((text, t) => (el.querySelectorAll(".answer")[t].textContent = text));
    find(".mlc-hero-says").textContent = says(data, mask);
    find(".told").textContent = full ? "All 30 are lit. Switch one off first." : told(data, mask);
    knob.setAttribute("transform", `translate(${SIDE * column(here)} ${SIDE * row(here)})`);
    knob.setAttribute("aria-label", `row ${row(here) + 1}, column ${column(here) + 1}`);
    knob.setAttribute("aria-pressed", mask.includes(here));
    full = false;
  }
  // Light a pixel, or switch it off; no more than 30 are lit.
  function set(i, on) {
    here = i;
    full = on && mask.length == KEPT && !mask.includes(i);
    if (!full && on != mask.includes(i)) mask = on ? [...mask, i] : mask.filter((j) => j != i);
    draw();
  }
  function under(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(find(".lit").getScreenCTM().inverse());
    return x >= 0 && y >= 0 && x < 24 * SIDE && y < 8 * SIDE ? 24 * ((y / SIDE) | 0) + ((x / SIDE) | 0) : -1;
  }
  // Where the pointer goes down decides whether it lights pixels or switches them off.
  map.onpointerdown = (event) => {
    const i = under(event);
    if (i < 0) return;
    down = { on: !mask.includes(i), i };
    map.setPointerCapture(event.pointerId);
    if (event.pointerType != "touch") paint(i); // a finger may want to scroll
  };
  function paint(i) {
    down.done = true;
    set(i, down.on);
  }
  map.onpointermove = (event) => {
    const i = down ? under(event) : -1;
    if (i < 0 || i == here && down.done) return;
    if (!down.done && i != down.i) paint(down.i);
    if (down.done) paint(i);
  };
  map.onpointerup = () => {
    if (down && !down.done) paint(down.i);
    down = 0;
    knob.focus({ preventScroll: true });
  };
  map.onpointercancel = () => (down = 0);
  knob.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -24, ArrowDown: 24 }[event.key];
    if (!step && event.key != " " && event.key != "Enter") return;
    event.preventDefault();
    if (!step) return set(here, !mask.includes(here));
    if (here + step >= 0 && here + step < 192) here += step;
    draw();
  };
  next.onclick = () => {
    k = (k + 1) % SCENES;
    draw();
  };
  theirs.onclick = () => {
    mask = data.mssl;
    draw();
  };
  clear.onclick = () => {
    mask = [];
    draw();
  };
  for (const [name, value] of [["tabindex", 0], ["role", "button"]]) knob.setAttribute(name, value);
  map.setAttribute("role", "group");
  draw();
}

export default { render };
