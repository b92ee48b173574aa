// The hero of logistic regression: gradient descent on two weights, step by step.
// Symbols as in hero.py: rows x (n, 2), the benign ones first; w weights; z score; p
// probability; unit, by which the second column is multiplied.

const NEAR = 1e-3; // above the lowest loss: the bottom
const PAR = 8; // steps to beat
const EDGE = 1; // a challenge starts at a larger loss
const RAVINE = 10; // the unit of the ravine

const at = (x, y) => x.toFixed(1) + " " + y.toFixed(1);
const plane = ([u, v]) => at(32 * (u + 3), 32 * (5 - v));
const field = ([u, v]) => at(50 * (u + 2.1), 44 * (3.6 - v));

// The learning rate at a stop of the slider.
export const rate = (stop) => +(10 ** ((stop - 25) / 10)).toPrecision(2);

// Loss per tumour, its gradient, and the rows on the wrong side, at w.
export function look({ rows, benign, intercept }, unit, w) {
  const n = rows.length, slope = [0, 0], wrong = [];
  let loss = 0;
  rows.forEach(([u, v], i) => {
    const y = i < benign ? 0 : 1;
    const z = intercept + w[0] * u + w[1] * v * unit;
    loss += Math.max(0, y ? -z : z) + Math.log1p(Math.exp(-Math.abs(z)));
    const gap = 1 / (1 + Math.exp(-z)) - y;
    slope[0] += (gap * u) / n;
    slope[1] += (gap * v * unit) / n;
    if (z > 0 != y) wrong.push(i);
  });
  return { w, loss: loss / n, slope, wrong };
}

export const step = (data, unit, { w, slope }, eta) =>
  look(data, unit, [w[0] - eta * slope[0], w[1] - eta * slope[1]]);

export const arrived = (data, seen) => seen.loss < data.lowest + NEAR;

// The fewest steps from a place to the bottom at one rate, and that rate; `most` if none.
export function fewest(data, unit, start, most) {
  const found = { steps: most };
  for (let stop = 40; stop >= 0; stop--) {
    let seen = start, k = 0;
    while (k < found.steps && !arrived(data, seen)) {
      seen = step(data, unit, seen, rate(stop));
      k++;
    }
    if (k < found.steps) Object.assign(found, { steps: k, rate: rate(stop) });
  }
  return found;
}

// The ends of the line on which the score is `level`.
function line({ intercept }, [a, b], level) {
  const square = a * a + b * b, far = 9 / Math.sqrt(square), t = (level - intercept) / square;
  return [[a * t - b * far, b * t + a * far], [a * t + b * far, b * t - a * far]];
}

// What moves in the picture: the d of each path, by its class.
export function shapes(data, unit, trail) {
  const { w, wrong } = trail.at(-1), slope = [w[0], w[1] * unit], size = Math.hypot(...slope);
  const places = trail.map((seen) => plane(seen.w));
  const lines = size ? [0, -Math.log(9), Math.log(9)].map((z) => line(data, slope, z)) : [];
  const paths = lines.map((ends) => "M" + ends.map(field).join("L"));
  const beyond = ([u, v]) => [u + (18 * slope[0]) / size, v + (18 * slope[1]) / size];
  const side = size ? [...lines[0], ...lines[0].map(beyond).reverse()] : [];
  return {
    side: size ? "M" + side.map(field).join("L") + "Z" : "",
    half: paths[0] || "",
    tenths: paths.slice(1).join(""),
    wrong: wrong.map((i) => `M${field(data.rows[i])}m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0`).join(""),
    trail: "M" + places.join("L"),
    dots: places.map((place) => `M${place}h0`).join(""),
    here: `M${places.at(-1)}h0`,
  };
}

export const says = (data, trail) =>
  `Step ${trail.length - 1}: loss ${trail.at(-1).loss.toFixed(3)} per tumour, ` +
  `${trail.at(-1).wrong.length} of ${data.rows.length} misjudged`;

// What the reader is told about the challenge.
export function told(data, unit, trail) {
  const ravine = unit == RAVINE, k = trail.length - 1;
  const rose = (i) => i > 0 && trail[i].loss > trail[i - 1].loss;
  const done = trail.findIndex((seen) => arrived(data, seen));
  if (done >= 0 && trail[0].loss <= EDGE) return "At the cross. To count, start outside the dashed ring.";
  if (done >= 0) {
    const best = ravine ? { steps: done } : fewest(data, unit, trail[0], done);
    return (
      `${done <= PAR ? "✓ Done" : "At the cross"}: you needed ${done} step${done == 1 ? "" : "s"}.` +
      (best.steps < done ? ` A rate of ${best.rate} would do it in ${best.steps} from there.` : "") +
      (ravine ? ` In the bowl ${data.fewest[0]} are enough.` : "") +
      (arrived(data, trail[k]) ? "" : " The next steps left it again: the rate is too large to stay.")
    );
  }
  if (ravine && (rose(k) || rose(k - 1)))
    return "The steps swing across the ravine. A smaller rate swings less, and walks along it more slowly.";
  if (rose(k)) return "The loss rises: this step landed higher on the other side. Try a smaller rate.";
  if (rose(k - 1)) return "The loss swings: each step lands on the other side. Try a smaller rate.";
  if (!ravine && k > PAR) {
    const [{ w, slope }, next] = trail, { rate } = fewest(data, unit, trail[0], 2 * PAR);
    const now = Math.hypot(next.w[0] - w[0], next.w[1] - w[1]) / Math.hypot(...slope);
    return `More than ${PAR} steps, and the loss still falls. Start again with a ${rate < now ? "smaller" : "larger"} rate.`;
  }
  return ravine
    ? `Reach the cross. From the upper left corner the best rate needs ${data.fewest[1]} steps. Try ten at 0.32, then ten at 0.1.`
    : `Reach the cross, within 0.001 of the lowest loss, in at most ${PAR} steps from outside the dashed ring.`;
}

export function render({ model, el }) {
  const data = model.get("data");
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector);
  const slider = find("[type=range]"), knob = find(".knob"), map = find("svg");
  let unit, trail;

  function draw() {
    const found = shapes(data, unit, trail), [u, v] = trail[0].w;
    for (const name in found) find("." + name).setAttribute("d", found[name]);
    knob.setAttribute("transform", `translate(${plane([u, v])})`);
    knob.setAttribute("aria-valuenow", u);
    knob.setAttribute("aria-valuetext", `radius ${u}, texture ${v}`);
    find(".mlc-hero-says").textContent = says(data, trail);
    find(".told").textContent = told(data, unit, trail);
  }
  function start(w) {
    unit = +find("[type=radio]:checked").value;
    trail = [look(data, unit, w)];
    draw();
  }
  function walk(count) {
    while (count--) trail.push(step(data, unit, trail.at(-1), rate(+slider.value)));
    draw();
  }
  function label() {
    slider.nextElementSibling.value = rate(+slider.value);
    slider.setAttribute("aria-valuetext", rate(+slider.value));
  }
  // A start stays in the picture, on a grid of twentieths.
  const held = (value, least, most) => Math.round(20 * Math.min(most, Math.max(least, value))) / 20;
  const move = (u, v) => start([held(u, -2.75, 6.75), held(v, -2.75, 4.75)]);
  function drag(event) {
    const place = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = place.matrixTransform(find(".trail").getScreenCTM().inverse());
    move(x / 32 - 3, 5 - y / 32);
  }

  let held_down = false;
  map.onpointerdown = (event) => {
    held_down = true;
    map.setPointerCapture(event.pointerId);
    if (event.pointerType != "touch") drag(event); // a finger may want to scroll
  };
  map.onpointermove = (event) => held_down && drag(event);
  map.onpointerup = (event) => {
    if (held_down) drag(event);
    held_down = false;
    knob.focus({ preventScroll: true });
  };
  map.onpointercancel = () => (held_down = false);
  map.setAttribute("role", "group");
  const role = { tabindex: 0, role: "slider", "aria-label": "start: weights", "aria-valuemin": -3, "aria-valuemax": 7 };
  for (const name in role) knob.setAttribute(name, role[name]);
  knob.onkeydown = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(trail[0].w[0] + way[0] / 4, trail[0].w[1] + way[1] / 4);
  };
  slider.oninput = label;
  el.querySelectorAll("[type=radio]").forEach((radio) => (radio.onchange = () => start(trail[0].w)));
  el.querySelectorAll("[data-steps]").forEach((button) => (button.onclick = () => walk(+button.dataset.steps)));
  find(".again").onclick = () => start(trail[0].w);
  label();
  start(data.opening.start);
}

export default { render };
