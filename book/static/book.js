// What a page of the book can do by itself: explorers, questions, progress. No
// dependencies; served as it is written. The markup is that of mlcourse/page/built.py.
// @ts-check
(function () {
  "use strict";

  /** A picture: the sentence above it, and its panels as SVG.
   * @typedef {[says: string, panels: string]} Frame */
  /** A named setting: where it lies on the grid, or a frame of its own.
   * @typedef {{why: string, at?: number[], frame?: Frame}} Preset */
  /** What the build drew for one explorer: its frames are JSON, the last control moves fastest.
   * @typedef {{name: string, frames: string[], presets: Preset[]}} Drawn */
  /** The answers that a reader has given: "chapter/question" to the number of the answer.
   * @typedef {Record<string, number>} Kept */

  const TEMPO = 700; // ms between two frames of a play
  const PAUSE = 150; // ms without a change before the address follows
  const SLICE = 20_000; // bytes of packed frames that are unpacked without a stop
  const SWIPE = 40; // px that a finger must move sideways

  // --- pure functions, tested by Node.js ---

  /** Return the number of a frame. @param {number[]} at @param {number[]} sizes */
  function frameNumber(at, sizes) {
    return at.reduce((number, place, k) => number * sizes[k] + place, 0);
  }

  /** Return the address of a setting. @param {string} name @param {[string, string][]} pairs */
  function addressOf(name, pairs) {
    const told = pairs.map((pair) => pair.map(encodeURIComponent).join("="));
    return `#${name}:${told.join("&")}`;
  }

  /** Return what an address asks for: an explorer's name and settings, or nothing.
   * @param {string} hash @returns {[string, Map<string, string>] | null} */
  function settingOf(hash) {
    const found = /^#([\w-]+):(.+)$/.exec(hash);
    if (!found) return null;
    try {
      const pairs = found[2].split("&").map((pair) => pair.split("=").map(decodeURIComponent));
      return [found[1], new Map(pairs.map(([key, value = ""]) => [key, value]))];
    } catch {
      return null; // not written by us: a percent sign that encodes nothing
    }
  }

  /** Count the questions of a chapter that are answered. @param {Kept} kept @param {string} chapter */
  function answered(kept, chapter) {
    return Object.keys(kept).filter((key) => key.startsWith(`${chapter}/`)).length;
  }

  /** Return the answers in a text; none if it holds anything else.
   * @param {string | null} text @returns {Kept} */
  function parsed(text) {
    try {
      const kept = JSON.parse(text || "{}");
      return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
    } catch {
      return {};
    }
  }

  /** Say how many questions there are. @param {string} count */
  function asks(count) {
    return `${count} question${count === "1" ? "" : "s"}`;
  }

  // --- what a reader has answered ---

  const STORE = "mlcourse";

  /** Return what is kept; null where the browser keeps nothing. @returns {Kept | null} */
  function recall() {
    try {
      const kept = parsed(localStorage.getItem(STORE));
      localStorage.setItem(STORE, JSON.stringify(kept));
      return kept;
    } catch {
      return null;
    }
  }

  /** Keep an answer, the first one given. @param {string} question @param {number} chosen */
  function keep(question, chosen) {
    const kept = recall();
    if (!kept || question in kept) return;
    kept[question] = chosen;
    try {
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      return; // the store is full
    }
    showProgress();
  }

  /** Say on the page how much is answered; where nothing can be kept, say nothing. */
  function showProgress() {
    const kept = recall();
    if (!kept) return;
    for (const place of all(document, ".mlc-progress, .mlc-ring")) {
      const { chapter = "", questions = "" } = place.dataset;
      const done = Math.min(answered(kept, chapter), Number(questions));
      place.style.setProperty("--done", `${(100 * done) / Number(questions)}%`);
      if (place.matches(".mlc-progress")) {
        place.textContent = done ? `${done} of ${questions} answered` : asks(questions);
      }
    }
    for (const box of all(document, ".mlc-kept")) box.hidden = !Object.keys(kept).length;
  }

  /** Give the reader a file of all answers. */
  function exportAnswers() {
    const text = JSON.stringify(recall() || {}, null, 1);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "mlcourse-answers.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000); // some read it later
  }

  /** Forget all answers. */
  function forgetAnswers() {
    if (!confirm("Forget all your answers?")) return;
    localStorage.removeItem(STORE);
    location.reload();
  }

  // --- small helpers ---

  /** @param {ParentNode} root @param {string} selector @returns {HTMLElement[]} */
  function all(root, selector) {
    return [...root.querySelectorAll(selector)].filter((e) => e instanceof HTMLElement);
  }

  /** Return what the page must have. @param {ParentNode} root @param {string} selector */
  function one(root, selector) {
    const found = root.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
    return found;
  }

  /** @param {HTMLElement} button @param {boolean} pressed */
  function press(button, pressed) {
    button.setAttribute("aria-pressed", String(pressed));
  }

  /** @param {HTMLElement} button */
  function isPressed(button) {
    return button.getAttribute("aria-pressed") === "true";
  }

  /** Show a section that a prediction keeps back, and its place in the contents.
   * @param {Element | null | undefined} section */
  function unseal(section) {
    if (!section) return;
    section.querySelector(".mlc-after")?.setAttribute("open", "");
    const link = document.querySelector(`.mlc-contents a[href="#${section.id}"]`);
    for (const each of [section, link?.parentElement]) each?.classList.remove("mlc-later");
  }

  // --- questions ---

  class Question {
    /** @param {HTMLElement} box @param {Map<string, Explorer>} explorers */
    constructor(box, explorers) {
      this.box = box;
      this.then = explorers.get(box.querySelector(".mlc-explorer")?.id || "");
      this.name = box.dataset.question || "";
      this.labels = all(box, ".mlc-answer");
      this.replies = all(box, ".mlc-replies > li");
      this.right = this.replies.findIndex((reply) => reply.querySelector(".mlc-right"));
      this.first = -1;
      for (const reply of this.replies) reply.hidden = true;
      this.inputs = this.labels.map((label) => one(label, "input"));
      one(box, ".mlc-answers").addEventListener("change", () => this.answer());
      one(box, ".mlc-answers").addEventListener("keydown", (event) => this.walk(event));
      const before = (recall() || {})[this.name];
      if (before in this.labels) this.answer(before);
      else if (this.marked() >= 0) this.answer(); // before this script was there
    }

    marked() {
      return this.inputs.findIndex((input) => input.matches(":checked"));
    }

    /** Arrows go from answer to answer and choose none; the space bar or Enter chooses.
     * @param {KeyboardEvent} event */
    walk(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const at = this.inputs.findIndex((input) => input === document.activeElement);
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (by) this.inputs[(at + by + this.inputs.length) % this.inputs.length].focus();
      else if (event.key === "Enter") this.inputs[at].click();
      else return;
      event.preventDefault();
    }

    /** Show the reply; without a number, to what the reader has marked.
     * @param {number} [given] */
    answer(given) {
      const chosen = given ?? this.marked();
      /** @type {HTMLInputElement} */ (this.inputs[chosen]).checked = true;
      if (this.first < 0) this.first = chosen;
      keep(this.name, chosen);
      this.then?.guessed(this.labels[this.first].dataset);
      const predict = this.box.dataset.kind === "predict";
      const told = predict || chosen === this.right;
      this.labels.forEach((label, i) => {
        label.classList.toggle("mlc-you", i === this.first);
        label.classList.toggle("mlc-true", told && i === this.right);
      });
      this.replies.forEach((reply, i) => {
        reply.hidden = i !== chosen && !(predict && i === this.right);
      });
      one(this.box, ".mlc-verdict").textContent = this.verdict(chosen, predict);
      for (const reveal of all(this.box, ".mlc-reveal")) reveal.setAttribute("open", "");
      const own = this.box.closest("section"), next = own?.nextElementSibling;
      if (predict) own?.querySelector(":scope > .mlc-after")?.setAttribute("open", "");
      if (predict && next?.matches(".mlc-later")) unseal(next);
    }

    /** @param {number} chosen @param {boolean} predict */
    verdict(chosen, predict) {
      const letters = this.labels.map((label) => one(label, "b").textContent);
      const [you, truth] = [letters[this.first], letters[this.right]];
      if (this.first === this.right) return `You said ${you}: right.`;
      if (predict || chosen === this.right) return `You said ${you}. It is ${truth}.`;
      return `You said ${you}. Try another answer.`;
    }
  }

  // --- explorers ---

  class Explorer {
    /** @param {HTMLElement} card */
    constructor(card) {
      this.card = card;
      /** @type {Drawn | null} */
      this.drawn = null;
      this.controls = all(card, ".mlc-control").map((box) => new Control(box));
      this.presets = all(card, ".mlc-preset");
      this.playing = 0;
      this.telling = 0;
      this.failed = false;
      this.mark = ""; // the reader's guess, as SVG
      this.panel = 0; // and where it lies
      this.listen();
    }

    listen() {
      new ResizeObserver(([{ target }]) => {
        target.classList.toggle("mlc-tall", target.clientHeight > 0.4 * innerHeight);
      }).observe(one(this.card, ".mlc-controls"));
      this.card.addEventListener("input", (event) => {
        if (event.isTrusted) this.stop();
        this.chosen(-1);
      });
      one(this.card, ".mlc-controls").addEventListener("change", () => this.tell());
      this.presets.forEach((button, k) => button.addEventListener("click", () => this.preset(k)));
      one(this.card, ".mlc-pin").addEventListener("click", () => this.pin());
      for (const control of this.controls) {
        control.play?.addEventListener("click", () => this.toggle(control));
      }
      this.card.addEventListener("pointerdown", (event) => {
        if (!(event.target instanceof Element && event.target.closest(".mlc-play"))) this.stop();
      });
      this.swipes(one(this.card, ".mlc-screens"));
    }

    at() {
      return this.controls.map((control) => control.place);
    }

    /** Show the frames once they are there. @param {Drawn} drawn */
    ready(drawn) {
      this.drawn = drawn;
      const pressed = this.presets.findIndex(isPressed);
      const touched = one(this.card, ".mlc-screens").ariaBusy === "true";
      const moved = this.controls.some((control) => control.moved); // before this script
      if (pressed >= 0 || touched || moved) this.chosen(pressed);
    }

    /** Say that the frames will not come. */
    fail() {
      this.failed = true;
      one(this.card, ".mlc-screens").setAttribute("aria-busy", "false");
      const why = one(this.card, ".mlc-why");
      why.textContent = "The pictures of other settings could not be loaded; the table has some.";
      why.hidden = false;
      one(this.card, ".mlc-controls").hidden = one(this.card, ".mlc-pills").hidden = true;
      const table = this.card.querySelector("details");
      if (table) table.open = true;
    }

    /** Show what is chosen now: preset number `preset`, or the controls' frame if -1.
     * @param {number} preset */
    chosen(preset) {
      if (this.failed) return;
      this.presets.forEach((button, k) => press(button, k === preset));
      const found = this.drawn?.presets[preset];
      this.controls.forEach((control, i) => {
        if (found?.at) control.place = found.at[i];
        control.say();
      });
      const why = one(this.card, ".mlc-why");
      why.innerHTML = found ? found.why : "";
      why.hidden = !found;
      one(this.card, ".mlc-screens").setAttribute("aria-busy", String(!this.drawn));
      if (!this.drawn) return;
      const sizes = this.controls.map((control) => control.labels.length);
      this.show(found?.frame || JSON.parse(this.drawn.frames[frameNumber(this.at(), sizes)]));
    }

    /** @param {Frame} frame */
    show([says, panels]) {
      one(this.card, ".mlc-says").textContent = says;
      one(this.card, ".mlc-screen").innerHTML = panels;
      this.drawGuess();
    }

    /** Draw a guess over this picture and all that follow. @param {DOMStringMap} answer */
    guessed({ panel, mark }) {
      if (!mark || this.mark) return; // the first one stays
      [this.mark, this.panel] = [mark, Number(panel)];
      this.drawGuess();
    }

    drawGuess() {
      const panels = one(this.card, ".mlc-screen").querySelectorAll(".mlc-svg");
      panels[this.panel]?.insertAdjacentHTML("beforeend", this.mark);
    }

    /** @param {number} k */
    preset(k) {
      this.stop();
      this.chosen(k);
      this.tell();
    }

    /** Keep the present picture beside the next ones, or let it go. */
    pin() {
      const button = one(this.card, ".mlc-pin");
      const kept = this.card.querySelector(".mlc-pinned");
      press(button, !kept);
      this.card.classList.toggle("mlc-pins", !kept);
      if (kept) return kept.remove();
      const says = `pinned: ${one(this.card, ".mlc-says").textContent}`;
      const copy = document.createElement("div");
      copy.className = "mlc-pinned";
      const note = document.createElement("p");
      note.textContent = says;
      const screen = /** @type {HTMLElement} */ (one(this.card, ".mlc-screen").cloneNode(true));
      screen.classList.remove("mlc-screen");
      screen.removeAttribute("aria-labelledby");
      screen.setAttribute("aria-label", says);
      copy.append(note, screen);
      one(this.card, ".mlc-screens").append(copy);
    }

    /** Play a control from where it is, or stop. @param {Control} control */
    toggle(control) {
      const own = control.play !== null && isPressed(control.play);
      this.stop();
      if (own) return;
      if (control.place === control.labels.length - 1) this.step(control, -Infinity);
      if (control.play) press(control.play, true);
      this.playing = setInterval(() => {
        if (!this.step(control, 1)) this.stop();
      }, TEMPO);
    }

    stop() {
      if (!this.playing) return;
      clearInterval(this.playing);
      this.playing = 0;
      for (const control of this.controls) if (control.play) press(control.play, false);
      this.tell();
    }

    /** Move a control; say whether it moved. @param {Control} control @param {number} by */
    step(control, by) {
      if (this.failed) return false;
      const before = control.place;
      control.place = Math.min(Math.max(before + by, 0), control.labels.length - 1);
      if (control.place === before) return false;
      this.chosen(-1);
      return true;
    }

    /** A finger that moves sideways over the picture steps the first slider.
     * @param {HTMLElement} screens */
    swipes(screens) {
      const slider = this.controls.find((control) => control.play);
      let start = 0;
      screens.addEventListener("touchstart", (e) => (start = e.changedTouches[0].clientX), {
        passive: true,
      });
      screens.addEventListener("touchend", (e) => {
        const moved = e.changedTouches[0].clientX - start;
        const zoomed = (visualViewport?.scale ?? 1) > 1.01; // then a finger moves the page
        if (!slider || zoomed || Math.abs(moved) < SWIPE) return;
        if (this.step(slider, moved < 0 ? 1 : -1)) this.tell();
      });
    }

    /** Put the setting into the page's address, soon: a browser allows few changes. */
    tell() {
      clearTimeout(this.telling);
      this.telling = setTimeout(() => this.writeAddress(), PAUSE);
    }

    writeAddress() {
      const k = this.presets.findIndex(isPressed);
      /** @type {[string, string][]} */
      const pairs =
        k >= 0
          ? [["preset", this.presets[k].textContent || ""]]
          : this.controls.map((control) => [control.name, control.labels[control.place]]);
      history.replaceState(null, "", addressOf(this.card.id, pairs));
    }

    /** Show a setting of the page's address, and what hides it; go there if one is to `come`.
     * @param {Map<string, string>} asked @param {boolean} come */
    open(asked, come) {
      for (const control of this.controls) {
        const place = control.labels.indexOf(asked.get(control.name) ?? "");
        if (place >= 0) control.place = place;
      }
      this.chosen(this.presets.findIndex((b) => b.textContent === asked.get("preset")));
      for (let e = this.card.parentElement; e; e = e.parentElement) {
        if (e instanceof HTMLDetailsElement) e.open = true;
      }
      unseal(this.card.closest(".mlc-later"));
      if (come) this.card.scrollIntoView();
    }
  }

  /** A slider, a list or radio buttons: one of several values. */
  class Control {
    /** @param {HTMLElement} box */
    constructor(box) {
      this.inputs = all(box, "input, select");
      const [first] = /** @type {HTMLInputElement[]} */ (this.inputs);
      this.input = first;
      this.radios = box instanceof HTMLFieldSetElement;
      this.name = box.dataset.name || first.name;
      this.play = /** @type {HTMLElement | null} */ (box.querySelector(".mlc-play"));
      this.output = box.querySelector("output");
      const option = /** @type {HTMLOptionElement | null} */ (box.querySelector("[selected]"));
      this.first = option ? option.value : first.getAttribute("value"); // what was written
      /** @type {string[]} */
      this.labels = first.dataset.values
        ? JSON.parse(first.dataset.values)
        : all(box, this.radios ? "label" : "option").map((e) => (e.textContent || "").trim());
    }

    get place() {
      if (!this.radios) return Number(this.input.value);
      return this.inputs.findIndex((input) => input.matches(":checked"));
    }

    /** Whether it stands elsewhere than where the page has put it. */
    get moved() {
      if (!this.radios) return this.input.value !== this.first;
      return this.inputs.some((e) => e.matches(":checked") !== e.hasAttribute("checked"));
    }

    set place(to) {
      if (this.radios) /** @type {HTMLInputElement} */ (this.inputs[to]).checked = true;
      else this.input.value = String(to);
    }

    /** Say the value beside a slider, and to screen readers. */
    say() {
      if (!this.output) return;
      this.output.textContent = this.labels[this.place];
      this.input.setAttribute("aria-valuetext", this.labels[this.place]);
    }
  }

  // --- the page ---

  /** Return whether the page is on a desk: fast enough to do several things at once. */
  function onDesk() {
    return matchMedia("(min-width: 992px)").matches;
  }

  /** Wait until something is seen, or for a second: a page in the background is not. */
  function painted() {
    return new Promise((seen) => {
      new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
      setTimeout(seen, 1000);
    });
  }

  /** Return the frames of each explorer, packed: on a phone the first paint comes first.
   * @returns {Promise<string[]>} */
  async function packed() {
    const file = document.getElementById("mlc-frames")?.dataset.file;
    if (!file) return [];
    if (!onDesk()) await painted();
    const script = document.createElement("script");
    await new Promise((there, not) => {
      Object.assign(script, { src: file, onload: there, onerror: not });
      document.body.append(script);
    });
    return /** @type {any} */ (window).mlcFrames;
  }

  /** Unpack base64 and gzip, as the browser itself does, slice by slice on a phone:
   * it has other things to do. @param {string} frames @returns {Promise<Drawn>} */
  async function unpack(frames) {
    const bytes =
      // @ts-ignore: older browsers lack it
      Uint8Array.fromBase64?.(frames) ??
      Uint8Array.from(atob(frames), (sign) => sign.charCodeAt(0));
    let from = 0;
    const slices = new ReadableStream({
      async pull(to) {
        if (from) await new Promise((done) => setTimeout(done));
        to.enqueue(bytes.subarray(from, (from += onDesk() ? bytes.length : SLICE)));
        if (from >= bytes.length) to.close();
      },
    });
    const plain = slices.pipeThrough(new DecompressionStream("gzip"));
    const [told, ...lines] = (await new Response(plain).text()).split("\n");
    return { ...JSON.parse(told), frames: lines };
  }

  /** Give each explorer its frames; spoiled ones are that explorer's loss alone.
   * @param {Map<string, Explorer>} explorers */
  async function show(explorers) {
    for (const frames of (await packed().catch(console.warn)) || []) {
      const shown = unpack(frames).then((drawn) => explorers.get(drawn.name)?.ready(drawn));
      await shown.catch(console.warn);
    }
    const lost = [...explorers.values()].filter((explorer) => !explorer.drawn);
    for (const explorer of lost) explorer.fail();
    document.documentElement.dataset.frames = lost.length ? "none" : "ready";
  }

  function start() {
    const explorers = new Map(all(document, ".mlc-explorer").map((c) => [c.id, new Explorer(c)]));
    all(document, ".mlc-ask").forEach((box) => new Question(box, explorers));
    showProgress();
    addEventListener("storage", showProgress); // another tab
    addEventListener("pageshow", showProgress); // back from another page
    const root = document.documentElement.dataset;
    /** @type {string | undefined} */
    let theme; // of the screen, while the page is printed
    addEventListener("beforeprint", () => {
      theme ??= root.theme;
      root.theme = "light";
    });
    addEventListener("afterprint", () => ([root.theme, theme] = [theme, undefined]));
    for (const button of all(document, ".mlc-export")) button.onclick = exportAnswers;
    for (const button of all(document, ".mlc-forget")) button.onclick = forgetAnswers;
    /** @param {boolean} come */
    const follow = (come) => {
      const setting = settingOf(location.hash);
      const place = document.getElementById(location.hash.slice(1));
      const later = place?.closest(".mlc-later");
      if (later) unseal(later);
      if (later && come) place?.scrollIntoView();
      if (setting) explorers.get(setting[0])?.open(setting[1], come);
    };
    addEventListener("hashchange", () => follow(true));
    const [visit] = performance.getEntriesByType("navigation");
    const { type } = /** @type {PerformanceNavigationTiming} */ (visit || { type: "navigate" });
    follow(type === "navigate"); // who comes back is where he was
    show(explorers);
  }

  if (typeof document === "undefined") {
    // @ts-ignore: Node.js tests what needs no page
    module.exports = { frameNumber, addressOf, settingOf, answered, parsed };
  } else {
    start();
  }
})();
