// What the page's script computes without a page, run by Node.js.
"use strict";
const test = require("node:test");
const assert = require("node:assert/strict");
const { frameNumber, addressOf, settingOf, answered, parsed } = require("../../book/static/book.js");

test("frames are numbered with the last control moving fastest", () => {
  const sizes = [2, 3, 4];
  let number = 0;
  for (let a = 0; a < 2; a++)
    for (let b = 0; b < 3; b++)
      for (let c = 0; c < 4; c++) assert.equal(frameNumber([a, b, c], sizes), number++);
  assert.equal(frameNumber([5], [9]), 5);
});

test("an address leads back to its setting", () => {
  for (const value of ["0.1", "a b", "a&b=c", "100 %", "λ", "#"]) {
    const address = addressOf("loss", [["rate", "1"], ["kind", value]]);
    const [name, asked] = settingOf(address);
    assert.equal(name, "loss");
    assert.deepEqual([...asked], [["rate", "1"], ["kind", value]]);
  }
});

test("an address of another kind asks for nothing", () => {
  for (const hash of ["", "#", "#loss", "#loss:", "#a b:c=d", "#loss:%=%", "#loss:%E0%A4"])
    assert.equal(settingOf(hash), null);
});

test("an address without a value asks for an empty one", () => {
  assert.deepEqual([...settingOf("#loss:rate")[1]], [["rate", ""]]);
});

test("answers count for their own chapter", () => {
  const kept = { "norms/a": 0, "norms/b": 2, "norms-2/a": 1 };
  assert.equal(answered(kept, "norms"), 2);
  assert.equal(answered(kept, "norms-2"), 1);
  assert.equal(answered(kept, "trees"), 0);
  assert.equal(answered({}, "norms"), 0);
});

test("what is kept is answers, or nothing", () => {
  assert.deepEqual(parsed('{"norms/a": 1}'), { "norms/a": 1 });
  for (const text of [null, "", "{bad", "null", "7", "[1]", '"a"']) assert.deepEqual(parsed(text), {});
});
