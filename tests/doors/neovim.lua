-- Driven by neovim.sh: opens a config, waits for its diagnostics, applies the fix, hovers, and writes what it saw.
local program, file = vim.env.VRAMLINT_PROGRAM, vim.env.VRAMLINT_CONFIG
local function fail(text)
  io.stderr:write(text .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('edit ' .. file)
local id = vim.lsp.start_client({ name = 'vramlint', cmd = { program, 'lsp' }, init_options = { device = 'rtx3090' } })
vim.lsp.buf_attach_client(0, id)
local function wait(text, condition)
  if not vim.wait(20000, condition, 20) then fail('in vain: ' .. text) end
end
wait('one diagnostic', function() return #vim.diagnostic.get(0) == 1 end)
local found = vim.diagnostic.get(0)[1]
print('found ' .. found.code .. ' ' .. found.lnum .. ':' .. found.col)
local hover = vim.lsp.buf_request_sync(0, 'textDocument/hover',
  { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 0, character = 2 } }, 20000)
print('hover ' .. hover[id].result.contents.value:match('[^\n]*'))
local answer = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = { uri = vim.uri_from_bufnr(0) },
  range = { start = { line = 1, character = 0 }, ['end'] = { line = 1, character = 1000 } },
  context = { diagnostics = {} },
}, 20000)
local action = answer[id].result[1]
print('action ' .. action.title)
vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
wait('no diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
print('line ' .. vim.api.nvim_buf_get_lines(0, 1, 2, false)[1])
vim.lsp.stop_client(id)
vim.cmd('qall!')
