// The package as people install it: what is in it, and how large it is.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const { createVSIX } = createRequire(import.meta.url)("@vscode/vsce");
const root = fileURLToPath(new URL("..", import.meta.url));

let folder;
let path;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "boardwright-"));
  path = join(folder, "boardwright.vsix");
  // It bundles the extension first, as `vscode:prepublish` says.
  await createVSIX({ cwd: root, packagePath: path, dependencies: false, allowMissingRepository: true });
});

after(() => rm(folder, { recursive: true, force: true }));

/** The names of the files in a zip file, from the directory at its end. */
function names(zip) {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const text = zip.toString("utf8", at + 46, at + 46 + name);
    at += 46 + name + extra + comment;
    return text;
  });
}

test("the package has what it needs and nothing else", async () => {
  assert.deepEqual(names(await readFile(path)).sort(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/dist/THIRD-PARTY.txt",
    "extension/dist/extension.js",
    "extension/icon.png",
    "extension/language-configuration.json",
    "extension/package.json",
    "extension/readme.md",
    "extension/snippets/boardwright.json",
    "extension/syntaxes/boardwright.tmLanguage.json",
  ]);
  assert.ok((await stat(path)).size < 400_000, "it is small");
});

test("the licences of what is bundled go with it", async () => {
  const notices = await readFile(join(root, "dist/THIRD-PARTY.txt"), "utf8");
  assert.match(notices, /vscode-languageclient \d/);
  assert.match(notices, /Permission is hereby granted/);
});

test("files that the manifest names are there, and commands are known to the code", async () => {
  const { contributes, main, icon } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { languages, grammars, snippets } = contributes;
  for (const file of [main, icon, languages[0].configuration, grammars[0].path, snippets[0].path]) {
    await stat(join(root, file));
  }
  assert.equal(languages[0].id, "boardwright");
  const code = await readFile(join(root, "dist/extension.js"), "utf8");
  const [tasks, others] = [["check", "test", "watch", "play"], ["restart", "speed"]];
  assert.deepEqual(contributes.commands.map(({ command }) => command).sort(), [...tasks, ...others].map((name) => `boardwright.${name}`).sort());
  assert.ok(others.every((name) => code.includes(`"boardwright.${name}"`)) && tasks.every((name) => code.includes(`"${name}"`)));
});
