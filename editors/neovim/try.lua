-- A faulty chapter in a real editor: findings, a fix, a definition in an import, a new name, layout, an example.
--
-- Run by `cargo xtask editors` in an empty folder: nvim --headless -u NONE -c 'luafile try.lua'. NASVET is the program.

local function fail(message)
  io.stderr:write('\n' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function expect(is_true, message)
  if not is_true then
    fail('expected ' .. message)
  end
end

local function write(name, text)
  local file = assert(io.open(name, 'w'))
  file:write(text)
  file:close()
end

local function try()
  write('tools.advice', 'library chess "Tools"\n\n# What is far.\nlet far = 2\n')
  write('rook.md', table.concat({
    '# Turm é ♔ 😀', '', '```advice', 'endgame "King and rook 😀"', 'us K R', 'them K', 'import kings', 'import tools', '',
    'def apart = kings_distance > far', 'advice come {', '  "Come nearer ♔."', '  better   not aprat',
    '  us       king moves', '  within   1 move', '}', 'table { otherwise come }',
    'example "8/8/8/3k4/8/8/1R6/K7 w - -" shows apart', '```', '',
  }, '\n'))
  vim.cmd('edit rook.md')
  local buffer = vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(buffer)
  local id = vim.lsp.start_client({ name = 'nasvet', cmd = { vim.env.NASVET, 'lsp' }, root_dir = vim.fn.getcwd() })
  expect(id, 'a server that starts')
  vim.lsp.buf_attach_client(buffer, id)

  local slowest = 0
  local function ask(method, params)
    local begun = vim.loop.hrtime()
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
    local answer = answers[id]
    expect(answer and not answer.error, method .. ' to be answered: ' .. vim.inspect(answer))
    if method ~= 'workspace/executeCommand' then
      slowest = math.max(slowest, (vim.loop.hrtime() - begun) / 1e6)
    end
    return answer.result
  end
  local function line(text)
    for number, found in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      if found:find(text, 1, true) then
        return number - 1, found
      end
    end
    fail('no line has ' .. text)
  end
  local function at(text)
    local number, found = line(text)
    local column = vim.str_utfindex(found, found:find(text, 1, true) - 1)
    return { textDocument = { uri = uri }, position = { line = number, character = column } }
  end

  -- The finding, where it is.
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end)
  local found = vim.diagnostic.get(buffer)
  expect(#found == 1 and found[1].message:find('did you mean `apart`'), 'one finding: ' .. vim.inspect(found))
  expect(found[1].lnum == line('aprat') and found[1].col == 15, 'it where the word is')

  -- Its fix.
  local place = at('aprat')
  local range = { start = place.position, ['end'] = { line = place.position.line, character = place.position.character + 5 } }
  local actions = ask('textDocument/codeAction', { textDocument = { uri = uri }, range = range, context = { diagnostics = {} } })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end)
  expect(#vim.diagnostic.get(buffer) == 0, 'no finding after the fix')

  -- A definition in an import, and another name for it in both files.
  local defined = ask('textDocument/definition', at('far'))
  expect(defined.uri:find('tools.advice', 1, true) and defined.range.start.line == 3, 'the definition in the import')
  local renaming = at('far')
  renaming.newName = 'wide'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', renaming), 'utf-16')
  expect(line('kings_distance > wide'), 'the new name here')
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end)
  -- The other file is open now, and its server must hear of it.
  local other = vim.fn.bufnr('tools.advice')
  expect(vim.api.nvim_buf_get_lines(other, 3, 4, false)[1] == 'let wide = 2', 'the new name in the import')
  vim.lsp.buf_attach_client(other, id)
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end)
  expect(#vim.diagnostic.get(buffer) == 0, 'no finding with the new name')

  -- Layout, and an example that is run from its lens.
  local edits = ask('textDocument/formatting', { textDocument = { uri = uri }, options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, 'utf-16')
  expect(line('  otherwise come'), 'the table on lines')
  local lenses = ask('textDocument/codeLens', { textDocument = { uri = uri } })
  local command = lenses[1].command
  expect(command.title == '▶ run', 'a lens: ' .. vim.inspect(command))
  local ran = ask('workspace/executeCommand', { command = command.command, arguments = command.arguments })
  expect(ran.ok, 'the example to be as it says: ' .. vim.inspect(ran))
  local board = ask('nasvet/board', at('8/8/8/3k4'))
  expect(board.text:find('♜') or board.text:find('♖'), 'a board')
  io.stdout:write(string.format('Neovim has done its work; the slowest answer took %.1f ms\n', slowest))
  vim.cmd('qall!')
end

local is_well, problem = pcall(try)
if not is_well then
  fail(problem)
end
