// The grammar on every chapter: blocks of advice have colours, prose has none, and a block ends where it ends.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const { INITIAL, Registry } = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

const here = path.join(__dirname, '..');
const root = path.join(here, '../..');

// As much of Markdown as the injection needs.
const markdown = {
  scopeName: 'text.html.markdown',
  patterns: [{ begin: '^(`{3,})(?!advice).*$', end: '^\\1\\s*$', name: 'markup.fenced_code.block.markdown' }],
};

async function registry() {
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer;
  await oniguruma.loadWASM(wasm);
  const read = (file) => JSON.parse(fs.readFileSync(path.join(here, 'syntaxes', file), 'utf8'));
  const grammars = {
    'text.html.markdown': markdown,
    'source.advice': read('advice.tmLanguage.json'),
    'markdown.advice.codeblock': read('markdown.advice.tmLanguage.json'),
  };
  return new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => grammars[scope],
    getInjections: (scope) => (scope === 'text.html.markdown' ? ['markdown.advice.codeblock'] : []),
  });
}

function files(folder, ending) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(root, folder, file));
}

function* tokens(grammar, text) {
  let stack = INITIAL;
  for (const [number, line] of text.split('\n').entries()) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      yield { number, line, text: line.slice(token.startIndex, token.endIndex), scopes: token.scopes };
    }
  }
}

const has = (token, scope) => token.scopes.some((found) => found.startsWith(scope));

test('chapters and mistakes in Markdown', async () => {
  const grammar = await (await registry()).loadGrammar('text.html.markdown');
  let blocks = 0;
  for (const file of [...files('chapters', '.md'), ...files('cases/mistakes', '.md')]) {
    const text = fs.readFileSync(file, 'utf8');
    // Which lines are in a block of advice, found without the grammar.
    // In a block of another kind there may be anything, Markdown too.
    let fence;
    const inside = text.split('\n').map((line) => {
      const mark = line.match(/^\s*(`{3,}|~{3,})\s*(\S*)/);
      if (!fence && mark) {
        fence = mark;
        blocks += fence[2] === 'advice' ? 1 : 0;
        return false;
      }
      if (fence && mark && mark[2] === '' && mark[1].length >= fence[1].length) {
        fence = undefined;
        return false;
      }
      return fence ? (fence[2] === 'advice' ? true : undefined) : false;
    });
    for (const token of tokens(grammar, text)) {
      const coloured = has(token, 'meta.embedded.block.advice');
      const place = `${path.relative(root, file)}:${token.number + 1}: ${token.line}`;
      if (token.text.trim() !== '' && inside[token.number] === true) {
        assert.ok(coloured, place);
      }
      assert.ok(!coloured || inside[token.number] !== false || token.text.trim() === '', place);
      if (coloured && /^\s*(let|def|advice)$/.test(token.text) && token.line.trimStart().startsWith(token.text.trim())) {
        assert.ok(has(token, 'keyword') , place);
      }
    }
  }
  assert.ok(blocks > 100, `only ${blocks} blocks`);
});

test('libraries as plain files', async () => {
  const grammar = await (await registry()).loadGrammar('source.advice');
  for (const file of files('chapters/library', '.advice')) {
    const found = [...tokens(grammar, fs.readFileSync(file, 'utf8'))];
    for (const token of found) {
      if (token.line.trimStart().startsWith('#')) {
        assert.ok(has(token, 'comment') || token.text.trim() === '', token.line);
      }
    }
    assert.ok(found.some((token) => has(token, 'entity.name.function')));
  }
});
