-- Driven by neovim.sh: opens a config, waits for its diagnostics, applies the fix, hovers, asks for plans, edits the model
-- beside it, and writes what it saw.
local function fail(text)
  io.stderr:write(text .. '\n')
  vim.cmd('cquit 1')
end
local function wait(text, condition)
  if not vim.wait(20000, condition, 20) then fail('in vain: ' .. text) end
end
local function clients() return (vim.lsp.get_clients or vim.lsp.get_active_clients)() end
vim.cmd('edit config/a.yaml')
wait('a server', function() return #clients() == 1 end)
local id, config = clients()[1].id, vim.api.nvim_get_current_buf()
wait('one diagnostic', function() return #vim.diagnostic.get(config) == 1 end)
local found = vim.diagnostic.get(config)[1]
print('found ' .. found.code .. ' ' .. found.lnum .. ':' .. found.col)
local function ask(method, parameters)
  parameters.textDocument = { uri = vim.uri_from_bufnr(config) }
  return vim.lsp.buf_request_sync(config, method, parameters, 20000)[id].result
end
print('hover ' .. ask('textDocument/hover', { position = { line = 0, character = 2 } }).contents.value:match('[^\n]*'))
local action = ask('textDocument/codeAction', {
  range = { start = { line = 1, character = 0 }, ['end'] = { line = 1, character = 1000 } },
  context = { diagnostics = {} },
})[1]
print('action ' .. action.title)
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
wait('no diagnostic', function() return #vim.diagnostic.get(config) == 0 end)
print('line ' .. vim.api.nvim_buf_get_lines(config, 1, 2, false)[1])

local lens = ask('textDocument/codeLens', {})[1]
vim.lsp.commands['vramlint.fit'](lens.command, { bufnr = config, client_id = id })
local function window()
  for _, each in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(each).relative ~= '' then return each end
  end
end
wait('a window', window)
print('fit ' .. vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window()), 0, 1, false)[1])

vim.cmd('split model.py')
vim.cmd('%s/(width, 3, 3/(width + 1, 3, 3/')
wait('what is wrong in it', function() return #vim.diagnostic.get(config) == 1 or #vim.diagnostic.get(0) == 1 end)
if #clients() ~= 1 then fail('more servers than one') end
print('unsaved model.py: ' .. vim.diagnostic.get()[1].message:match('[^\n]*'))
vim.lsp.stop_client(id)
vim.cmd('qall!')
