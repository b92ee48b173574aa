// The hero of naive Bayes: words pull at a rope between NumPy (0) and Matplotlib (1).
// Given are words, and of each class how many texts hold a word, how many more times it
// stands there, and how many texts there are. A pull is a log ratio; > 0 is Matplotlib.

const NAMES = ["NumPy", "Matplotlib"], SHOWN = 9, ENOUGH = Math.log(99);

const f = (x) => x.toFixed(1);

// As mlcourse.data.text.tokens.
export const tokens = (text) => text.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)*/gu) || [];

export function tally(words) {
  const count = new Map();
  for (const word of words) count.set(word, (count.get(word) || 0) + 1);
  return count;
}

// What a word pulls if it is there, and if it is not, by its model; smoothing 1.
export function fit({ words, n, more, N }, bernoulli) {
  const all = n.map((row, c) => row.reduce((sum, k, j) => sum + k + more[c][j] + 1, 0));
  const theta = n.map((row, c) => row.map((k, j) => (bernoulli ? (k + 1) / (N[c] + 2) : (k + more[c][j] + 1) / all[c])));
  const on = new Map(), off = new Map();
  words.split(" ").forEach((word, j) => {
    on.set(word, Math.log(theta[1][j] / theta[0][j]));
    off.set(word, bernoulli ? Math.log((1 - theta[1][j]) / (1 - theta[0][j])) : 0);
  });
  return { on, off, bernoulli, prior: Math.log(N[1] / N[0]) };
}

// Every pull at a text: [name, pull, word], the strongest words first; and their sum.
export function pulls({ on, off, bernoulli, prior }, count) {
  const here = [...count].filter(([word]) => on.has(word)).map(([word, k]) => {
    const times = bernoulli ? 1 : k;
    return [times > 1 ? `${word} × ${times}` : word, times * on.get(word), word];
  });
  here.sort((p, q) => Math.abs(q[1]) - Math.abs(p[1]) || (p[2] < q[2] ? -1 : 1));
  const sum = (rows) => rows.reduce((all, row) => all + row[1], 0), others = here.slice(SHOWN), rows = here.slice(0, SHOWN);
  if (others[0]) rows.push([`${others.length} other word${others.length > 1 ? "s" : ""}`, sum(others)]);
  let absent = 0;
  for (const [word, pull] of off) if (!count.has(word)) absent += pull;
  if (bernoulli) rows.push([`${on.size - here.length} absent words`, absent]);
  rows.push(["prior", prior]);
  return { rows, z: sum(rows) };
}

// So few words, added to a text, make it 99 % sure of a class.
export function fewest({ on, off, bernoulli }, count, z, goal) {
  const sign = goal ? 1 : -1, gains = [...on].filter(([word]) => !bernoulli || !count.has(word)).map(([word, pull]) => sign * (pull - off.get(word)));
  gains.sort((p, q) => q - p);
  let k = 0;
  for (let at = sign * z; at < ENOUGH; k++) at += gains[bernoulli ? k : 0];
  return k;
}

// Words taken away and words added, from one text to the other.
export function changed(from, to) {
  let k = 0;
  for (const word of new Set([...from.keys(), ...to.keys()])) k += Math.abs((from.get(word) || 0) - (to.get(word) || 0));
  return k;
}

// --- what is drawn and said

const X = (z) => 216 + (196 * Math.max(-13, Math.min(13, z))) / 13;

export function rope(z) {
  return `<path class="pulled ${z > 0 ? "r" : "l"}" d="M216 44H${f(X(z))}"/><circle class="knot" cx="${f(X(z))}" cy="44" r="9"/>`;
}

export function bars(rows) {
  const unit = 110 / Math.max(3, ...rows.map((row) => Math.abs(row[1])));
  return rows.map(([name, pull, word], k) => {
    const y = 92 + 25 * k, right = pull > 0, side = right ? 1 : -1, end = 216 + unit * pull;
    const can = word ? ` role="button" tabindex="0" data-word="${word}"` : "";
    return `<g class="${word ? "word " : ""}${right ? "r" : "l"}"${can}><path d="M216 ${y}H${f(end)}v17H216Z"/>` +
      `<text class="${right ? "name end" : "name"}" x="${216 - 8 * side}" y="${y + 14}">${name}</text> ` +
      `<text class="${right ? "" : "end"}" x="${f(end + 6 * side)}" y="${y + 14}">${f(Math.abs(pull))}</text></g>`;
  }).join("");
}

const sure = (z) => {
  const p = 1 / (1 + Math.exp(-Math.abs(z)));
  return p > 0.9999 ? "over 99.99 %" : f(Math.floor(1000 * p) / 10) + " %";
};

export function says(z, truth) {
  const so = `${NAMES[+(z > 0)]}, ${sure(z)} sure`;
  return truth < 0 ? so : `${so}, and ${+(z > 0) == truth ? "right" : "wrong"}: ${NAMES[truth]} wrote it`;
}

const plural = (k) => `${k} word${k == 1 ? "" : "s"}`;

export function told(k, z, truth, few, unknown) {
  if (truth < 0) return unknown[0] ? `Not in its vocabulary: ${unknown.slice(0, 4).join(", ")}` : "Type what one of the two could have written.";
  const won = (truth ? -z : z) >= ENOUGH;
  if (won && !k) return "Nothing is changed, and it is 99 % sure and wrong. What pulls so hard?";
  if (won) return `✓ ${plural(k)} changed: 99 % sure, and wrong.${k > few ? ` ${few} added are enough.` : ""}`;
  return `${plural(k)} changed. Make it 99 % sure and wrong; ${few} added ${few == 1 ? "is" : "are"} enough.`;
}

export function render({ model, el }) {
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const data = model.get("data"), find = (selector) => el.querySelector(selector), box = find("textarea");
  const models = [fit(data, false), fit(data, true)], texts = [...data.texts.map((one) => one[0]), ""];
  const chosen = (name) => +find(`[name$="-${name}"]:checked`).value;
  function draw() {
    const at = chosen("text"), now = models[chosen("model")], truth = data.texts[at] ? data.texts[at][1] : -1;
    const count = tally(tokens(box.value)), { rows, z } = pulls(now, count);
    find(".rope").innerHTML = rope(z);
    find(".bars").innerHTML = bars(rows);
    find(".mlc-hero-says").textContent = says(z, truth);
    const first = tally(tokens(data.texts[at] ? data.texts[at][0] : ""));
    const few = truth < 0 ? 0 : fewest(now, first, pulls(now, first).z, 1 - truth);
    const unknown = [...count.keys()].filter((word) => !now.on.has(word));
    find(".told").textContent = told(changed(first, count), z, truth, few, unknown);
  }
  let last = chosen("text");
  box.oninput = () => {
    texts[last] = box.value;
    draw();
  };
  el.querySelectorAll("[type=radio]").forEach((one) => (one.onchange = () => {
    last = chosen("text");
    box.value = texts[last];
    draw();
  }));
  find(".again").onclick = () => {
    box.value = texts[last] = data.texts[last] ? data.texts[last][0] : "";
    draw();
  };
  find(".bars").onclick = find(".bars").onkeydown = (event) => {
    const row = event.target.closest("[data-word]");
    if (!row || (event.key && event.key != "Enter" && event.key != " ")) return;
    event.preventDefault();
    const word = row.dataset.word.replace(/['’]/, "['’]");
    box.value = box.value.replace(new RegExp(`(?<![\\p{L}'’])${word}(?![\\p{L}])(?!['’]\\p{L})\\s*`, "giu"), "");
    box.oninput();
    box.focus({ preventScroll: true });
  };
  box.value = texts[last];
  draw();
}

export default { render };
