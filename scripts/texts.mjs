// Prints every user-visible text with its place and its faults: `npm run texts`, or those of some folders or files of
// src: `npm run texts -- console/pages/finance model/tag.ts`. Fails if a text breaks a rule.
import { fileURLToPath } from 'node:url';
import { checkTexts } from './textRules.ts';
import { readUserTexts } from './userTexts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2).map((path) => `src/${path}`);
const texts = readUserTexts(root).filter(
  ({ file }) => wanted.length === 0 || wanted.some((path) => file.startsWith(path)),
);
const faults = checkTexts(texts);

for (const { file, line, place, text } of texts) console.log(`${file}:${line} ${place} ${text}`);
for (const { file, line, text, fault } of faults) console.error(`${file}:${line} ${fault}: ${text}`);
console.log(`${texts.length} texts, ${faults.length === 0 ? 'none of them at fault' : `${faults.length} faults`}`);
process.exitCode = faults.length === 0 ? 0 : 1;
