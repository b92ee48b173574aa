// The hero of nearest neighbours: a sentence becomes weighted words, and five texts vote.
// Symbols as in hero.py: n texts, nj of them hold word j; rows have length 1.

const EACH = 30, K = 5, NAMES = ["SciPy", "scikit-learn"];
const WORD = /\p{L}+(?:['’]\p{L}+)*/gu;

export const tokens = (text) => text.toLowerCase().match(WORD) || [];

// How often each word of a text stands in it.
const counted = (text) => {
  const times = new Map();
  for (const word of tokens(text)) times.set(word, (times.get(word) || 0) + 1);
  return times;
};

// A row of weights, at length 1, of the words that some text holds.
function row(times, table, kind) {
  const found = new Map();
  let squares = 0;
  for (const [word, c] of times) {
    const some = table.get(word);
    if (!some) continue;
    const w = kind == "counts" ? c : c * (1 + Math.log((1 + 2 * EACH) / (1 + some)));
    found.set(word, w);
    squares += w * w;
  }
  for (const [word, w] of found) found.set(word, w / Math.sqrt(squares));
  return found;
}

// In how many texts each word stands, and the rows of the texts.
export function learn(texts) {
  const all = texts.map(counted), table = new Map();
  for (const times of all) for (const word of times.keys()) table.set(word, (table.get(word) || 0) + 1);
  return { texts, table, rows: (kind) => all.map((times) => row(times, table, kind)) };
}

// The words of a sentence, its nearest texts, and their votes for the second library.
export function look(known, sentence, kind) {
  const times = counted(sentence), q = row(times, known.table, kind);
  const words = [...times].map(([word, c]) => ({ word, times: c, texts: known.table.get(word) || 0, weight: q.get(word) || 0 }));
  const near = known.rows(kind).map((x, text) => {
    const shared = {};
    let cosine = 0;
    for (const [word, w] of q)
      if (x.has(word)) cosine += shared[word] = w * x.get(word);
    return { text, cosine, shared };
  });
  const rank = (one) => Math.round(one.cosine * 1e12); // of equals the first text
  near.sort((a, b) => rank(b) - rank(a) || a.text - b.text).splice(K);
  return { words, near, votes: near.filter((one) => one.text >= EACH).length };
}

// --- what is drawn, and said

export const bag = (words) => words.map(({ word, times, texts, weight }) =>
  `<li${texts ? "" : " class=none"}><b>${word}${times > 1 ? " ×" + times : ""}</b><i><i style="width:` +
  `${(100 * weight).toFixed(1)}%"></i></i><span>${texts ? `in ${texts} of ${2 * EACH}` : "in no text"}</span></li>`).join("");

export const listed = (near, all) => near.map(({ text, cosine, shared }) => {
  const kind = +(text >= EACH);
  const told = all[text].replace(WORD, (word) => {
    const share = shared[word.toLowerCase()];
    return share == null ? word : `<mark style="--w:${share.toFixed(3)}">${word}</mark>`;
  });
  return `<li class="is-${kind}"><b>${"●■"[kind]} ${NAMES[kind]}</b> <span>${cosine.toFixed(2)}</span><p>${told}</p></li>`;
}).join("");

export function says({ near, votes }) {
  const best = +(votes > K / 2), none = near.filter((one) => one.cosine < 1e-9).length;
  return `${best ? votes : K - votes} of ${K} neighbours say ${NAMES[best]}` + (none ? `; ${none} of them share no word with it` : "");
}

// How many words are new, or gone, whichever is more.
export function changed(before, now) {
  const [a, b] = [before, now].map(counted);
  const more = (one, other) => [...one].reduce((sum, [word, c]) => sum + Math.max(0, c - (other.get(word) || 0)), 0);
  return Math.max(more(a, b), more(b, a));
}

export function told(votes, words, best) {
  if (votes == K && best == 1) return "✓ One word: it cannot be done with fewer. Now look at what the new word is worth, and why.";
  if (votes == K) return `✓ All five, with ${words} words changed. Your best: ${best}. One word is enough: can you find it?`;
  const so = `Make all five say scikit-learn, with as few changed words as possible. Changed: ${words}; scikit-learn: ${votes} of ${K}.`;
  return best < Infinity ? `${so} Your best: ${best}.` : so;
}


export function render({ model, el }) {
  const { texts, opening } = model.get("data"), known = learn(texts);
  if (!el.firstElementChild) el.innerHTML = model.get("html");
  const find = (selector) => el.querySelector(selector), field = find("[type=text]");
  function show(sentence, kind) {
    const found = look(known, sentence, kind);
    find(".bag").innerHTML = bag(found.words);
    find(".near").innerHTML = listed(found.near, texts);
    find(".mlc-hero-says").textContent = says(found);
    return found;
  }
  let best = Infinity;
  function draw() {
    const kind = find("[type=radio]:checked").value, { votes } = show(field.value, kind);
    const words = changed(opening.sentence, field.value);
    if (kind == "counts") {
      find(".told").textContent = "With counts every word weighs the same. The task is for tf-idf.";
      return;
    }
    if (votes == K) best = Math.min(best, words);
    find(".told").textContent = told(votes, words, best);
  }
  field.oninput = draw;
  el.querySelectorAll("[type=radio]").forEach((one) => (one.onchange = draw));
  find("button").onclick = () => {
    field.value = opening.sentence;
    draw();
    field.focus({ preventScroll: true });
  };
  draw();
}

export default { render };
