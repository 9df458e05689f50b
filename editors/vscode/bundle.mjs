// Makes one file of the extension and what it needs: `dist/extension.js`.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const production = process.argv.includes("--production");

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  // The editor brings this itself.
  external: ["vscode"],
  minify: production,
  sourcemap: !production,
  logLevel: "warning",
  metafile: true,
});

// The licences of what is in it go with it.
const parts = Object.keys(metafile.inputs).map((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
const notices = await Promise.all(
  [...new Set(parts.filter(Boolean))].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
    const text = file ? await readFile(`${folder}/${file}`, "utf8") : "";
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  }),
);
await writeFile("dist/THIRD-PARTY.txt", notices.join(`\n${"-".repeat(72)}\n\n`));
