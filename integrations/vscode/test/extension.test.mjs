// The extension in an editor of the test's own: commands, settings, and what becomes of a plan.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { beforeEach, test } from 'node:test';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
let editor, clients;

class LanguageClient {
  running = false;
  sent = [];
  code2ProtocolConverter = { asUri: String };
  constructor(_id, _name, server, options) {
    Object.assign(this, { server, options });
    clients.push(this);
  }
  onDidChangeState() {}
  async start() {
    if (editor.values.serverPath === 'missing') throw new Error('spawn missing ENOENT');
    this.running = true;
  }
  async stop() {
    this.running = false;
  }
  needsStop() {
    return this.running;
  }
  isRunning() {
    return this.running;
  }
  async sendNotification(method, params) {
    this.sent.push([method, params]);
  }
}

const disposable = { dispose() {} };
const vscode = {
  ViewColumn: { Beside: -2 },
  workspace: {
    getConfiguration: () => ({ get: (name) => editor.values[name] }),
    onDidChangeConfiguration: (listener) => ((editor.change = listener), disposable),
    onDidGrantWorkspaceTrust: () => disposable,
    openTextDocument: async (document) => document,
  },
  window: {
    get activeTextEditor() {
      return editor.active;
    },
    createOutputChannel: () => ({ ...disposable, show() {} }),
    showErrorMessage: async (text) => void editor.errors.push(text),
    showTextDocument: async (document) => void editor.shown.push(document.content),
  },
  commands: {
    registerCommand: (name, run) => ((editor.commands[name] = run), disposable),
    executeCommand: async () => undefined,
  },
};

const load = Module._load;
Module._load = (request, ...rest) => {
  if (request === 'vscode') return vscode;
  if (request === 'vscode-languageclient/node') return { LanguageClient, State: { Running: 2 } };
  return load(request, ...rest);
};
const { activate, deactivate } = Module.createRequire(import.meta.url)('../dist/extension-alone.cjs');

beforeEach(async () => {
  editor = { values: { serverPath: 'vramlint' }, commands: {}, errors: [], shown: [] };
  clients = [];
});
const wake = () => activate({ subscriptions: [] });
const change = (...names) => editor.change({ affectsConfiguration: (name) => names.includes(name) });

test('every command of the manifest is there: its own, or the server\'s', async () => {
  await wake();
  const names = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(names.filter((name) => name !== 'vramlint.fit').sort(), Object.keys(editor.commands).sort());
  await deactivate();
  assert.ok(!clients[0].running);
});

test('a restart leaves one server', async () => {
  await wake();
  await editor.commands['vramlint.restart']();
  assert.deepEqual(clients.map((one) => one.running), [false, true]);
});

test('another program is started, another option is told', async () => {
  await wake();
  Object.assign(editor.values, { device: 'rtx4060' });
  await change('vramlint.device');
  assert.deepEqual(clients[0].sent,
    [['workspace/didChangeConfiguration', { settings: { vramlint: { device: 'rtx4060' } } }]]);
  editor.values.serverPath = '/opt/vramlint';
  await change('vramlint.serverPath');
  assert.equal(clients[1].server.command, '/opt/vramlint');
  assert.deepEqual(clients[1].options.initializationOptions, { device: 'rtx4060' });
});

test('what does not start is said, with the setting that helps', async () => {
  editor.values.serverPath = 'missing';
  await wake();
  assert.match(editor.errors[0], /`missing lsp` does not start.*ENOENT/);
});

test('a plan is shown; from the palette it is of the document in front', async () => {
  await wake();
  const { executeCommand } = clients[0].options.middleware;
  const asked = [];
  const ask = async (command, given) => (asked.push([command, ...given]), { text: `plan of ${given[0]}` });
  await executeCommand('vramlint.fit', ['file:///a.yaml'], ask);
  editor.active = { document: { uri: 'file:///b.yaml' } };
  await executeCommand('vramlint.fit', [], ask);
  editor.active = undefined;
  await executeCommand('vramlint.fit', [], ask);
  assert.deepEqual(asked, [['vramlint.fit', 'file:///a.yaml'], ['vramlint.fit', 'file:///b.yaml']]);
  assert.deepEqual(editor.shown, ['plan of file:///a.yaml', 'plan of file:///b.yaml']);
});
