// The hero of forests: every press grows a tree on another bootstrap sample.
// Symbols as in hero.py: a row is [radius, texture] in tenths, the benign ones first; a
// tree is its leaves [left, right, bottom, top, share of malignant], a point in a leaf if
// left < x <= right and bottom < y <= top.

const MOST = 60, GOAL = 30, RUN = 5, PAR = 9;
const STEP = 5; // units of a cell of the map
const across = (x) => ((x - 70) * 16) / 15, down = (y) => (510 - y) * 0.6;
const f = (x) => x.toFixed(1), at = ([x, y]) => f(across(x)) + " " + f(down(y));
// The new tumours: steps between their radii, then their textures.
const pairs = (flat, n = flat.length / 2, x = 0) => flat.slice(0, n).map((step, i) => [(x += step), flat[n + i]]);
// The rows of a class, from three paths of the picture.
const drawn = (d) => [...d.matchAll(/M(\S+) (\S+)h0/g)]
  .map(([, x, y]) => [Math.round(70 + (x * 15) / 16), Math.round(510 - y / 0.6)]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

// How often each of n rows is drawn, and the state of the generator after it.
export function sample(n, state) {
  const times = Array(n).fill(0);
  for (let i = 0; i < n; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    times[Math.floor((state / 2 ** 32) * n)]++;
  }
  return { times, state };
}

// The leaves of a tree on rows of weights w, by Gini; of equal cuts the first.
export function grow(rows, benign, w, depth) {
  const leaves = [];
  const sums = (some) => some.reduce(([n, s], i) => [n + w[i], s + (i < benign ? 0 : w[i])], [0, 0]);
  (function split(some, box, depth) {
    const [n, s] = sums(some);
    let best = { gain: -1 };
    if (depth && s && s < n)
      for (const j of [0, 1]) {
        const order = [...some].sort((a, b) => rows[a][j] - rows[b][j]);
        let left = 0, hits = 0;
        order.forEach((i, k) => {
          const x = rows[order[k - 1]]?.[j], next = rows[i][j];
          const gain = hits ** 2 / left + (s - hits) ** 2 / (n - left);
          if (k && x < next && gain > best.gain + 1e-9) best = { gain, j, cut: (x + next) / 2 };
          left += w[i];
          hits += i < benign ? 0 : w[i];
        });
      }
    const { j, cut } = best;
    if (j == null) return leaves.push([...box, s / n]);
    const low = [...box], high = [...box];
    low[2 * j + 1] = high[2 * j] = cut;
    split(some.filter((i) => rows[i][j] <= cut), low, depth - 1);
    split(some.filter((i) => rows[i][j] > cut), high, depth - 1);
  })([...w.keys()].filter((i) => w[i]), [0, 999, 0, 999], depth);
  return leaves;
}

// The share in the leaf of a point.
export const vote = (leaves, [x, y]) => leaves.find(([a, b, c, d]) => x > a && x <= b && y > c && y <= d)[4];

const CELLS = 64 * 48; // line by line
const middle = (i) => [70 + ((i % 64) + 0.5) * 4.6875, 510 - (Math.floor(i / 64) + 0.5) / 0.12];
const malignant = (mean) => mean > 0.5 + 1e-9;

// A committee without a tree; each `add` appends one.
export function empty(data, classes) {
  const [benign, others] = classes.map(drawn), fresh = pairs(data.fresh);
  return { rows: [...benign, ...others], benign: benign.length, fresh, trees: [], alone: [], together: [],
    state: data.opening.state, map: Array(CELLS).fill(0), sums: fresh.map(() => 0) };
}

export function add(data, seen, depth) {
  const { times, state } = sample(seen.rows.length, seen.state);
  const leaves = grow(seen.rows, seen.benign, times, depth);
  const count = (says) => seen.fresh.filter((_, i) => malignant(says(i)) != i >= data.calm).length;
  const trees = [...seen.trees, leaves], votes = seen.fresh.map((p) => vote(leaves, p));
  const sums = seen.sums.map((sum, i) => sum + votes[i]);
  return { ...seen, state, times, trees, sums, map: seen.map.map((sum, i) => sum + vote(leaves, middle(i))),
    alone: [...seen.alone, count((i) => votes[i])], together: [...seen.together, count((i) => sums[i] / trees.length)] };
}

// What moves in the picture: the d of each path, by its class.
export function shapes(data, seen, point) {
  const k = seen.trees.length, found = {}, put = (name, d) => (found[name] = (found[name] || "") + d);
  for (let l = 0; l < 10; l++) put("l" + l, "");
  for (const name of ["leaf", "half", "b0", "b1", "b2", "m0", "m1", "m2", "missed", "alarm", "says1", "says0"]) put(name, "");
  const mean = (i) => seen.map[i] / k, level = (i) => Math.min(9, Math.floor(10 * mean(i) + 1e-9));
  for (let i = 0, from = 0; i < CELLS; i++) {
    const x = STEP * (i % 64), y = STEP * Math.floor(i / 64);
    if (i % 64 == 63 || level(i) != level(i + 1)) {
      put("l" + level(i), `M${STEP * (from % 64)} ${y}H${x + STEP}v5H${STEP * (from % 64)}Z`);
      from = i + 1;
    }
    if (i % 64 < 63 && malignant(mean(i)) != malignant(mean(i + 1))) put("half", `M${x + STEP} ${y}v5`);
    if (y < 235 && malignant(mean(i)) != malignant(mean(i + 64))) put("half", `M${x} ${y + STEP}h5`);
  }
  for (const [a, b, c, d, share] of seen.trees.at(-1))
    put(malignant(share) ? "leaf" : "calm", `M${at([a, d])}H${f(across(b))}V${f(down(c))}H${f(across(a))}Z`);
  seen.rows.forEach((p, i) => put((i < seen.benign ? "b" : "m") + Math.min(2, seen.times[i]), `M${at(p)}h0`));
  seen.fresh.forEach((p, i) => {
    const says = malignant(seen.sums[i] / k);
    if (says != i >= data.calm) put(says ? "alarm" : "missed", `M${at(p)}h0`);
  });
  const x = (i) => f(((i + 0.5) * 16) / 3), height = (e) => f(Math.min(60, 90 - 1.5 * e));
  put("alone", seen.alone.map((e, i) => `M${x(i)} ${height(e)}h0`).join(""));
  put("together", "M" + seen.together.map((e, i) => x(i) + " " + height(e)).join("L") + "h0");
  seen.trees.forEach((leaves, i) => {
    const share = vote(leaves, point);
    put("says" + +malignant(share), `M${x(i)} 30v${f(30 - 60 * share || 0)}`);
  });
  return found;
}

const plural = (n) => `${n} tree${n == 1 ? "" : "s"}`;
export function says({ trees, together, fresh }, point) {
  const yes = trees.filter((leaves) => malignant(vote(leaves, point))).length;
  return `${plural(trees.length)}: ${together.at(-1)} of ${fresh.length} new tumours misjudged; ` +
    `at your point ${yes} of ${trees.length} say malignant`;
}

// What the reader is told about the challenge.
export function told({ together }) {
  let run = 0;
  const done = together.findIndex((e) => (run = e > GOAL ? 0 : run + 1) == RUN) + 1;
  if (done) return done > PAR
    ? `You needed ${plural(done)}. Start again with another depth: ${PAR} can be enough.`
    : `✓ Done: you needed ${plural(done)}. Start again: was it luck?`;
  if (together.length == MOST) return "Not reached. Start again: other samples, or another depth.";
  return `Stay at ${GOAL} mistakes or fewer for ${RUN} trees in a row, with at most ${PAR} trees. In a row: ${run}.`;
}

export function render({ model, el }) {
  const data = model.get("data");
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector);
  const knob = find(".knob"), map = knob.ownerSVGElement.parentNode;
  const rows = ["b", "m"].map((kind) => [0, 1, 2].map((k) => find("." + kind + k).getAttribute("d")).join(""));
  let seen = empty(data, rows), point = data.opening.point;
  const depth = () => +find("[type=radio]:checked").value;

  function draw() {
    const found = shapes(data, seen, point);
    for (const name in found) find("." + name)?.setAttribute("d", found[name]);
    el.querySelectorAll(".place").forEach((mark) => mark.setAttribute("transform", `translate(${at(point)})`));
    knob.setAttribute("aria-valuenow", point[0] / 10);
    knob.setAttribute("aria-valuetext", `radius ${point[0] / 10}, texture ${point[1] / 10}`);
    find(".mlc-hero-says").textContent = says(seen, point);
    find(".told").textContent = told(seen);
    el.querySelectorAll("[data-trees]").forEach((button) => (button.disabled = seen.trees.length == MOST));
  }
  function more(count) {
    while (count-- && seen.trees.length < MOST) seen = add(data, seen, depth());
    draw();
  }
  // Other samples than before, in the order of the generator.
  function again() {
    seen = { ...empty(data, rows), state: seen.state };
    more(1);
  }
  function move(x, y) {
    point = [Math.round(Math.min(368, Math.max(72, x))), Math.round(Math.min(508, Math.max(112, y)))];
    draw();
  }
  function drag(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(find(".half").getScreenCTM().inverse());
    move(70 + (x * 15) / 16, 510 - y / 0.6);
  }
  map.onpointerdown = (event) => {
    map.setPointerCapture(event.pointerId);
    if (event.pointerType != "touch") drag(event); // a finger may want to scroll
  };
  map.onpointermove = (event) => map.hasPointerCapture(event.pointerId) && drag(event);
  map.onpointerup = (event) => {
    map.onpointermove(event);
    knob.focus({ preventScroll: true });
  };
  map.setAttribute("role", "group");
  knob.setAttribute("tabindex", 0);
  knob.onkeydown = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(point[0] + 5 * way[0], point[1] + 5 * way[1]);
  };
  el.querySelectorAll("[type=radio]").forEach((radio) => (radio.onchange = again));
  el.querySelectorAll("[data-trees]").forEach((button) => (button.onclick = () => more(+button.dataset.trees)));
  find(".again").onclick = again;
  more(1);
}

export default { render };
