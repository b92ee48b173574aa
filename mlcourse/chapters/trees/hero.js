// The hero of trees: the reader cuts the plane, and the tree grows beside it.
// A row is [radius, texture, class] in tenths; axis 0 radius, 1 texture. A node has rows,
// box [x0, x1, y0, y1], path (a word of L and R), what it says, and once cut axis, at, two.

// BEFORE: mistakes of the first three best cuts.
const LEAST = [70, 110], SPAN = [300, 390], BEFORE = 11;

const X = (v) => 33 + ((v - 70) * 322) / 300;
const Y = (v) => 250 - ((v - 110) * 228) / 390;
const f = (x) => x.toFixed(1);

// The rows that a group of the picture shows.
const rows = (group) => ["benign", "malignant"].flatMap((name, k) =>
  [...group.querySelector("." + name).getAttribute("d").matchAll(/M(\S+) (\S+)h0/g)].map(([, x, y]) =>
    [Math.round(70 + ((x - 33) * 300) / 322), Math.round(110 + ((250 - y) * 390) / 228), k]));

const bad = (rows) => rows.reduce((sum, row) => sum + row[2], 0);

// Both sides of a cut, and its gain: 2 (nL / n) (nR / n) (pL - pR)^2.
export function part(rows, axis, at) {
  const two = [rows.filter((row) => row[axis] <= at), rows.filter((row) => row[axis] > at)];
  const [l, r] = two.map((side) => side.length), n = l + r;
  const gain = l && r ? ((2 * l * r) / n / n) * (bad(two[0]) / l - bad(two[1]) / r) ** 2 : 0;
  return { two, gain };
}

// [place, gain] along an axis, for every value of the rows.
const curve = (rows, axis) =>
  [...new Set(rows.map((row) => row[axis]))].sort((x, y) => x - y).map((v) => [v, part(rows, axis, v).gain]);

// The cut of largest gain, in the middle of its gap; of equals the first.
export function best(rows) {
  let found = { gain: -1 };
  for (const axis of [0, 1])
    curve(rows, axis).forEach(([v, gain], k, all) => {
      if (gain > found.gain + 1e-12) found = { axis, at: Math.floor((v + (all[k + 1] || all[k])[0]) / 2), gain };
    });
  return found;
}

// The tree of these cuts on training rows, holding others or the same.
export function build(cuts, train, rows = train, box = [70, 370, 110, 500], path = "") {
  const cut = cuts.find((one) => one.path == path);
  const node = { ...cut, rows, box, path, says: +(2 * bad(train) > train.length) };
  if (!cut) return node;
  const [learnt, held] = [train, rows].map((all) => part(all, cut.axis, cut.at).two);
  node.two = learnt.map((side, k) =>
    build(cuts, side.length ? side : train, held[k], box.with(2 * cut.axis + 1 - k, cut.at), path + "LR"[k]));
  return node;
}

const inner = (node) => (node.two ? [node, ...node.two.flatMap(inner)] : []);
export const leaves = (node) => (node.two ? node.two.flatMap(leaves) : [node]);
export const wrong = (tree) => leaves(tree).flatMap((leaf) => leaf.rows.filter((row) => row[2] != leaf.says));
const open = (tree) => leaves(tree).filter((leaf) => !leaf.path[2] && wrong(leaf)[0]);

// The leaf that the algorithm would cut next: its best cut takes away most.
export const next = (tree) =>
  open(tree).sort((p, q) => best(q.rows).gain * q.rows.length - best(p.rows).gain * p.rows.length)[0];

// --- what is drawn: the d of each path, by its class

const across = ({ axis, at, box }) => axis
  ? `M${f(X(box[0]))} ${f(Y(at))}H${f(X(box[1]))}`
  : `M${f(X(at))} ${f(Y(box[2]))}V${f(Y(box[3]))}`;
const area = ([x0, x1, y0, y1]) => `M${f(X(x0))} ${f(Y(y0))}H${f(X(x1))}V${f(Y(y1))}H${f(X(x0))}Z`;

export function regions(tree) {
  const side = ["", ""];
  for (const { says, box } of leaves(tree)) side[says] += area(box);
  return {
    cool: side[0],
    warm: side[1],
    own: inner(tree).filter((node) => !node.now).map(across).join(""),
    wrong: wrong(tree).map(([x, y]) => `M${f(X(x))} ${f(Y(y))}m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0`).join(""),
  };
}

// The gains of both axes in a leaf as areas, the present cut and its dot, all else veiled.
export function gains({ rows, box }, { axis, at }) {
  const found = [0, 1].map((a) => curve(rows, a)), low = [322, 367], long = [-60, 58];
  const most = 1.08 * Math.max(...found.flat().map((one) => one[1])) || 1;
  const end = (a, gain) => f(low[a] + (long[a] * gain) / most);
  const [along, up] = found.map((steps, a) => (a ? `M367 ${f(Y(box[2]))}` : `M${f(X(box[0]))} 322`) +
    steps.map(([v, gain]) => (a ? `V${f(Y(v))}H` : `H${f(X(v))}V`) + end(a, gain)).join("") + "Z");
  const here = end(axis, part(rows, axis, at).gain), place = f(axis ? Y(at) : X(at));
  return {
    along, up,
    dot: axis ? `M${here} ${place}h0` : `M${place} ${here}h0`,
    now: across({ axis, at, box }) + (axis ? `M355 ${place}H${here}` : `M${place} 250V${here}`),
    veil: "M33 22V250H355V22Z" + area(box),
  };
}

// The tree as SVG; of its leaves those that `can` be chosen.
export function drawn(tree, can = []) {
  let below = "", above = "";
  const place = ({ path }) => [170 * [...path].reduce((x, side, k) => x + (side == "L" ? -1 : 1) / 2 ** (k + 1), 1), 6 + 84 * path.length];
  function visit(node, now) {
    const { path, rows, two } = node, [x, y] = place(node), m = bad(rows), w = two ? 62 : [62, 56, 52, 40][path.length];
    const [one, other] = two ? [["radius", "texture"][node.axis], "≤ " + f(node.at / 10)] : ["● " + (rows.length - m), "■ " + m];
    const role = !now && can.includes(path) ? ` role="button" tabindex="0" data-path="${path}" aria-label="leaf: ${one} ${other}, cut it"` : "";
    above += `<g class="${two ? "ask" : "leaf is-" + node.says}${node.now ? " now" : ""}"${role}><rect x="${x - w / 2}" y="${y}" width="${w}" height="42" rx="8"/>` +
      `<text x="${x}" y="${y + 17}">${one}</text><text x="${x}" y="${y + 35}">${other}</text></g>`;
    for (const child of two || []) {
      below += `<path class="ask${node.now ? " now" : ""}" d="M${x} ${y + 42}L${place(child).join(" ")}"/>`;
      visit(child, node.now);
    }
  }
  visit(tree);
  return below + above;
}

// --- what is said

const rate = (part, all, digits = 0) => ((100 * part) / all).toFixed(digits) + " %";

export function says({ rows }, { axis, at }) {
  const { two, gain } = part(rows, axis, at), [l, r] = two.map((side) => rate(bad(side), side.length));
  if (!gain && !two.every((side) => side[0])) return "All tumours lie on one side: gain 0";
  return `${axis ? "Texture" : "Radius"} ≤ ${f(at / 10)}: gain ${gain.toFixed(2)}; ${l} malignant if yes, ${r} if no`;
}

export function told(cuts, kept, now) {
  const so = `${cuts} cut${cuts == 1 ? "" : "s"} kept: ${kept} of 150 wrong`;
  if (cuts == 3 && kept < BEFORE) return `✓ ${so}. Better than the algorithm’s ${BEFORE}: it never looks ahead.`;
  if (cuts == 3) return so + ". Undo all, start at 15.2.";
  return `${so}, with this one ${now}. The algorithm’s first three leave ${BEFORE}. Can three of yours leave 10?`;
}

export const fresh = (cuts, trained, met) =>
  `${cuts ? "Your cuts" : "The best single cut"}: ${rate(...trained, 1)} wrong in training, ${rate(...met, 1)} of ${met[1]} new tumours`;

// The cuts of the reader, and the figures that show them.
const shared = (globalThis.mlcCuts ??= { cuts: [], seen: [] });

export function render({ model, el }) {
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector), graph = find(".nodes"), train = rows(find(".train"));
  function show(tree, sentence, can) {
    find(".mlc-hero-says").textContent = sentence;
    put(regions(tree));
    graph.innerHTML = drawn(tree, can);
  }
  function put(paths) {
    for (const name in paths) find("path." + name).setAttribute("d", paths[name]);
  }
  if (find(".fresh")) {
    const met = rows(find(".fresh"));
    shared.seen.push(() => {
      const cuts = shared.cuts[0] ? shared.cuts : [{ path: "", ...best(train) }];
      const trees = [build(cuts, train), build(cuts, train, met)];
      show(trees[1], fresh(shared.cuts[0], ...trees.map((tree) => [wrong(tree).length, tree.rows.length])));
    });
    return shared.seen.at(-1)();
  }

  const slider = find("[type=range]"), [keep, top, undo] = el.querySelectorAll("button"), map = find("svg");
  const whole = (...more) => build([...shared.cuts, ...more], train);
  let leaf, cut; // the leaf that is cut, and where

  function draw(axis, at) {
    const tree = whole(), count = shared.cuts.length;
    let shown = tree;
    if (leaf) {
      at = Math.max(leaf.box[2 * axis], Math.min(leaf.box[2 * axis + 1], Math.round(at)));
      cut = { axis, at, path: leaf.path };
      shown = whole({ ...cut, now: true });
      find(".knob").setAttribute("transform", axis ? `translate(355 ${f(Y(at))}) rotate(90)` : `translate(${f(X(at))} 250)`);
      put(gains(leaf, cut));
      slider.min = LEAST[axis];
      slider.max = LEAST[axis] + SPAN[axis];
      slider.value = at;
      slider.nextElementSibling.value = f(at / 10);
      el.querySelectorAll("[type=radio]")[axis].checked = true;
    }
    find(".moving").style.display = leaf ? "" : "none";
    keep.disabled = !leaf || shown.two && !leaves(shown).every((one) => one.rows[0]);
    top.disabled = slider.disabled = !leaf;
    undo.disabled = !count;
    show(shown, leaf ? says(leaf, cut) : "Your tree is grown", open(tree).map((one) => one.path));
    find(".told").textContent = told(count, wrong(tree).length, wrong(shown).length);
  }
  // Go to a leaf, with the cut at its middle row unless it is given.
  function act(node, axis = cut.axis, at) {
    leaf = node;
    const places = (leaf || whole()).rows.map((row) => row[axis]).sort((x, y) => x - y);
    draw(axis, at ?? places[places.length >> 1]);
    shared.seen.forEach((one) => one());
  }
  const at = (path) => leaves(whole()).find((one) => one.path == path);
  function drag(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    const axis = x > 361 ? 1 : y > 265 ? 0 : cut.axis;
    draw(axis, axis ? 110 + ((250 - y) * 390) / 228 : 70 + ((x - 33) * 300) / 322);
  }
  let down = false;
  map.onpointerdown = (event) => {
    down = true;
    map.setPointerCapture(event.pointerId);
    if (event.pointerType != "touch") drag(event); // a finger may want to scroll
  };
  map.onpointermove = (event) => down && drag(event);
  map.onpointerup = (event) => {
    if (down) drag(event);
    down = false;
    slider.focus({ preventScroll: true });
  };
  map.onpointercancel = () => (down = false);
  slider.oninput = () => draw(cut.axis, +slider.value);
  el.querySelectorAll("[type=radio]").forEach((one) => (one.onchange = () => act(leaf, +one.value)));
  top.onclick = () => draw(best(leaf.rows).axis, best(leaf.rows).at);
  keep.onclick = () => {
    shared.cuts.push(cut);
    act(next(whole()));
  };
  undo.onclick = () => {
    const last = shared.cuts.pop();
    act(at(last.path), last.axis, last.at);
  };
  graph.onclick = graph.onkeydown = (event) => {
    const chosen = event.target.closest("[data-path]");
    if (!chosen || (event.key && event.key != "Enter" && event.key != " ")) return;
    event.preventDefault();
    act(at(chosen.dataset.path));
    slider.focus({ preventScroll: true });
  };
  act(shared.cuts[0] ? next(whole()) : at(""), 0, model.get("data").opening.at);
}

export default { render };
