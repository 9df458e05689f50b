// `boardwright COMMAND FILE` for the file in front, in a terminal of its own.

import { ProcessExecution, Task, TaskPanelKind, TaskRevealKind, TaskScope, tasks, window, workspace } from "vscode";

/** The commands of `boardwright` that can be run from the editor. */
export const COMMANDS = ["check", "test", "watch", "play"] as const;

/** Saves the file in front and runs a command on it. */
export async function runTask(command: (typeof COMMANDS)[number], program: string): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "boardwright") {
    void window.showInformationMessage("Open a rule file first: its name ends in `.game`.");
    return;
  }
  if (document.isUntitled || document.isDirty) {
    // Of an untitled file this asks for its name.
    const saved = await workspace.save(document.uri);
    if (!saved) {
      return;
    }
    return run(command, program, saved.fsPath);
  }
  return run(command, program, document.uri.fsPath);
}

async function run(command: string, program: string, file: string): Promise<void> {
  const scope = workspace.workspaceFolders?.[0] ?? TaskScope.Global;
  const task = new Task(
    { type: "boardwright", command, file },
    scope,
    `${command} ${workspace.asRelativePath(file)}`,
    "boardwright",
    // Not by way of a shell: names of files may contain anything.
    new ProcessExecution(program, [command, file]),
  );
  task.presentationOptions = { reveal: TaskRevealKind.Always, panel: TaskPanelKind.Dedicated, clear: true, focus: command === "play" };
  // A `watch` that runs already for this file begins anew.
  const same = tasks.taskExecutions.find(({ task: other }) => other.source === task.source && other.name === task.name);
  same?.terminate();
  await tasks.executeTask(task);
}
