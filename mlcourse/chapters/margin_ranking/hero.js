// The hero of margin ranking: one ladder of scores, pulled by two documents of the same words.
// Symbols as in hero.py: z a score a label; y the labels of one document, 0 or 1; the cost is
// lam / 2 |z|^2 and the mean of both documents' losses.

const MIDDLE = 175, UNIT = 46, LEFT = 60, WIDE = 80, TOP = 2.2;
const sum = (a) => a.reduce((x, y) => x + y, 0);
const mean = (a) => sum(a) / a.length;
const fixed = (x, digits) => (x + 1e-9).toFixed(digits);
const has = (y, own) => y.map((v, l) => l).filter((l) => y[l] == own);
export const yOf = (z) => MIDDLE - UNIT * z;

// The margins of a document that a loss asks for, as [weight, slopes]; a margin is slopes . z.
function margins(z, y, loss) {
  const R = has(y, 1), I = has(y, 0), found = [];
  const add = (weight, up, down) => {
    const a = z.map(() => 0);
    up.forEach((l) => (a[l] += 1 / up.length));
    down.forEach((l) => (a[l] -= 1 / down.length));
    found.push([weight, a]);
  };
  if (loss == "pairs") {
    for (const k of R) for (const l of I) add(1 / R.length / I.length, [k], [l]);
    return found;
  }
  const low = R.reduce((a, b) => (z[b] < z[a] ? b : a)), high = I.reduce((a, b) => (z[b] > z[a] ? b : a));
  add(1, [low], [high]);
  if (loss == "three hinges") {
    add(1, R, [high]);
    add(1, [low], I);
  }
  return found;
}

const dot = (a, z) => sum(a.map((x, l) => x * z[l]));

// What a document costs, without the penalty.
export function price(z, y, loss) {
  if (loss == "each label") return sum(z.map((x, l) => Math.log1p(Math.exp(y[l] ? -x : x))));
  return sum(margins(z, y, loss).map(([weight, a]) => weight * Math.max(0, 1 - dot(a, z))));
}

// Where a document pulls each label: minus a slope of its price.
export function pull(z, y, loss) {
  if (loss == "each label") return z.map((x, l) => y[l] - 1 / (1 + Math.exp(-x)));
  const found = margins(z, y, loss).filter(([, a]) => dot(a, z) < 1);
  return z.map((_, l) => sum(found.map(([weight, a]) => weight * a[l])));
}

export const cost = ({ Y, lam }, { z, loss }) =>
  mean(Y.map((y) => price(z, y, loss))) + (lam / 2) * dot(z, z);

// How many pairs of a true and a false label stand in the wrong order, or level.
export const wrong = ({ Y }, { z }) =>
  sum(Y.map((y) => sum(has(y, 1).map((k) => has(y, 0).filter((l) => z[k] - z[l] < 5e-4).length))));

// The scores after step t + 1, which stay on the ladder.
export function stepped({ Y, lam }, { z, loss, t }) {
  const C = Y.map((y) => pull(z, y, loss)), eta = 1 / (lam * (t + 1) + 2);
  const to = z.map((x, l) => x + eta * (mean(C.map((c) => c[l])) - lam * x));
  return to.map((x) => Math.min(TOP, Math.max(-TOP, x)));
}

// What moves: the d of each path, by its class and document.
export function shapes({ Y }, { z, loss }) {
  const paths = {};
  Y.forEach((y, i) => {
    const rungs = ["", ""], C = pull(z, y, loss);
    let arrows = "";
    z.forEach((x, l) => {
      const at = LEFT + WIDE * l;
      rungs[y[l]] += `M${at - 26} ${fixed(yOf(x), 1)}h52`;
      const up = Math.sign(C[l]), long = Math.min(38, 16 * Math.abs(C[l]));
      if (long < 0.8) return;
      arrows += `M${at} ${fixed(yOf(x) - 14 * up, 1)}v${fixed(-up * long, 1)}m-5 ${5 * up}l5 ${-5 * up} 5 ${5 * up}`;
    });
    Object.assign(paths, { ["false" + i]: rungs[0], ["true" + i]: rungs[1], ["pull" + i]: arrows });
  });
  return paths;
}

export function says(data, state) {
  const [one, two] = data.Y.map((y) => fixed(price(state.z, y, state.loss), 2));
  const penalty = fixed((data.lam / 2) * dot(state.z, state.z), 2);
  return `Cost ${fixed(cost(data, state), 2)}: the mean of ${one} and ${two}, plus the penalty ${penalty}. ` +
    `Wrong order or level: ${wrong(data, state)} of ${data.pairs} pairs`;
}

// What the reader is told about the challenge.
export function told(data, state) {
  const now = cost(data, state), least = data.least[state.loss], zero = { ...state, z: state.z.map(() => 0) };
  const many = `${wrong(data, state)} of ${data.pairs} pairs are in the wrong order or level`;
  if (state.loss == "min-max")
    return now > least + 0.005
      ? `All scores at 0 cost ${fixed(cost(data, zero), 2)}. Find scores that cost less: drag a rung, or step downhill.`
      : `${fixed(now, 2)}: min-max can cost no less, and ${many}. Choose another loss.`;
  if (now > least + 0.05) return `The least cost of this loss is ${fixed(least, 2)}. Come within 0.05 of it.`;
  return `✓ Done: ${fixed(now, 2)}, and ${many}. No scores get fewer than 1 wrong.`;
}

export function render({ model, el }) {
  const data = model.get("data"), { opening } = data;
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector);
  const state = { ...opening, z: [...opening.z] };
  const knobs = [...el.querySelectorAll(".knob")], maps = [...el.querySelectorAll("svg")];

  function draw() {
    const paths = shapes(data, state);
    for (const name in paths) find("path." + name).setAttribute("d", paths[name]);
    find(".mlc-hero-says").textContent = says(data, state);
    find(".told").textContent = told(data, state);
    knobs.forEach((knob, k) => {
      const l = k % data.labels.length, z = state.z[l];
      knob.setAttribute("transform", `translate(${LEFT + WIDE * l} ${fixed(yOf(z), 1)})`);
      knob.setAttribute("aria-valuenow", fixed(z, 2));
    });
  }
  function put(l, z) {
    state.z[l] = Math.round(20 * Math.min(TOP, Math.max(-TOP, z))) / 20;
    state.t = 0;
    draw();
  }
  function step(count) {
    for (let k = 0; k < count; k++) Object.assign(state, { z: stepped(data, state), t: state.t + 1 });
    draw();
  }

  let held = null;
  knobs.forEach((knob, k) => {
    const l = k % data.labels.length;
    const role = { tabindex: 0, role: "slider", "aria-label": "score of " + data.labels[l], "aria-orientation": "vertical", "aria-valuemin": -TOP, "aria-valuemax": TOP };
    for (const name in role) knob.setAttribute(name, role[name]);
    knob.onpointerdown = (event) => {
      held = l;
      knob.setPointerCapture(event.pointerId);
    };
    knob.onpointermove = (event) => {
      if (held != l) return;
      const p = new DOMPoint(event.clientX, event.clientY);
      put(l, (MIDDLE - p.matrixTransform(knob.ownerSVGElement.getScreenCTM().inverse()).y) / UNIT);
    };
    knob.onpointerup = knob.onpointercancel = () => (held = null);
    knob.onkeydown = (event) => {
      const way = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      put(l, state.z[l] + way / 10);
    };
  });
  maps.forEach((map) => map.setAttribute("role", "group"));
  el.querySelectorAll("[type=radio]").forEach((radio) => (radio.onchange = () => {
    Object.assign(state, { loss: radio.value, t: 0 });
    draw();
  }));
  find(".one").onclick = () => step(1);
  find(".ten").onclick = () => step(10);
  find(".again").onclick = () => {
    Object.assign(state, { z: [...opening.z], t: 0 });
    draw();
  };
  draw();
}

export default { render };
