#!/usr/bin/env bash
# Drives `boardwright lsp` by Neovim. BOARDWRIGHT names the program to be tested.
set -euo pipefail
cd "$(dirname "$0")"
here="$PWD"
: "${BOARDWRIGHT:?set BOARDWRIGHT to the path of the program, or run editors/test}"

if ! nvim --headless --clean -c 'if has("nvim-0.7") | qall | else | cquit | endif' </dev/null 2>/dev/null; then
  echo "LEFT OUT: Neovim 0.7 or newer is needed, and this is $(nvim --version | head -1)" >&2
  [ "${BOARDWRIGHT_EDITORS:-}" != 1 ]
  exit
fi
limit=()
if command -v timeout >/dev/null; then limit=(timeout 120); fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/home"
# Nothing of the user's own Neovim is read or written.
cd "$folder"
HOME="$folder/home" XDG_CONFIG_HOME="$folder/home" XDG_DATA_HOME="$folder/home" XDG_STATE_HOME="$folder/home" \
  XDG_CACHE_HOME="$folder/home" BOARDWRIGHT="$BOARDWRIGHT" GAMES="$here/../../games" \
  ${limit[@]+"${limit[@]}"} nvim --headless --clean -n -i NONE --cmd "set runtimepath^=$here" \
  -c 'filetype plugin on' -c 'syntax on' -c "luafile $here/test.lua" </dev/null 2>&1
