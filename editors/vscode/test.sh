#!/usr/bin/env bash
# Tests the extension for Visual Studio Code: types, colors of all bundled games, the package. Needs npm, and the network
# the first time.
set -euo pipefail
cd "$(dirname "$0")"

if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  echo "the tools that make the package need Node 20 or newer, and this is $(node --version)" >&2
  exit 1
fi
# The mark that npm leaves says what is installed; a changed lock file is newer.
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --ignore-scripts --no-audit --no-fund
fi
node_modules/.bin/tsc --noEmit
node --test --test-reporter=spec test/*.test.mjs
