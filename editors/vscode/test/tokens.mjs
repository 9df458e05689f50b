// Texts in tokens, as VS Code makes them of the grammar.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

const path = fileURLToPath(new URL("../syntaxes/boardwright.tmLanguage.json", import.meta.url));

let grammar;

/** The grammar, loaded once. */
async function load() {
  if (!grammar) {
    const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const text = await readFile(path, "utf8");
    const registry = new Registry({
      onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (string) => new oniguruma.OnigString(string),
      }),
      loadGrammar: async (scope) => (scope === "source.boardwright" ? parseRawGrammar(text, path) : null),
    });
    grammar = await registry.loadGrammar("source.boardwright");
  }
  return grammar;
}

/** The tokens of a text that are not blank: `{ line, text, scopes }`, without the scope of the whole file. */
export async function tokens(text) {
  const grammar = await load();
  let stack = INITIAL;
  return text.split(/\r?\n/).flatMap((line, number) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    return result.tokens
      .map(({ startIndex, endIndex, scopes }) => ({
        line: number + 1,
        text: line.slice(startIndex, endIndex).trim(),
        scopes: scopes.slice(1).map((scope) => scope.replace(/\.boardwright$/, "")),
      }))
      .filter((token) => token.text !== "");
  });
}

/** The innermost scope of the first token with this text, behind the token before it if one is given. */
export async function scopeOf(text, word, after) {
  const all = await tokens(text);
  const from = after === undefined ? 0 : all.findIndex((token) => token.text === after) + 1;
  return all.slice(from).find((token) => token.text === word)?.scopes.at(-1);
}
