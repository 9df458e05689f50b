// The Boardwright extension: starts the language server, and runs `boardwright` on the file that is open.

import { type ExtensionContext, type LogOutputChannel, commands, window, workspace } from "vscode";
import { type Executable, LanguageClient, type LanguageClientOptions, RevealOutputChannelOn } from "vscode-languageclient/node";
import { findProgram, here } from "./program";
import { explainSpeed } from "./speed";
import { COMMANDS, runTask } from "./task";

/** This extension, whose page says how to get the program. */
let id: string;
let client: LanguageClient | undefined;
let output: LogOutputChannel;
/** Starting and stopping, one after another. */
let busy: Promise<void> = Promise.resolve();

export async function activate(context: ExtensionContext): Promise<void> {
  id = context.extension.id;
  output = window.createOutputChannel("Boardwright", { log: true });
  context.subscriptions.push(
    output,
    commands.registerCommand("boardwright.restart", () => restart()),
    commands.registerCommand("boardwright.speed", async () => {
      await busy;
      if (!client?.isRunning()) {
        // This says what is wrong if it does not start.
        await restart();
      }
      if (client?.isRunning()) {
        await explainSpeed(client);
      }
    }),
    ...COMMANDS.map((command) =>
      commands.registerCommand(`boardwright.${command}`, async () => {
        const found = program();
        if (found) {
          await runTask(command, found);
        } else {
          await missing();
        }
      }),
    ),
    workspace.onDidChangeConfiguration((change) => {
      if (["boardwright.path", "boardwright.coverage"].some((setting) => change.affectsConfiguration(setting))) {
        void restart();
      }
    }),
    workspace.onDidGrantWorkspaceTrust(() => void restart()),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  busy = busy.then(stop);
  await busy;
}

/** The program of the setting, if it is there. */
function program(): string | undefined {
  const setting = workspace.getConfiguration("boardwright").get<string>("path", "boardwright");
  return findProgram(setting, here(workspace.workspaceFolders?.[0]?.uri.fsPath));
}

/** Starts the language server, or starts it anew. */
function restart(): Promise<void> {
  busy = busy.then(stop).then(start);
  return busy;
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose().catch((error) => output.warn(`The language server did not stop by itself: ${error}`));
}

async function start(): Promise<void> {
  const found = program();
  if (!found) {
    // Not awaited: the message may stay there for long.
    void missing();
    return;
  }
  output.info(`Starting ${found} lsp`);
  const server: Executable = { command: found, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "boardwright" },
      { scheme: "untitled", language: "boardwright" },
    ],
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: { coverage: workspace.getConfiguration("boardwright").get<boolean>("coverage", true) },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{game,snap}") },
  };
  client = new LanguageClient("boardwright", "Boardwright", server, options);
  try {
    await client.start();
  } catch (error) {
    output.error(`${error}`);
    const choice = await window.showErrorMessage(
      `${found} does not work as a language server. It may be older than this extension, which needs \`boardwright lsp\`.`,
      "Show Output",
    );
    if (choice) {
      output.show();
    }
  }
}

/** Says that there is no program, and what can be done. */
async function missing(): Promise<void> {
  const setting = workspace.getConfiguration("boardwright").get<string>("path", "boardwright");
  const choice = await window.showErrorMessage(
    `The program \`${setting}\` was not found. Install Boardwright (\`cargo install --path .\` in its repository), or say in the setting \`boardwright.path\` where it is.`,
    "Open the Setting",
    "How to Install",
  );
  if (choice === "Open the Setting") {
    await commands.executeCommand("workbench.action.openSettings", "boardwright.path");
  } else if (choice === "How to Install") {
    await commands.executeCommand("extension.open", id);
  }
}
