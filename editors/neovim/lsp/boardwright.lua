-- Neovim 0.11 and newer read this for `vim.lsp.enable('boardwright')`.
return {
  cmd = { 'boardwright', 'lsp' },
  filetypes = { 'boardwright' },
  root_markers = { 'games', '.git' },
}
