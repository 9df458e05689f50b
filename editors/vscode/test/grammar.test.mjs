// The TextMate grammar over all games that come with Boardwright, and what words are in their places.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { scopeOf, tokens } from "./tokens.mjs";

const games = new URL("../../../games/", import.meta.url);

for (const folder of ["", "classics/"]) {
  const files = (await readdir(new URL(folder, games))).filter((name) => name.endsWith(".game"));
  assert.ok(files.length > 10);
  for (const file of files) {
    test(`every token of ${folder}${file} has a scope`, async () => {
      const all = await tokens(await readFile(new URL(folder + file, games), "utf8"));
      const bare = all.filter(({ scopes }) => scopes.length === 0 || scopes.at(-1).startsWith("meta."));
      assert.deepEqual(bare.slice(0, 5), []);
      assert.ok(!all.some(({ scopes }) => scopes.some((scope) => scope.startsWith("invalid"))));
      // Whatever opens is closed: behind the last example nothing is left open.
      const end = await tokens(`${await readFile(new URL(folder + file, games), "utf8")}\naction last()`);
      assert.equal(end.at(-3).scopes.join(" "), "entity.name.function");
    });
  }
}

test("every token of the rule files in the documents has a scope", async () => {
  const language = await readFile(new URL("../../../docs/language.md", import.meta.url), "utf8");
  const blocks = [...language.matchAll(/```game[^\n]*\n(.*?)```/gs)].map(([, block]) => block);
  assert.ok(blocks.length > 20);
  for (const block of blocks) {
    const bare = (await tokens(block)).filter(({ scopes }) => scopes.length === 0 || scopes.at(-1).startsWith("meta."));
    assert.deepEqual(bare, [], block);
  }
});

test("incomplete items do not change the colors of later items", async () => {
  for (const half of ["legend w =", "map w =", "map worth:", "look {\n  fill {a1}: blue\n}", "setup {\n  . w .\n}", "piece", "board square", "def f(", "action a(p: own", "var x: ", 'game "x', "end { when }"]) {
    assert.equal(await scopeOf(`${half}\n\n/// Next.\ndef after_it(p: cell) = 1`, "after_it"), "entity.name.function", half);
  }
});

const file = `language 1
extends "tiger"
game "Of {no} hole" /// shown in lists
board square 8 x 8 wraps E/W columns "abcdefgh"
players White going N, Black going S
piece man, king "K"
legend w k = man king of White,
       x = arrow
setup {
  . w x
  w . k   // a comment
}
param size = 19 in 3..25 where size % 2 == 1
var landed: cells each turn
action move(p: own, q: neighbors(p) & empty)
  when value(q, own except p) >= 2 as "{p}-{q}"
  do { move p to q; if q in edge(N) { again } }
end { when stuck(next) or repeated >= 2: most score wins or draw
  when none(empty): White wins, no ties }
example "as said {here}" {
  position { man of White at {a1 c3}; king of Black at b2 }
  White to move
  play a1-a2, "O-O", b2xc3   // and so on
  legal only c4,
    d4
  expect count(man of White) == 2
  moves 20
  result White wins
}
also first end { when ply > 60: draw }
without action swap
`;

const places = [
  ["1", "constant.numeric"],
  ["extends", "keyword.declaration"],
  ["Of {no} hole", "string.quoted.double"],
  ["shown in lists", "comment.line.documentation"],
  ["board", "keyword.declaration"],
  ["square", "support.type.board"],
  ["x", "keyword.operator.times"],
  ["wraps", "keyword.declaration"],
  ["columns", "keyword.declaration"],
  ["E", "constant.language.direction"],
  ["players", "keyword.declaration"],
  ["White", "variable.other.constant"],
  ["going", "keyword.declaration"],
  ["piece", "keyword.declaration"],
  ["w", "string.unquoted.symbol"],
  ["x", "string.unquoted.symbol", "king"],
  [".", "comment.block.empty-cell"],
  ["a comment", "comment.line.double-slash"],
  ["size", "entity.name.constant"],
  ["..", "keyword.operator.range"],
  ["cells", "support.type"],
  ["turn", "storage.modifier"],
  ["move", "entity.name.function", "action"],
  ["own", "variable.language"],
  ["neighbors", "support.function"],
  ["value", "entity.name.function"],
  [">=", "keyword.operator.comparison"],
  ["p", "variable.other", "as"],
  ["move", "keyword.other.statement", "do"],
  ["again", "keyword.control"],
  ["edge", "support.function"],
  ["most", "keyword.control.result"],
  ["draw", "keyword.control.result"],
  ["ties", "keyword.control.result"],
  ["as said {here}", "string.quoted.double"],
  ["position", "keyword.declaration"],
  ["c3", "constant.other.cell"],
  ["a1-a2", "string.unquoted.move"],
  ["O-O", "string.quoted.double"],
  ["b2xc3", "string.unquoted.move"],
  ["and so on", "comment.line.double-slash"],
  ["only", "keyword.control.check"],
  ["d4", "string.unquoted.move"],
  ["expect", "keyword.control.check"],
  ["moves", "keyword.control.check"],
  ["first", "keyword.declaration", "also"],
  ["swap", "entity.name.function"],
];

for (const [word, scope, after] of places) {
  test(`\`${word}\`${after ? ` behind \`${after}\`` : ""} is ${scope}`, async () => {
    assert.equal(await scopeOf(file, word, after), scope);
  });
}

test("a text that is not closed ends with its line", async () => {
  assert.equal(await scopeOf('action a() as "{p\ndef f() = 1', "f"), "entity.name.function");
});
