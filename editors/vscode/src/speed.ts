// What makes the rule file in front slow: the server plays random games, and marks the places with hints.

import { ProgressLocation, window } from "vscode";
import { ExecuteCommandRequest, type LanguageClient } from "vscode-languageclient/node";

/**
 * The command of the server. The client registers it in the editor under this name, for code actions, so the one of the
 * palette needs another name.
 */
const COMMAND = "boardwright.explainSpeed";

/** Asks the server, which answers when the hints are there. */
export async function explainSpeed(client: LanguageClient): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document?.languageId !== "boardwright") {
    void window.showInformationMessage("Open a rule file first: its name ends in `.game`.");
    return;
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const progress = { location: ProgressLocation.Notification, title: "Boardwright: playing random games", cancellable: true };
  await window.withProgress(progress, async (_, token) => {
    try {
      await client.sendRequest(ExecuteCommandRequest.type, { command: COMMAND, arguments: [uri] }, token);
    } catch (error) {
      if (!token.isCancellationRequested) {
        void window.showErrorMessage(`Boardwright: ${error instanceof Error ? error.message : error}`);
      }
    }
  });
}
