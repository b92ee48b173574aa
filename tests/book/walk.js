// The walk of a reader through an open page of the book, the same in every browser. It
// needs nothing but the page, and returns what a reader would complain of. What explorers
// say at each stop is left in `window.told`. Who is in a hurry stops at ends and middles.
async function walk(hurry) {
  "use strict";
  const PATIENCE = 15000; // ms
  const TEMPO = 700; // ms between two frames of a play
  const FINGER = 43.5; // px: a target of 44, rounded
  const complaints = new Set();
  const complain = (where, what) => complaints.add(`${where}: ${what}`);

  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const pressed = (button) => button.getAttribute("aria-pressed") === "true";
  async function until(fact, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (!fact() && Date.now() < end) await pause(20);
    return fact();
  }

  const cards = all(document, ".mlc-explorer");
  const questions = all(document, ".mlc-ask");
  const screen = (card) => card.querySelector(".mlc-screen:not(.mlc-pinned, .mlc-pinned *)");
  const picture = (card) => screen(card).innerHTML;
  const says = (card) => card.querySelector(".mlc-says").textContent;
  const slider = (card) => card.querySelector("input[type=range]");
  const few = (list) =>
    hurry && list.length > 3 ? [list[0], list[list.length >> 1], list.at(-1)] : list;
  const told = (window.told = []); // [explorer, places of its controls or preset, sentence]
  function places(card) {
    return all(card, ".mlc-control").map((control) =>
      Number((control.querySelector("input:checked") || control.querySelector("input, select")).value),
    );
  }
  const values = (input) => JSON.parse(input.dataset.values);
  const tell = (input, kind) => input.dispatchEvent(new Event(kind, { bubbles: true }));
  function move(input, value) {
    input.value = value;
    tell(input, "input");
    tell(input, "change");
  }

  // --- links ---

  // A link to a setting shows it, and opens what hides it.
  async function arrived(hash) {
    const [, name, control, value] = /^#([\w-]+):([^=]+)=([^&]*)/.exec(hash);
    const card = document.getElementById(name);
    const input = all(card, "input[type=range]").find(
      (each) => each.name === decodeURIComponent(control),
    );
    const there = () => values(input)[input.value] === decodeURIComponent(value);
    if (!(await until(there, 3000))) complain(hash, "the link does not set its control");
    if (input.parentElement.querySelector("output").textContent !== values(input)[input.value])
      complain(hash, "the value beside the slider is another");
    if (!shown(card)) complain(hash, "the link does not open what hides the explorer");
  }

  async function follow() {
    const card = cards.findLast((each) => slider(each) && each.closest(".mlc-reveal"));
    if (!card) return;
    const input = slider(card);
    const goal = values(input)[input.value === input.max ? 0 : input.max];
    location.hash = `#${card.id}:${input.name}=${encodeURIComponent(goal)}`;
    await arrived(location.hash);
  }

  // --- questions ---

  // What a prediction keeps back below it: opened by its answer, and by nothing else.
  const kept = all(document, ".mlc-after");

  async function answer(box) {
    const name = box.dataset.question;
    const labels = all(box, ".mlc-answer");
    const reveal = box.querySelector(".mlc-reveal");
    const marked = (kind) => labels.filter((label) => label.classList.contains(kind));
    const choose = (label) => label.querySelector("input").click();
    const predicts = box.dataset.kind === "predict";
    const section = predicts && box.closest("section");
    const here = section && `#${CSS.escape(section.id)}`;
    const own = here ? all(document, `${here} > .mlc-after, ${here} + .mlc-later > .mlc-after`) : [];
    const others = kept.filter((each) => !own.includes(each));
    const open = others.map((each) => each.open).join();
    if (shown(reveal.querySelector("summary"))) complain(name, "the script leaves a summary");
    if (labels.length < 2 || !labels.every(shown)) complain(name, "answers are hidden");
    if (all(box, ".mlc-reply").some(shown)) complain(name, "a reply before the answer");
    choose(labels.at(-1));
    if (!(await until(() => reveal.open, 3000))) complain(name, "the reply stays closed");
    if (!all(box, ".mlc-reply").some(shown)) complain(name, "no reply appears");
    if (!all(box, ".mlc-reply").some((reply) => !shown(reply)))
      complain(name, "every reply appears");
    if (!own.every((each) => each.open)) complain(name, "the answer does not open what follows");
    if (others.map((each) => each.open).join() !== open) complain(name, "opens what is not its own");
    if (!own.every(shown)) complain(name, "the answer does not show what follows");
    if (predicts && !all(box, ".mlc-explorer").every(shown))
      complain(name, "the prediction does not open its explorer");
    let right = 0;
    for (const [k, label] of labels.entries()) {
      choose(label);
      const reply = box.querySelector(`.mlc-replies > li[value="${k + 1}"]`);
      const [, verdict, reason] = /^([^.]*)\.(.*)$/s.exec(reply.innerText) || [];
      if (!shown(reply) || !reason?.trim()) complain(name, `answer ${k + 1} gets no reason`);
      if (verdict !== "✓ Right") continue;
      right += 1;
      if (marked("mlc-true")[0] !== label) complain(name, "the right answer is not marked");
    }
    if (right !== 1) complain(name, `${right} answers are right`);
    if (marked("mlc-you")[0] !== labels.at(-1)) complain(name, "the choice is not marked");
  }

  // Answers stay in the browser, and are counted, where it keeps anything.
  function remembered() {
    let stored;
    try {
      localStorage.setItem("walk", "1");
      localStorage.removeItem("walk");
      stored = localStorage.getItem("mlcourse") || "";
    } catch {
      return;
    }
    for (const { dataset } of questions)
      if (!stored.includes(dataset.question)) complain(dataset.question, "is not kept");
    for (const line of all(document, ".mlc-progress"))
      if (!/\d/.test(line.textContent)) complain("progress", "the line does not count");
  }

  // --- explorers ---

  // Go to every value of a control, and back; what a control calls its value must follow.
  function tour(card, control) {
    const input = control.querySelector("input, select");
    const [radios, options] = [all(control, "input[type=radio]"), all(control, "option")];
    const where = `${card.id}, ${input.name}`;
    const seen = [];
    function look() {
      seen.push([picture(card), says(card)]);
      told.push([card.id, places(card), says(card)]);
    }
    if (input.type === "range") {
      const [start, output] = [input.value, control.querySelector("output")];
      for (const [place, label] of few([...values(input).entries()])) {
        move(input, place);
        look();
        if (output.textContent !== label) complain(where, `shows ${output.textContent}`);
        if (input.getAttribute("aria-valuetext") !== label) complain(where, "speaks wrong");
      }
      move(input, start);
    } else if (radios.length) {
      const start = radios.find((radio) => radio.checked);
      for (const radio of few(radios)) radio.click(), look();
      start.click();
    } else {
      const start = input.value;
      for (const option of few(options)) move(input, option.value), look();
      move(input, start);
    }
    for (const [k, what] of ["picture", "sentence"].entries())
      if (new Set(seen.map((each) => each[k])).size < 2) complain(where, `one ${what} for all`);
  }

  // Each explorer that was moved has put its setting into the address, some time after.
  const addresses = [];
  const replace = history.replaceState.bind(history);
  history.replaceState = (...state) => replace(...state) ?? addresses.push(location.hash);

  async function addressed() {
    for (const card of cards.filter((each) => each.querySelector(".mlc-control"))) {
      const known = () => addresses.some((each) => each.startsWith(`#${card.id}:`));
      if (!(await until(known))) complain(card.id, "not in the address");
    }
  }

  function pin(card) {
    const [button, input, before] = [card.querySelector(".mlc-pin"), slider(card), picture(card)];
    const pins = () => all(card, ".mlc-pinned");
    button.click();
    if (!pressed(button) || pins().length !== 1) return complain(card.id, "nothing is pinned");
    if (!shown(pins()[0]) || !shown(screen(card))) complain(card.id, "not two pictures");
    const pinned = pins()[0].innerHTML;
    if (input) {
      const start = input.value;
      for (let place = 0; place <= input.max && picture(card) === before; place++)
        move(input, place);
      if (pins()[0].innerHTML !== pinned) complain(card.id, "the pinned picture changes");
      if (picture(card) === before) complain(card.id, "the other picture is pinned, too");
      move(input, start);
    }
    button.click();
    if (pressed(button) || pins().length) complain(card.id, "the pin does not come off");
  }

  function presets(card) {
    const pills = all(card, ".mlc-preset");
    const why = card.querySelector(".mlc-why");
    for (const [k, pill] of pills.entries()) {
      const where = `${card.id}, ${pill.textContent}`;
      pill.click();
      told.push([card.id, k, says(card)]);
      if (pills.some((each) => pressed(each) !== (each === pill))) complain(where, "not pressed");
      if (!shown(why) || !why.textContent.trim()) complain(where, "does not say why");
      if (!screen(card).querySelector("svg")) complain(where, "no picture");
    }
    if (!pills.length || !slider(card)) return;
    move(slider(card), slider(card).value === "0" ? 1 : 0);
    if (pills.some(pressed) || shown(why)) complain(card.id, "a preset stays pressed");
  }

  // All explorers play at once: what moves by itself, and stops at a touch.
  async function play() {
    const buttons = cards.flatMap((card) => all(card, ".mlc-play").filter(shown).slice(0, 1));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      if (buttons.length) complain("play", "moves although the reader wants no motion");
      return;
    }
    const input = (button) => button.parentElement.querySelector("input");
    for (const card of cards)
      if (slider(card) && !buttons.some((button) => card.contains(button)))
        complain(card.id, "nothing to play");
    if (!buttons.length) return;
    for (const button of buttons) move(input(button), 0);
    for (const button of buttons) button.click();
    const moved = (button) => pressed(button) && input(button).value !== "0";
    await until(() => buttons.every(moved), 5000);
    const playing = buttons.filter(moved);
    for (const button of buttons)
      if (!playing.includes(button)) complain(button.closest("figure").id, "does not play");
    for (const button of playing)
      screen(button.closest("figure")).dispatchEvent(
        new PointerEvent("pointerdown", { bubbles: true }),
      );
    const stood = playing.map((button) => input(button).value);
    await pause(TEMPO + 100);
    for (const [k, button] of playing.entries())
      if (pressed(button) || input(button).value !== stood[k])
        complain(button.closest("figure").id, "plays on after a touch");
  }

  // --- heroes ---

  // Modules are alive: what is typed, or else a hero's first button, is answered by its
  // sentence, and by that of a hero without buttons, which follows another one.
  function press(heroes) {
    const says = (hero) => hero.querySelector(".mlc-hero-says").textContent;
    const before = heroes.map(says);
    for (const [k, hero] of heroes.entries()) {
      const text = hero.querySelector("textarea, input[type=text]");
      if (text) {
        text.value = "Draw the figure";
        text.dispatchEvent(new Event("input", { bubbles: true }));
      } else hero.querySelector("button")?.click();
      if (says(hero) === before[k]) complain(hero.id, "the first control changes nothing");
    }
  }

  // --- colours and room ---

  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map(Number);
    return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  };

  const fades = (each) =>
    each.playState === "running" && each.effect.getComputedTiming().iterations < Infinity;

  async function dark() {
    const button = document.querySelector(".theme-switch-button");
    const { dataset } = document.documentElement;
    for (let i = 0; button && i < 3 && dataset.theme !== "dark"; i++) button.click();
    if (!button) dataset.theme = "dark";
    if (dataset.theme !== "dark") return complain("dark", "the button does not reach it");
    await until(() => !document.getAnimations().some(fades));
    if (light(getComputedStyle(document.body).backgroundColor) > 0.3)
      complain("dark", "the paper stays bright");
    for (const text of all(document, ".mlc-says, .mlc-hero-says, .mlc-question, .mlc-look").filter(shown))
      if (light(getComputedStyle(text).color) < 0.5) complain("dark", `${text.className} stays dark`);
  }

  function room() {
    const page = document.documentElement;
    const width = page.clientWidth;
    if (page.scrollWidth > width + 1) complain("width", `the page is ${page.scrollWidth} px wide`);
    for (const svg of all(document, ".mlc-explorer svg, .mlc-hero > * > svg").filter(shown))
      if (svg.getBoundingClientRect().right > width + 1)
        complain(svg.closest("figure").id, "the picture reaches over the edge");
    if (width > 480) return;
    const targets = ".mlc-play, .mlc-pin, .mlc-preset, .mlc-answer, .mlc-control select, .mlc-control input[type=range], .mlc-hero button, .mlc-hero label";
    for (const target of all(document, targets).filter(shown)) {
      if (/^text/.test(target.control?.type)) continue; // the name of a field to type in
      const { height } = target.getBoundingClientRect();
      const name = target.id || target.className;
      if (height < FINGER) complain(name, `${height.toFixed(0)} px high, a finger needs 44`);
    }
    for (const card of cards.filter(shown)) {
      const panels = all(screen(card), "svg").filter((svg) => !svg.parentElement.closest("svg"));
      const tops = panels.map((svg) => svg.getBoundingClientRect());
      if (tops.some((box, k) => k && box.top < tops[k - 1].bottom - 1))
        complain(card.id, "the panels do not stand one below the other");
    }
  }

  // --- the walk ---

  const packed = document.getElementById("mlc-frames");
  const ready = () => document.documentElement.dataset.frames === "ready";
  if (packed && !(await until(ready))) complain("frames", "are never unpacked");
  if (cards.length && !packed) complain("frames", "the page has none");
  for (const each of kept)
    if (!each.open && !each.parentElement.querySelector(".mlc-ask") && shown(each.parentElement))
      complain(each.parentElement.id, "is seen before its prediction is answered");
  if (/^#[\w-]+:/.test(location.hash)) await arrived(location.hash);
  else await follow();
  for (const box of questions) await answer(box);
  remembered();
  for (const fold of all(document, "details:not(.hide)")) fold.open = true;
  for (const card of cards) {
    if (!shown(card)) complain(card.id, "stays hidden");
    for (const control of all(card, ".mlc-control")) tour(card, control);
  }
  await addressed();
  for (const card of cards) {
    presets(card);
    pin(card);
  }
  press(all(document, ".mlc-hero"));
  await play();
  await dark();
  room();
  for (const said of window.heard) complain("script error", said); // by listen.js
  return [...complaints];
}
