// The licences of what is bundled, out of esbuild's list of its inputs: notices.mjs INPUTS.json NOTICES.txt
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [list, notices] = process.argv.slice(2);
const folders = new Set();
for (const input of Object.keys(JSON.parse(readFileSync(list)).inputs)) {
  const inside = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (inside) folders.add(inside[1]);
}
const texts = [...folders].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json')));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} ${version} says of its licence only: ${license}`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
});
writeFileSync(notices, texts.join(`\n${'-'.repeat(80)}\n\n`));
