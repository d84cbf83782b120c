import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkCode } from '../scripts/codeWords.ts';
import { sourceFiles } from '../scripts/sourceTree.ts';

const root = resolve(import.meta.dirname, '..');

test('names, comments and titles of tests use the words of the field', () => {
  const files = sourceFiles(root, ['src', 'tests', 'bench', 'scripts'], /\.(?:tsx?|mjs)$/).filter(
    (file) => !/^(?:scripts|tests)\/(?:codeWords|textRules|texts)\b/.test(file),
  );
  expect(files.length).toBeGreaterThan(2500);
  const faults = files.flatMap((file) => checkCode(file, readFileSync(join(root, file), 'utf8')));
  expect(faults.map(({ file, line, text, fault }) => `${file}:${line} ${fault}: ${text}`)).toEqual([]);
});

const faultsOf = (source: string) => checkCode('src/a.ts', source).map(({ fault }) => fault.split(':')[0]);

test.each([
  ['const toldPrice = 1;', '“told”'],
  ['interface Bid { fates: string[] }', '“fates”'],
  ['function hearEvent() {}', '“hear”'],
  ['const row = { kept_until: 1 };', '“kept”'],
  ['/** What a bid costs. */ const a = 1;', '“What …”'],
  ['/** Is told of wins. */ const a = 1;', '“told”'],
  ['// Nobody waits for it.\nconst a = 1;', '“Nobody”'],
  [`test('a bid is told', () => {});`, '“told”'],
  ['test(`a bid is told ${how}`, () => {});', '“told”'],
  [`const bid = row['keptUntil'];`, '“kept”'],
  [`type Kind = 'sightings' | 'all';`, '“sightings”'],
  ['class Bid { #fate = 1; }', '“fate”'],
  ['// The colour of a bid.\nconst a = 1;', '“colour”'],
  ['// The answer of a tag.\nconst a = 1;', '“The answer”'],
  ['const saveRefusal = 1;', '“refusal”'],
])('%s is a fault', (source, fault) => {
  expect(faultsOf(source)).toEqual([fault]);
});

test('names of files are names', () => {
  expect(checkCode('src/keptOut.test.ts', '')).toMatchObject([{ text: 'keptOut' }]);
});

test.each([
  'const agent = new Agent({ keepAlive: true });',
  '/** A `told` column of earlier versions. */ const a = 1;',
  '/** Whatever is declared. */ const a = 1;',
  `const text = 'You are told';`,
])('%s passes', (source) => {
  expect(faultsOf(source)).toEqual([]);
});
