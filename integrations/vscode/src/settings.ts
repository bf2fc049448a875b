// What the editor's settings mean to the language server. No word of the editor's own interface, so that a test can send
// to the program what the extension sends.

export const languages = ['yaml', 'python', 'json', 'jsonc'];

export const documentSelector = languages.map((language) => ({ scheme: 'file', language }));

/** Of a section of settings: the value under a name, with the section's default. */
export interface Section {
  get<T>(name: string): T | undefined;
}

/** The server's options. What is left empty is not said, so that the project's own word counts. */
export function serverOptions(section: Section): Record<string, string | string[]> {
  const options: Record<string, string | string[]> = {};
  for (const name of ['device', 'memory', 'torch', 'root']) {
    const value = section.get<string>(name)?.trim();
    if (value) options[name] = value;
  }
  const folders = section.get<string[]>('pythonPath') ?? [];
  if (folders.length > 0) options.pythonPath = folders;
  return options;
}

export function program(section: Section): { command: string; args: string[] } {
  return { command: section.get<string>('serverPath')?.trim() || 'vramlint', args: ['lsp'] };
}
