// Starts `vramlint lsp` and shows what `vramlint fit` plans; all else is the language client's own.
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, State } from 'vscode-languageclient/node';
import { documentSelector, program, serverOptions } from './settings';

const name = 'vramlint';
let client: LanguageClient | undefined;
let log: vscode.LogOutputChannel;

const section = () => vscode.workspace.getConfiguration(name);

/** The server's own command, from a code lens or the palette: of the given document, or of the one that is shown. */
async function fit(command: string, given: unknown[], ask: (command: string, args: unknown[]) => unknown): Promise<unknown> {
  const shown = vscode.window.activeTextEditor?.document.uri;
  const uri = given.length > 0 ? given[0] : shown && client?.code2ProtocolConverter.asUri(shown);
  if (!uri) return undefined;
  const plan = (await ask(command, [uri])) as { text?: string } | null | undefined;
  if (!plan?.text) return plan;
  const document = await vscode.workspace.openTextDocument({ content: plan.text, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  return plan;
}

function clientOptions(): LanguageClientOptions {
  return {
    documentSelector,
    outputChannel: log,
    initializationOptions: serverOptions(section()),
    middleware: {
      executeCommand: (command, given, next) =>
        command === 'vramlint.fit' ? fit(command, given, next) : next(command, given),
    },
  };
}

async function start(): Promise<void> {
  const server = program(section());
  client = new LanguageClient(name, name, server, clientOptions());
  client.onDidChangeState(({ newState }) =>
    vscode.commands.executeCommand('setContext', 'vramlint.running', newState === State.Running));
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `vramlint: \`${server.command} lsp\` does not start: ${error instanceof Error ? error.message : error}. ` +
        'Install vramlint, or say where it is.', 'Open Settings');
    if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'vramlint.serverPath');
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  if (old?.needsStop()) await old.stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

/** Another program is another server; another option is told to the one that runs. */
async function onSettings(event: vscode.ConfigurationChangeEvent): Promise<void> {
  if (event.affectsConfiguration('vramlint.serverPath')) return restart();
  const isOption = ['device', 'memory', 'torch', 'root', 'pythonPath'].some((option) =>
    event.affectsConfiguration(`vramlint.${option}`));
  if (isOption && client?.isRunning())
    await client.sendNotification('workspace/didChangeConfiguration', { settings: { vramlint: serverOptions(section()) } });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  log = vscode.window.createOutputChannel(name, { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand('vramlint.restart', restart),
    vscode.commands.registerCommand('vramlint.showLog', () => log.show()),
    vscode.workspace.onDidChangeConfiguration(onSettings),
    vscode.workspace.onDidGrantWorkspaceTrust(restart));
  await start();
}

export const deactivate = stop;
