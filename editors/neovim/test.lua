-- What Neovim gets of `boardwright lsp`. Run by test.sh, in an empty folder.

local games = vim.env.GAMES

local function say(text)
  io.stdout:write(text .. '\n')
end

--- Waits until something is there, and hands it on.
local function await(what, ask)
  local found
  vim.wait(5000, function()
    found = ask()
    return found
  end, 20)
  assert(found, 'nothing came: ' .. what)
  return found
end

local function read(path)
  return table.concat(vim.fn.readfile(path), '\n')
end

--- The clients of a buffer, or all.
local function clients(buffer)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients { bufnr = buffer }
  end
  return buffer and vim.lsp.buf_get_clients(buffer) or vim.lsp.get_active_clients()
end

--- Opens a file with this text.
local function open(name, text)
  vim.fn.writefile(vim.split(text, '\n'), name)
  vim.cmd('silent edit! ' .. name)
  await('a client for ' .. name, function()
    return next(clients(0)) ~= nil
  end)
end

--- The text in front.
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

--- Puts the cursor on the n-th time that a text stands in the file.
local function go(part, n, offset)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local at
  for _ = 1, n or 1 do
    at = vim.fn.searchpos('\\V' .. vim.fn.escape(part, '\\'), 'cW')
    assert(at[1] > 0, 'no `' .. part .. '` in the file')
    vim.api.nvim_win_set_cursor(0, { at[1], at[2] })
  end
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] - 1 + (offset or 0) })
end

--- The answer of the server to a request about the cursor.
local function ask(method, more)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 15000), method .. ' was not answered')
  local _, answer = next(answers)
  assert(answer and not answer.error and not answer.err, method .. ': ' .. vim.inspect(answer))
  return answer.result
end

local function messages()
  return vim.tbl_map(function(found)
    return found.message
  end, vim.diagnostic.get(0))
end

--- Waits until the file has findings that say this.
local function finding(part)
  return await('a finding with `' .. part .. '`, but: ' .. vim.inspect(messages()), function()
    for _, found in ipairs(vim.diagnostic.get(0)) do
      if found.message:find(part, 1, true) then
        return found
      end
    end
  end)
end

local function errors()
  return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })
end

local tests = {}

local function test(name, run)
  table.insert(tests, { name, run })
end

local jostle = read(games .. '/jostle.game')

test('a program that is not there is asked for', function()
  local said
  local notify = vim.notify
  vim.notify = function(message)
    said = message
  end
  require('boardwright').setup { cmd = { '/nowhere/boardwright', 'lsp' } }
  vim.notify = notify
  assert(said:find('there is no program `/nowhere/boardwright`', 1, true), said)
end)

test('the server is started for files that are open already, too', function()
  vim.fn.writefile(vim.split(jostle, '\n'), 'early.game')
  vim.cmd('silent edit! early.game')
  assert(next(clients(0)) == nil)
  require('boardwright').setup { cmd = { vim.env.BOARDWRIGHT, 'lsp' } }
  await('a client', function()
    return next(clients(0)) ~= nil
  end)
end)

test('a rule file has its file type and colors', function()
  open('jostle.game', jostle)
  assert(vim.bo.filetype == 'boardwright' and vim.bo.commentstring == '// %s')
  go('action move')
  local group = vim.fn.synIDattr(vim.fn.synID(vim.fn.line('.'), vim.fn.col('.'), 1), 'name')
  assert(group == 'boardwrightItem', group)
  go('r b r b r b')
  assert(vim.fn.synIDattr(vim.fn.synID(vim.fn.line('.'), vim.fn.col('.'), 1), 'name') == 'boardwrightPicture')
end)

test('a file without mistakes has no errors', function()
  vim.wait(500)
  assert(errors() == 0, vim.inspect(messages()))
end)

test('what a changed rule does to an example is shown', function()
  local changed = jostle:gsub('when value%(q, own except p%) > ', 'when value(q, own except p) >= ')
  assert(changed ~= jostle)
  open('changed.game', changed)
  local found = finding('e5-e6')
  assert(found.lnum > 40, vim.inspect(found))
end)

test('hover tells type, comment and value', function()
  open('jostle.game', jostle)
  go('value(q, own')
  vim.lsp.buf.hover()
  local float = await('a window with the help', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        return window
      end
    end
  end)
  local lines = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false), '\n')
  assert(lines:find('friendly connections', 1, true) and lines:find('value', 1, true), lines)
  vim.api.nvim_win_close(float, true)
end)

test('a word of the language is explained', function()
  go('neighbors')
  local hover = ask('textDocument/hover')
  assert(vim.inspect(hover):find('neighbors', 1, true), vim.inspect(hover))
end)

test('definition goes there', function()
  go('value(q, own')
  local line = vim.fn.search('\\V' .. 'def value', 'nw')
  vim.lsp.buf.definition()
  await('the place of the definition', function()
    return vim.fn.line('.') == line
  end)
end)

test('references are all listed', function()
  go('def value', 1, 4)
  vim.fn.setqflist({}, 'r')
  vim.lsp.buf.references({ includeDeclaration = true })
  await('a list', function()
    return #vim.fn.getqflist() > 0
  end)
  local _, count = jostle:gsub('value%(', '')
  assert(#vim.fn.getqflist() == count, #vim.fn.getqflist() .. ' references, not ' .. count)
  vim.cmd('cclose')
end)

test('rename changes all places and nothing else', function()
  vim.cmd('silent edit! jostle.game')
  go('def value', 1, 4)
  vim.lsp.buf.rename('worth')
  await('the new name', function()
    return not text():find('value(', 1, true)
  end)
  assert(text() .. '\n' == (jostle:gsub('value%(', 'worth(')) .. '\n')
  vim.wait(500)
  assert(errors() == 0, vim.inspect(messages()))
  vim.cmd('silent undo')
end)

test('rename to a word of the language is refused', function()
  go('def value', 1, 4)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), { newName = 'empty' })
  local _, answer = next(vim.lsp.buf_request_sync(0, 'textDocument/rename', params, 15000))
  assert(answer.error or answer.err, vim.inspect(answer))
end)

test('completion offers what can stand there', function()
  go('& empty)', 1, 2)
  local found = ask('textDocument/completion')
  local labels = vim.tbl_map(function(item)
    return item.label
  end, found.items or found)
  for _, label in ipairs { 'empty', 'enemy', 'own' } do
    assert(vim.tbl_contains(labels, label), label .. ' is not in ' .. vim.inspect(labels))
  end
end)

test('the outline has the items', function()
  vim.fn.setqflist({}, 'r')
  vim.fn.setloclist(0, {}, 'r')
  vim.lsp.buf.document_symbol()
  local list = await('a list', function()
    local list = vim.list_extend(vim.fn.getqflist(), vim.fn.getloclist(0))
    return #list > 0 and list
  end)
  local names = vim.tbl_map(function(item)
    return item.text
  end, list)
  local all = table.concat(names, '\n')
  for _, name in ipairs { 'value', 'move', 'end', 'friendly and enemy connections' } do
    assert(all:find(name, 1, true), name .. ' is not in\n' .. all)
  end
  vim.cmd('lclose | cclose')
end)

test('formatting lays out as `fmt` does', function()
  open('loose.game', (jostle:gsub('board square 10 x 10', 'board   square 10   x 10')))
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 15000 })
  else
    vim.lsp.buf.formatting_sync(nil, 15000)
  end
  assert(text() == jostle, text())
end)

test('what makes rules slow is marked by a command', function()
  local condition = 'count(q in neighbors(p, all): n % (row(q) + 1) == 1) < 3'
  local rules = { 'game "Slow"', 'board square 6 x 6', 'players A, B', 'piece man', 'var n = 0', 'action put(p: empty)' }
  vim.list_extend(rules, { '  when ' .. condition, '  do { put man at p; n += column(p) }' })
  vim.list_extend(rules, { 'end {', '  when stuck(next): draw', '}' })
  open('slow.game', table.concat(rules, '\n'))
  vim.cmd('BoardwrightExplainSpeed')
  local found = finding('steps per ply')
  assert(found.severity == vim.diagnostic.severity.HINT and found.lnum == 6, vim.inspect(found))
end)

local broken = jostle:gsub('neighbors%(p%) & empty', 'neigbors(p) & empty')

test('a mistake shows with its code', function()
  open('broken.game', broken)
  local found = finding('neigbors')
  assert(found.severity == vim.diagnostic.severity.ERROR and vim.inspect(found):find('E02', 1, true), vim.inspect(found))
  assert(vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, false)[1]:sub(found.col + 1, found.col + 8) == 'neigbors')
end)

test('a code action fixes it', function()
  go('neigbors')
  local titles = {}
  -- The first one that is offered.
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      table.insert(titles, options.format_item and options.format_item(item) or vim.inspect(item))
    end
    choose(items[1], 1)
  end
  vim.lsp.buf.code_action()
  await('the fixed text (offered: ' .. vim.inspect(titles) .. ')', function()
    return text() == jostle
  end)
  await('no errors', function()
    return errors() == 0
  end)
end)

test('mistakes come and go as one types', function()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'def half' })
  finding('half')
  vim.api.nvim_buf_set_lines(0, -2, -1, false, { 'def half(p: cell) = neighbors(p)' })
  await('no errors', function()
    return errors() == 0
  end)
end)

test('several mistakes are all shown', function()
  open('several.game', (jostle:gsub('none', 'nome'):gsub('stuck%(next%)', 'stick(next)'):gsub('move p to q', 'move p to r')))
  finding('stick')
  finding('`r`')
end)

test('positions are right behind letters of several bytes', function()
  open('letters.game', 'game "Spiel für Öl 🎲" nonsense\n')
  local found = await('a finding', function()
    return vim.diagnostic.get(0)[1]
  end)
  local line = vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
  assert(line:sub(found.col + 1, found.col + 8) == 'nonsense', vim.inspect(found))
end)

test('the configuration for newer versions starts the same program', function()
  local path = vim.api.nvim_get_runtime_file('lsp/boardwright.lua', false)[1]
  assert(vim.deep_equal(dofile(path).cmd, { 'boardwright', 'lsp' }))
end)

test('the server ends when it is told to', function()
  local all = clients()
  assert(#all == 1, #all .. ' clients')
  vim.lsp.stop_client(all)
  await('its end', function()
    return all[1].is_stopped(all[1])
  end)
end)

local failed = 0
for _, case in ipairs(tests) do
  local name, run = unpack(case)
  local ok, why = xpcall(run, debug.traceback)
  say((ok and 'ok      ' or 'FAILED  ') .. name .. (ok and '' or '\n' .. why))
  failed = failed + (ok and 0 or 1)
end
say(('%d of %d tests failed'):format(failed, #tests))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
