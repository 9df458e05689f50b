// Where the extension looks for the program, and what it says if there is none.

import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const require = createRequire(import.meta.url);
const source = fileURLToPath(new URL("../src/", import.meta.url));

let folder;
let findProgram;
let extension;

/** What stands for all of the editor that is only named while the extension is loaded. */
const anything = () =>
  new Proxy(class {}, { get: (target, name) => (name in target ? target[name] : (target[name] = anything())) });

/** What the extension did with the editor. */
const done = { commands: [], messages: [] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "boardwright-"));
  await build({
    entryPoints: [join(source, "program.ts"), join(source, "extension.ts")],
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  ({ findProgram } = require(join(folder, "program.js")));
  const editor = Object.assign(anything(), {
    version: "1.91.0",
    commands: { registerCommand: (name) => done.commands.push(name) },
    window: {
      createOutputChannel: () => ({ info() {}, error() {}, warn() {} }),
      showErrorMessage: async (message) => void done.messages.push(message),
    },
    workspace: {
      getConfiguration: () => ({ get: () => "no-such-program" }),
      onDidChangeConfiguration() {},
      onDidGrantWorkspaceTrust() {},
    },
  });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
  extension = require(join(folder, "extension.js"));
  Module._load = load;
  await mkdir(join(folder, "bin"));
  await writeFile(join(folder, "bin", "boardwright"), "#!/bin/sh\n");
  await writeFile(join(folder, "bin", "text"), "no program\n");
  await chmod(join(folder, "bin", "boardwright"), 0o755);
});

after(() => rm(folder, { recursive: true, force: true }));

test("a name is looked for in the PATH", () => {
  const around = { path: ["relative", "/nowhere", join(folder, "bin")].join(delimiter), platform: "linux", home: "/nobody" };
  assert.equal(findProgram("boardwright", around), join(folder, "bin", "boardwright"));
  assert.equal(findProgram("  ", around), join(folder, "bin", "boardwright"));
  assert.equal(findProgram("text", around), undefined);
  assert.equal(findProgram("other", around), undefined);
});

test("a path is taken as it is", () => {
  const around = { folder, path: "", platform: "linux", home: folder };
  const program = join(folder, "bin", "boardwright");
  for (const path of [program, "~/bin/boardwright", "${workspaceFolder}/bin/boardwright", "./bin/boardwright"]) {
    assert.equal(findProgram(path, around), program);
  }
  assert.equal(findProgram(join(folder, "bin"), around), undefined);
  assert.equal(findProgram("~/none", around), undefined);
});

test("what cargo has installed is found without a PATH", async () => {
  const bin = join(folder, ".cargo", "bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "boardwright"), "");
  await chmod(join(bin, "boardwright"), 0o755);
  assert.equal(findProgram("boardwright", { platform: "linux", home: folder }), join(bin, "boardwright"));
});

test("without the program the commands are there, and a message says what to do", async () => {
  await extension.activate({ subscriptions: [], extension: { id: "boardwright.boardwright" } });
  assert.deepEqual(done.commands.sort(), ["check", "play", "restart", "speed", "test", "watch"].map((name) => `boardwright.${name}`));
  assert.equal(done.messages.length, 1);
  assert.match(done.messages[0], /`no-such-program` was not found.*cargo install.*`boardwright\.path`/);
  await extension.deactivate();
});
