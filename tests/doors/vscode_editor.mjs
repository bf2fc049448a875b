// The packaged extension in Visual Studio Code's own workbench (as code-server serves it), in a browser without a screen.
// EDITOR_MODULES: where code-server and puppeteer-core lie; EDITOR_FOLDER: scratch; VRAMLINT_PROGRAM, VRAMLINT_VSIX,
// CHROMIUM. Nothing is sought on a network.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';

const { EDITOR_MODULES: modules, EDITOR_FOLDER: folder, VRAMLINT_PROGRAM: program, VRAMLINT_VSIX: vsix, CHROMIUM: chromium } = process.env;
const puppeteer = createRequire(join(modules, 'package.json'))('puppeteer-core');
const project = join(folder, 'project'), stranger = join(folder, 'stranger');
const entry = join(modules, 'code-server/out/node/entry.js');
const extensions = ['--extensions-dir', join(folder, 'extensions')];
const environment = { ...process.env, HOME: folder };

function write(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

/** What the workspace of a stranger names as the program. */
const bait = join(folder, 'bait.sh'), caught = join(folder, 'caught');
cpSync(project, stranger, { recursive: true });
write(join(stranger, '.vscode/settings.json'), JSON.stringify({ 'vramlint.serverPath': bait }));
write(bait, `#!/bin/sh\ntouch ${caught}\n`);
chmodSync(bait, 0o755);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A workbench with settings of its own: what is changed under a running one reaches its windows sooner or later. */
async function serve(name, settings) {
  const user = ['--user-data-dir', join(folder, name)];
  write(join(folder, name, 'User/settings.json'), JSON.stringify({
    'vramlint.serverPath': program,
    'workbench.startupEditor': 'none',
    ...settings,
  }));
  const port = await freePort();
  const server = spawn(process.execPath, [entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, ...user, ...extensions,
    '--disable-telemetry', '--disable-update-check'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise((resolve, reject) => {
    server.on('exit', reject);
    server.stdout.on('data', (bytes) => String(bytes).includes('HTTP server listening') && resolve());
  });
  return { port, stop: () => (server.removeAllListeners('exit'), server.kill()) };
}

const installed = spawnSync(process.execPath, [entry, ...extensions, '--user-data-dir', join(folder, 'installing'), '--install-extension', vsix],
  { env: environment, encoding: 'utf8' });
assert.match(installed.stdout, /successfully installed/, installed.stdout + installed.stderr);
const trusting = await serve('trusting', { 'security.workspace.trust.enabled': false });
const cautious = await serve('cautious', { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' });

const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
let page;

async function until(what, look, given, act) {
  for (let i = 0; i < 300; ++i) {
    const seen = await page.evaluate(look, given);
    if (seen) return seen;
    if (act && i % 20 === 0) await act();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await page.screenshot({ path: join(folder, 'failed.png') });
  throw new Error(`in vain: ${what}`);
}
async function press(...keys) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
}
async function open(name) {
  // Keys do nothing before the workbench has read what they mean.
  await until('the list of files', () => document.querySelector('.quick-input-widget')?.checkVisibility(), undefined, () => press('Control', 'KeyP'));
  await page.keyboard.type(name);
  await until(`the file ${name}`, (text) => document.querySelector('.quick-input-list .monaco-list-row.focused')?.textContent.includes(text), name);
  await press('Enter');
  await until(`the tab ${name}`, (text) =>
    [...document.querySelectorAll('.tab.active')].some((tab) => tab.textContent.includes(text)), name);
}
async function load(workbench, workspace) {
  await page?.close();
  page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  await page.goto(`http://127.0.0.1:${workbench.port}/?folder=${workspace}`);
  await page.waitForSelector('.monaco-workbench .explorer-folders-view .monaco-list-row', { timeout: 60000 });
}
const lens = () => until('the line above the config', () => document.querySelector('.codelens-decoration a')?.textContent);

try {
  await load(trusting, project);
  await open('good.yaml');
  console.log('lens', await lens());
  await open('large.yaml');
  await until('a squiggle', () => document.querySelectorAll('.squiggly-error').length > 0);
  assert.match(await lens(), /peak of 23\.7 GiB \(\d+ %\)/);
  // The place of the finding, by F8; what is said there; the fix.
  await press('Control', 'Home');
  await press('F8');
  const told = await until('the finding', () => document.querySelector('.marker-widget')?.textContent);
  assert.match(told, /GeForce RTX 3090 has 23\.7 GiB/);
  console.log('finding', told.slice(0, 60));
  await press('Escape');
  await press('Control', 'Period');
  const action = await until('the fix', () =>
    [...document.querySelectorAll('.action-widget .monaco-list-row')].map((row) => row.textContent).find((text) => text.includes('batch_size')));
  console.log('action', action);
  await page.evaluate(() => [...document.querySelectorAll('.action-widget .monaco-list-row')]
    .find((row) => row.textContent.includes('batch_size')).click());
  await until('no squiggle', () => document.querySelectorAll('.squiggly-error').length === 0);
  // The plans: the line above the config is a button.
  await open('hopeless.yaml');
  await lens();
  await until('its squiggle', () => document.querySelectorAll('.squiggly-error').length > 0);
  await page.click('.codelens-decoration a');
  const plan = await until('the plans', () =>
    [...document.querySelectorAll('.view-lines')].map((lines) => lines.textContent.replaceAll('\u00a0', ' ')).find((text) => /does not fit/.test(text)));
  console.log('plan', plan.slice(0, 60));
  // Not trusted: the user's own program, not the workspace's.
  await load(cautious, stranger);
  await until('restricted mode', () => document.body.textContent.includes('Restricted Mode'));
  await open('good.yaml');
  console.log('not trusted', await lens());
  assert.ok(!existsSync(caught), 'a workspace that is not trusted ran its own program');
  // Trusted, it may: else what was shown above shows nothing.
  await load(trusting, stranger);
  await open('good.yaml');
  for (let i = 0; i < 100 && !existsSync(caught); ++i) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(existsSync(caught), 'a trusted workspace does not name its own program');
  console.log('the extension does what it promises');
} finally {
  await browser.close();
  trusting.stop();
  cautious.stop();
}
