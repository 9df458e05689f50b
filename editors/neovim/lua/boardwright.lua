-- Starts the language server for rule files, in every Neovim from 0.7 on.
local M = {}

-- For Neovim 0.7, which has no `vim.lsp.start`: the one client for all rule files.
local client_id

local function root_of(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  return file ~= '' and vim.fn.fnamemodify(file, ':p:h') or vim.fn.getcwd()
end

local function start(buffer, options)
  local config = vim.tbl_extend('force', { name = 'boardwright', root_dir = root_of(buffer) }, options)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not client_id or vim.lsp.client_is_stopped(client_id) then
    client_id = vim.lsp.start_client(config)
  end
  if client_id then
    vim.lsp.buf_attach_client(buffer, client_id)
  end
end

--- Starts the server whenever a rule file is opened.
---
--- `options` are those of `vim.lsp.start` (before 0.8, `vim.lsp.start_client`), such as
--- `cmd = { '/path/to/boardwright', 'lsp' }` and `on_attach`.
function M.setup(options)
  options = vim.tbl_extend('force', { cmd = { 'boardwright', 'lsp' } }, options or {})
  if vim.fn.executable(options.cmd[1]) == 0 then
    local help = 'install it, or say where it is: require("boardwright").setup { cmd = { "/path/to/boardwright", "lsp" } }'
    vim.notify(('boardwright: there is no program `%s`; %s'):format(options.cmd[1], help), vim.log.levels.WARN)
    return
  end
  if vim.lsp.enable and vim.lsp.config then
    vim.lsp.config('boardwright', options)
    vim.lsp.enable('boardwright')
    return
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'boardwright',
    group = vim.api.nvim_create_augroup('boardwright', { clear = true }),
    callback = function(event)
      start(event.buf, options)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'boardwright' then
      start(buffer, options)
    end
  end
end

--- Asks the server what makes the rules of a buffer slow: it plays random games and marks the places with hints.
function M.explain_speed(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local params = { command = 'boardwright.explainSpeed', arguments = { vim.uri_from_bufnr(buffer) } }
  vim.lsp.buf_request(buffer, 'workspace/executeCommand', params, function(failed)
    if failed then
      vim.notify('boardwright: ' .. failed.message, vim.log.levels.WARN)
    end
  end)
end

return M
