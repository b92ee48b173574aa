// Run by test_script.py: what book/static/book.js does without a page.
"use strict";
const { test } = require("node:test");
const { deepEqual, equal } = require("node:assert/strict");
const { addressOf, answered, frameNumber, settingOf } = require("../../book/static/book.js");

test("frames are counted as nested loops count: the last control moves fastest", () => {
  const sizes = [2, 3, 4];
  let number = 0;
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 4; k++) equal(frameNumber([i, j, k], sizes), number++);
});

test("an address is as the book promises its readers", () => {
  const pairs = [["learning_rate", "0.1"], ["loss", "sum"]];
  equal(addressOf("loss", pairs), "#loss:learning_rate=0.1&loss=sum");
});

test("what is written into an address is read from it", () => {
  const pairs = [["penalty", "a = b & c"], ["k", "100 %"], ["kind", "ℓ₂,₁ #:"]];
  deepEqual(settingOf(addressOf("some-name", pairs)), ["some-name", new Map(pairs)]);
});

test("other addresses ask for nothing", () => {
  for (const hash of ["", "#", "#a-heading", "#name:", "#name:k=%"]) equal(settingOf(hash), null);
});

test("only the answers of a chapter count for it", () => {
  const kept = { "norms/a": 0, "norms/b": 2, "norms2/a": 1, "logistic/a": 1 };
  equal(answered(kept, "norms"), 2);
  equal(answered(kept, "trees"), 0);
});
