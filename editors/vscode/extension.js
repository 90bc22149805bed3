// Starts `nasvet lsp`, and shows the board of the example under the cursor in a panel.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;
let panel;

function activate(context) {
  const command = vscode.workspace.getConfiguration('nasvet').get('path', 'nasvet');
  const documents = ['file', 'untitled'].flatMap((scheme) => [
    { scheme, language: 'advice' },
    { scheme, language: 'markdown' },
  ]);
  client = new LanguageClient('nasvet', 'Nasvet', { command, args: ['lsp'] }, { documentSelector: documents });
  client.start();
  context.subscriptions.push(
    vscode.commands.registerCommand('nasvet.showBoard', async () => {
      open();
      await show(vscode.window.activeTextEditor);
    }),
    vscode.window.onDidChangeTextEditorSelection((event) => show(event.textEditor)),
  );
}

function open() {
  if (panel) {
    return;
  }
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  panel = vscode.window.createWebviewPanel('nasvet.board', 'Board', beside, { enableScripts: false });
  panel.onDidDispose(() => (panel = undefined));
}

// The server escapes what it draws; the panel runs no script and loads nothing.
async function show(editor) {
  if (!panel || !editor || !['advice', 'markdown'].includes(editor.document.languageId)) {
    return;
  }
  const place = editor.selection.active;
  const board = await client.sendRequest('nasvet/board', {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line: place.line, character: place.character },
  });
  if (!panel || !board) {
    return;
  }
  const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const picture = board.svg || `<pre>${escaped(board.text)}</pre>`;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="${policy}">
    <body>${picture}<p>${escaped(board.position)}</p></body>`;
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
