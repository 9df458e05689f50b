// Where the `boardwright` program is. Knows nothing of the editor, so that it can be tested without one.

import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";

/** What is known about the surroundings. */
export interface Surroundings {
  /** The first folder that is open. */
  folder?: string;
  /** The `PATH`. */
  path?: string;
  /** Such as `linux` or `win32`. */
  platform: NodeJS.Platform;
  /** The user's own folder. */
  home: string;
}

/** The surroundings of this process. */
export function here(folder?: string): Surroundings {
  return { folder, path: process.env.PATH, platform: process.platform, home: homedir() };
}

/**
 * The whole path of the program that the setting names: a name is looked for in the `PATH` and where cargo installs
 * programs, a path with a folder is taken as it is. Nothing if there is no such program.
 */
export function findProgram(setting: string, around: Surroundings): string | undefined {
  const named = setting.trim() || "boardwright";
  const expanded = named
    .replace(/^~(?=$|[/\\])/, () => around.home)
    .replace(/^\$\{workspaceFolder\}/, () => around.folder ?? ".");
  if (/[/\\]/.test(expanded)) {
    const whole = isAbsolute(expanded) ? expanded : resolve(around.folder ?? ".", expanded);
    return executable(whole, around.platform);
  }
  const folders = (around.path ?? "").split(delimiter).filter(isAbsolute);
  // Editors that are not started from a shell often do not know this one.
  folders.push(join(around.home, ".cargo", "bin"));
  for (const folder of folders) {
    const found = executable(join(folder, expanded), around.platform);
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The file that is run by this path, if there is one. */
function executable(path: string, platform: NodeJS.Platform): string | undefined {
  const endings = platform === "win32" && !/\.exe$/i.test(path) ? [".exe"] : [""];
  return endings.map((ending) => path + ending).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}
