// `boardwright lsp` as the library hears it that Visual Studio Code talks to servers by. BOARDWRIGHT names the program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");
const { TextDocument } = require("vscode-languageserver-textdocument");

const program = process.env.BOARDWRIGHT;
const options = { skip: program ? false : "BOARDWRIGHT is not set" };
const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
const jostle = await readFile(new URL("../../../games/jostle.game", import.meta.url), "utf8");

let server;
let connection;
let capabilities;
/** What has been found, by document, and who waits for more. */
const found = new Map();
let wake = () => {};
/** The messages to the user. */
const shown = [];

before(async () => {
  if (!program) {
    return;
  }
  server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
    found.set(uri, { version, diagnostics });
    wake();
  });
  connection.onNotification(protocol.ShowMessageNotification.type, ({ message }) => shown.push(message));
  // What the editor answers to these questions of a server.
  connection.onRequest(protocol.InlayHintRefreshRequest.type, () => null);
  connection.onRequest(protocol.SemanticTokensRefreshRequest.type, () => null);
  connection.onRequest(protocol.RegistrationRequest.type, () => null);
  connection.onError(([error]) => assert.fail(error));
  connection.listen();
  const code = { dynamicRegistration: true, dataSupport: true, codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix"] } } };
  const result = await connection.sendRequest(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: null,
    clientInfo: { name: "Visual Studio Code", version: "1.91.0" },
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, inlayHint: { refreshSupport: true }, semanticTokens: { refreshSupport: true } },
      textDocument: {
        publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
        codeAction: code,
        completion: { completionItem: { snippetSupport: true } },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        rename: { prepareSupport: true },
      },
    },
  });
  capabilities = result.capabilities;
  await connection.sendNotification(protocol.InitializedNotification.type, {});
});

after(() => server?.kill());

/** Opens a document. */
async function open(name, text) {
  const document = TextDocument.create(`file:///nowhere/${name}`, "boardwright", 1, text);
  const { uri, languageId, version } = document;
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version, text } });
  return document;
}

/** Puts a text in the place of the first one that is like `old`. */
async function change(document, old, text) {
  const at = document.getText().indexOf(old);
  assert.ok(at >= 0);
  const range = { start: document.positionAt(at), end: document.positionAt(at + old.length) };
  TextDocument.update(document, [{ range, text }], document.version + 1);
  await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: document.uri, version: document.version },
    contentChanges: [{ range, text }],
  });
}

/** Waits until the findings of a document are such. */
async function findings(document, such) {
  for (const end = Date.now() + 15_000; ; ) {
    const last = found.get(document.uri);
    if (last && such(last.diagnostics)) {
      return last.diagnostics;
    }
    assert.ok(Date.now() < end, `the findings are ${JSON.stringify(last)}`);
    await new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, 100);
    });
  }
}

function at(document, part, offset = 0) {
  return { textDocument: { uri: document.uri }, position: document.positionAt(document.getText().indexOf(part) + offset) };
}

const errors = (diagnostics) => diagnostics.filter(({ severity }) => severity === 1);

for (const [kind, text] of [["of this system", jostle], ["of Windows", jostle.replaceAll("\n", "\r\n")]]) {
  test(`semantic tokens lie on words, one after another, with line ends ${kind}`, options, async () => {
    const document = await open(`tokens-${text.length}.game`, text);
    const { legend } = capabilities.semanticTokensProvider;
    const { data } = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument: { uri: document.uri } });
    assert.ok(data.length > 200 && data.length % 5 === 0);
    let [line, character, end] = [0, 0, 0];
    const seen = new Set();
    for (let n = 0; n < data.length; n += 5) {
      const [lines, characters, length, type, modifiers] = data.slice(n, n + 5);
      character = lines > 0 ? characters : character + characters;
      line += lines;
      const from = document.offsetAt({ line, character });
      assert.ok(from >= end && length > 0, "tokens do not overlap");
      end = from + length;
      assert.ok(!/[\r\n]/.test(text.slice(from, end)), "a token stays on its line");
      assert.ok(type < legend.tokenTypes.length && modifiers < 2 ** legend.tokenModifiers.length);
      seen.add(legend.tokenTypes[type]);
    }
    assert.ok(seen.size >= 4, [...seen].join(" "));
  });
}

test("a finding appears, and an edit removes it", options, async () => {
  const document = await open("broken.game", `// 🎲 ä\n${jostle}`);
  await findings(document, (all) => errors(all).length === 0);
  await change(document, "neighbors(p) & empty", "neigbors(p) & empty");
  const [wrong] = errors(await findings(document, (all) => errors(all).length > 0));
  assert.equal(document.getText(wrong.range), "neigbors");
  assert.equal(wrong.code, "E02");
  const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
    textDocument: { uri: document.uri },
    range: wrong.range,
    context: { diagnostics: [wrong], only: ["quickfix"] },
  });
  const { edit, title } = actions.find((action) => action.edit);
  assert.match(title, /neighbors/);
  const changes = edit.changes?.[document.uri] ?? edit.documentChanges[0].edits;
  assert.equal(TextDocument.applyEdits(document, changes), `// 🎲 ä\n${jostle}`);
  await change(document, "neigbors", "neighbors");
  await findings(document, (all) => errors(all).length === 0);
});

test("what examples came to stands beside them", options, async () => {
  const document = await open("hints.game", jostle);
  await findings(document, () => true);
  const whole = { start: { line: 0, character: 0 }, end: document.positionAt(jostle.length) };
  const hints = await connection.sendRequest(protocol.InlayHintRequest.type, { textDocument: { uri: document.uri }, range: whole });
  const examples = jostle.split("\n").flatMap((text, line) => (text.startsWith("example") ? [line] : []));
  for (let end = Date.now() + 15_000, all = hints; ; ) {
    if (examples.every((line) => all.some(({ position }) => position.line >= line))) {
      break;
    }
    assert.ok(Date.now() < end, JSON.stringify(all));
    await new Promise((resolve) => setTimeout(resolve, 100));
    all = await connection.sendRequest(protocol.InlayHintRequest.type, { textDocument: { uri: document.uri }, range: whole });
  }
});

test("a name can be renamed where the editor asks first", options, async () => {
  const document = await open("rename.game", jostle);
  const range = await connection.sendRequest(protocol.PrepareRenameRequest.type, at(document, "def value", 5));
  assert.equal(document.getText(range.range ?? range), "value");
  const edit = await connection.sendRequest(protocol.RenameRequest.type, { ...at(document, "def value", 5), newName: "worth" });
  const changes = edit.changes?.[document.uri] ?? edit.documentChanges[0].edits;
  assert.equal(TextDocument.applyEdits(document, changes), jostle.replaceAll("value(", "worth("));
  const refused = connection.sendRequest(protocol.RenameRequest.type, { ...at(document, "def value", 5), newName: "two words" });
  await assert.rejects(refused);
});

test("the outline's places hold what they name", options, async () => {
  const document = await open("outline.game", jostle);
  const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument: { uri: document.uri } });
  const offset = (position) => document.offsetAt(position);
  const walk = (all) => {
    for (const { name, range, selectionRange, children } of all) {
      assert.ok(name, "no symbol is without a name");
      assert.ok(offset(range.start) <= offset(selectionRange.start) && offset(selectionRange.end) <= offset(range.end), name);
      walk(children ?? []);
    }
  };
  walk(symbols);
  assert.ok(symbols.length >= 5);
});

test("what makes rules slow is marked if it is asked for, and the commands do not get into each other's way", options, async () => {
  const { commands } = capabilities.executeCommandProvider;
  // The client registers these in the editor itself.
  const own = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(commands.filter((command) => own.includes(command)), []);
  const text = "game \"Slow\"\nboard square 6 x 6\nplayers A, B\npiece man\nvar n = 0\naction put(p: empty)\n"
    + "  when count(q in neighbors(p, all): n % (row(q) + 1) == 1) < 3\n  do { put man at p; n += column(p) }\n"
    + "end {\n  when stuck(next): draw\n}\n";
  const document = await open("slow.game", text);
  const params = { command: commands[0], arguments: [document.uri] };
  assert.equal(await connection.sendRequest(protocol.ExecuteCommandRequest.type, params), null);
  const [slow] = (await findings(document, (all) => all.some(({ code }) => code === "speed"))).filter(({ code }) => code === "speed");
  assert.match(document.getText(slow.range), /^count\(q in/);
  assert.ok(shown.some((message) => message.startsWith("slow.game: ")), shown.join());
});

test("what it does not know it says, and goes on", options, async () => {
  await assert.rejects(connection.sendRequest("textDocument/nonsense", {}), (error) => error.code === -32601);
  const nothing = await connection.sendRequest(protocol.HoverRequest.type, { textDocument: { uri: "file:///not/open.game" }, position: { line: 0, character: 0 } });
  assert.equal(nothing, null);
});

test("it ends when it is told to, with exit code 0", options, async () => {
  await connection.sendRequest(protocol.ShutdownRequest.type);
  const ended = once(server, "exit");
  await connection.sendNotification(protocol.ExitNotification.type);
  assert.deepEqual(await ended, [0, null]);
});
