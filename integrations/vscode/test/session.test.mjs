// What the extension sends, sent to the program: VRAMLINT_PROGRAM, on a project of the test's own.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import settings from '../dist/settings.cjs';
import { Program } from './program.mjs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));
const properties = manifest.contributes.configuration.properties;
const changed = { serverPath: process.env.VRAMLINT_PROGRAM };
const section = { get: (name) => changed[name] ?? properties[`vramlint.${name}`].default };
let folder, file;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'vramlint-vscode-'));
  file = join(folder, 'a.yaml');
  writeFileSync(join(folder, 'vramlint.yaml'), `recipes:
  - name: net
    configs: ["a.yaml"]
    model: torch.nn.Linear(cfg.width, cfg.width)
    inputs: ["float32[cfg.batch_size, cfg.width]"]
    loss: mse
    optimizer: adam
`);
  // 2^30 weights of 4 bytes: 4 GiB, four times with gradients and Adam's two states.
  writeFileSync(file, 'width: 32768\nbatch_size: 2\n');
});
after(() => rmSync(folder, { recursive: true }));

async function begin() {
  const program = new Program(settings.program(section), folder);
  const { capabilities } = await program.request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
    initializationOptions: settings.serverOptions(section),
  });
  program.notify('initialized', {});
  return { program, capabilities };
}

function open(program) {
  const uri = pathToFileURL(file).href;
  const told = program.told('textDocument/publishDiagnostics', (params) => params.uri === uri);
  program.notify('textDocument/didOpen', {
    textDocument: { uri, languageId: 'yaml', version: 1, text: readFileSync(file, 'utf8') },
  });
  return told;
}

test('with the settings as they come, the project says all', async () => {
  assert.deepEqual(settings.serverOptions(section), {});
  const { program, capabilities } = await begin();
  assert.ok(capabilities.executeCommandProvider.commands.every((command) =>
    manifest.contributes.commands.some((one) => one.command === command)));
  assert.deepEqual((await open(program)).diagnostics, []);  // no device: nothing can be too much
  assert.ok(!program.was_told('window/showMessage'));
  assert.equal(await program.end(), 0);
});

test('a device in the settings is what the config is checked for', async () => {
  changed.device = ' rtx4060 ';
  const { program } = await begin();
  const { diagnostics } = await open(program);
  assert.ok(diagnostics.some((one) => one.code === 'peak-memory-exceeds-device'), JSON.stringify(diagnostics));
  const { text } = await program.request('workspace/executeCommand', {
    command: 'vramlint.fit', arguments: [pathToFileURL(file).href],
  });
  assert.match(text, /width|batch_size/);
  // Another card, told as the extension tells it: 16 GiB and what the step needs besides fit 80 GB.
  changed.device = 'a100-80gb';
  const cleared = program.told('textDocument/publishDiagnostics', ({ diagnostics }) => diagnostics.length === 0);
  program.notify('workspace/didChangeConfiguration', { settings: { vramlint: settings.serverOptions(section) } });
  await cleared;
  delete changed.device;
  assert.equal(await program.end(), 0);
});

test('every option of the manifest reaches the server', () => {
  Object.assign(changed, { device: 'd', memory: 'm', torch: 't', root: 'r', pythonPath: ['p'] });
  const told = settings.serverOptions(section);
  for (const name of Object.keys(told)) delete changed[name];
  const own = ['vramlint.serverPath', 'vramlint.trace.server'];
  assert.deepEqual(Object.keys(told).sort(),
    Object.keys(properties).filter((name) => !own.includes(name)).map((name) => name.slice('vramlint.'.length)).sort());
});

test('the languages that are served are those that wake the extension', () => {
  assert.deepEqual(manifest.activationEvents, settings.documentSelector.map(({ language }) => `onLanguage:${language}`));
  assert.ok(settings.documentSelector.every(({ scheme }) => scheme === 'file'));
});
