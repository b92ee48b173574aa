// The hero of SLEEC: documents on three flat maps, and the votes of the nearest ones.
// Symbols as in hero.py: a place is [x, y] in whole units; a vote weighs 1, or 1 / d^2 at
// distance d, at least 1; of equally near documents the first, of equal votes the first label.

const BARS = 6, LISTED = 5;
const at = ([x, y]) => x + " " + y;
const place = (data, space, i) => data.maps[space].slice(2 * i, 2 * i + 2);

// The k documents nearest to a point, without document i: [document, squared distance].
export function near(data, space, k, i, point) {
  const found = data.docs.map((_, j) => {
    const [x, y] = place(data, space, j);
    return [j, (x - point[0]) ** 2 + (y - point[1]) ** 2];
  });
  return found.filter(([j]) => j != i).sort((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, k);
}

// The share of the vote for every label.
export function vote(data, some, sharp) {
  const shares = data.labels.map(() => 0);
  let sum = 0;
  for (const [j, d] of some) {
    const w = sharp ? 1 / Math.max(d, 1) : 1;
    sum += w;
    for (const l of data.has[j]) shares[l] += w;
  }
  return shares.map((share) => share / sum);
}

// Labels by their shares, the largest first.
export const order = (shares) =>
  shares.map((_, l) => l).sort((a, b) => Math.round(1e9 * (shares[b] - shares[a])) || a - b);

// For how many documents the first label is true, each judged by all others.
export const right = (data, space, k, sharp) =>
  data.docs.filter((_, i) => {
    const shares = vote(data, near(data, space, k, i, place(data, space, i)), sharp);
    return data.has[i].includes(order(shares)[0]);
  }).length;

// What moves in the picture: the d of each path and the text of each line, by its class.
export function shapes(data, { space, k, sharp, i, point }) {
  const some = near(data, space, k, i, point), shares = vote(data, some, sharp), first = order(shares);
  const like = (j) => data.has[j].some((l) => data.has[i].includes(l));
  const texts = {}, bars = ["", ""];
  for (let row = 0; row < BARS; row++) {
    const l = first[row], share = shares[l], y = 44 + 24 * row;
    bars[+data.has[i].includes(l)] += share < 0.005 ? "" : `M128 ${y}h${(180 * share).toFixed(1)}`;
    texts["l" + row] = share < 0.005 ? "" : data.labels[l];
    texts["s" + row] = share < 0.005 ? "" : share.toFixed(2);
  }
  const marks = ["", ""];
  for (let row = 0; row < LISTED; row++) {
    const j = some[row]?.[0];
    texts["d" + row] = j == null ? "" : data.docs[j];
    if (j != null) marks[+like(j)] += `M18 ${225 + 22 * row}h0`;
  }
  return { paths: { ...dots(data, data.maps[space], i),
    lines: some.map(([j]) => `M${at(point)}L${at(place(data, space, j))}`).join(""),
    bar0: bars[0], bar1: bars[1], mark0: marks[0], mark1: marks[1] }, texts };
}

// The documents where a flat list of places has them: those that share a label with i, and others.
function dots(data, places, i) {
  const found = { others: "", like: "" };
  data.docs.forEach((_, j) => {
    const kind = data.has[j].some((l) => data.has[i].includes(l)) ? "like" : "others";
    if (j != i) found[kind] += `M${at(places.slice(2 * j, 2 * j + 2))}h0`;
  });
  return found;
}

export function says(data, state) {
  const { space, k, sharp, i, point } = state, some = near(data, space, k, i, point);
  const first = order(vote(data, some, sharp))[0], mark = data.has[i].includes(first) ? "true" : "not true";
  return `All ${data.docs.length} documents: ${right(data, space, k, sharp)} get a true label first. ` +
    `${data.docs[i]}: ${data.labels[first]}, ${mark}`;
}

// What the reader is told about the challenge.
export function told(data, { space, k, sharp }) {
  const now = right(data, space, k, sharp), { goal, best } = data;
  if (space == "labels") return `${now}, but this map is the answer: a new document does not tell its labels. Beat ${goal} without it.`;
  if (now > goal && now < best) return `✓ Done: ${now}. Can you reach ${best}?`;
  if (now > goal) return `✓ Done: ${now}. SLEEC saw the words of these documents, and not their labels.`;
  return space == "words"
    ? `Beat ${goal}, the best that neighbours and votes reach on the map of words.`
    : `${now}. Beat ${goal}: change the number of neighbours.`;
}

export function render({ model, el }) {
  const data = model.get("data"), { opening } = data;
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector);
  const knob = find(".knob"), map = find("svg"), slider = find("[type=range]");
  const state = { ...opening };
  let travel = 0;

  const put = (paths) => { for (const name in paths) find("path." + name).setAttribute("d", paths[name]); };
  function stand() {
    knob.setAttribute("transform", `translate(${at(state.point)})`);
    knob.setAttribute("aria-valuenow", state.point[0]);
    knob.setAttribute("aria-valuetext", `${data.docs[state.i]} at ${state.point[0]}, ${state.point[1]}`);
  }
  function draw() {
    cancelAnimationFrame(travel);
    const { paths, texts } = shapes(data, state);
    put(paths);
    for (const name in texts) find("text." + name).textContent = texts[name];
    const name = data.docs[state.i] + ": " + data.has[state.i].map((l) => data.labels[l]).join(", ");
    find(".name").textContent = name.length > 41 ? name.slice(0, 40) + "…" : name;
    find(".mlc-hero-says").textContent = says(data, state);
    find(".told").textContent = told(data, state);
    stand();
  }
  function pick(i) {
    Object.assign(state, { i, point: place(data, state.space, i) });
    draw();
  }
  // The points travel from one map to the next.
  function move(space) {
    const from = data.maps[state.space], to = data.maps[space], start = performance.now();
    const left = state.point;
    Object.assign(state, { space, point: place(data, space, state.i) });
    const goal = state.point;
    draw();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    (function step(now) {
      const t = Math.min(1, Math.max(0, now - start) / 900), s = t * t * (3 - 2 * t);
      const between = (a, b) => a.map((x, j) => Math.round(x + s * (b[j] - x)));
      put({ ...dots(data, between(from, to), state.i), lines: "" });
      knob.setAttribute("transform", `translate(${at(between(left, goal))})`);
      if (t < 1) travel = requestAnimationFrame(step);
      else draw();
    })(start);
  }
  const held = (value, most) => Math.round(Math.min(most - 8, Math.max(8, value)));
  function to(x, y) {
    state.point = [held(x, data.size[0]), held(y, data.size[1])];
    draw();
  }
  function where(event) {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(find(".lines").getScreenCTM().inverse());
    return [p.x, p.y];
  }

  let dragged = false, moved = false;
  map.onpointerdown = (event) => {
    dragged = !!event.target.closest(".knob");
    moved = false;
    if (dragged) map.setPointerCapture(event.pointerId);
  };
  map.onpointermove = (event) => {
    if (!dragged) return;
    moved = true;
    to(...where(event));
  };
  map.onpointerup = (event) => {
    if (!moved) {
      const [[j, d] = []] = near(data, state.space, 1, state.i, where(event));
      if (d < 400) pick(j);
    }
    dragged = false;
    knob.focus({ preventScroll: true });
  };
  map.onpointercancel = () => (dragged = false);
  map.setAttribute("role", "group");
  const role = { tabindex: 0, role: "slider", "aria-label": "the document on the map", "aria-valuemin": 0, "aria-valuemax": data.size[0] };
  for (const name in role) knob.setAttribute(name, role[name]);
  knob.onkeydown = (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    to(state.point[0] + 8 * way[0], state.point[1] + 8 * way[1]);
  };
  slider.oninput = () => {
    state.k = +slider.value;
    slider.nextElementSibling.value = state.k;
    draw();
  };
  el.querySelectorAll("[type=radio]").forEach((radio) => (radio.onchange = () => move(radio.value)));
  find(".sharp").onchange = (event) => {
    state.sharp = event.target.checked;
    draw();
  };
  find(".next").onclick = () => pick((state.i + 1) % data.docs.length);
  draw();
}

export default { render };
