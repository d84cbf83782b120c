import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDocument, checkTexts, type TextProblem } from '../scripts/textRules.ts';
import { readUserTexts, textsOf } from '../scripts/userTexts.ts';
import { entities, type Fields } from '../src/model/index.ts';

const root = resolve(import.meta.dirname, '..');

/** Faults in readable form for the test's failure message. */
function lines(faults: readonly TextProblem[]): string[] {
  return faults.map(({ file, line, text, fault }) => `${file}:${line} ${fault}: ${text}`);
}

describe('texts that people read', () => {
  test('use the words of the field, in sentence case, with short labels', () => {
    expect(lines(checkTexts(readUserTexts(root)))).toEqual([]);
  });

  test('documents use the words of the field', () => {
    const folders = ['.', 'docs', 'docs/decisions'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.md') && name !== 'statements.md')
        .map((name) => join(folder, name)),
    );
    expect(files.length).toBeGreaterThan(60);
    expect(lines(files.flatMap((file) => checkDocument(file, readFileSync(join(root, file), 'utf8'))))).toEqual([]);
  });

  test('fields of numbers state their unit', () => {
    const units =
      /\b(?:per|seconds?|minutes?|hours?|days?|milliseconds?|ms|pixels?|%|USD|UTC|number|digits?|tiers?|ads|nodes|sellers|requests|impressions?|ID|tags|channels|calls|proportional(?:ly)?|factor)\b/i;
    const silent = Object.values(entities).flatMap((entity) =>
      Object.entries<Fields[string]>(entity.fields)
        .filter(([, { kind, isGenerated }]) => (kind === 'integer' || kind === 'money') && !isGenerated)
        .filter(([, { unit, label, help }]) => !unit && !units.test(`${label} ${help ?? ''}`))
        .map(([name]) => `${entity.name}.${name}`),
    );
    expect(silent).toEqual([]);
  });
});

describe('the list of texts', () => {
  const found = (source: string) => textsOf('src/page.tsx', source).map(({ place, text }) => `${place} ${text}`);

  test('contains texts of attributes, elements, properties, calls and return values', () => {
    expect(found(`const page = () => <Card title="Daily budget">Spend per day</Card>;`)).toEqual([
      '@title Daily budget',
      '<> Spend per day',
    ]);
    expect(found('const field = { label: `Cap of ${name}`, help: "Maximum requests per second." };')).toEqual([
      '.label Cap of {…}',
      '.help Maximum requests per second.',
    ]);
    expect(found(`fault('Must be a whole number'); function words() { return 'No rows match'; }`)).toEqual([
      'fault() Must be a whole number',
      '=> words No rows match',
    ]);
    expect(found(`throw new BadInput('The tag is archived');`)).toEqual(['new BadInput() The tag is archived']);
  });

  test('omits machine-readable texts', () => {
    expect(found(`import x from 'Some module';`)).toEqual([]);
    expect(found(`const box = <div className="flex min-h-0 Wide box" />;`)).toEqual([]);
    expect(found(`const classes = 'flex min-h-0 items-center';`)).toEqual([]);
    expect(found('const rows = await query(`SELECT name FROM tag WHERE id = ${id}`);')).toEqual([]);
    expect(found(`if (kind === 'Daily budget') run();`)).toEqual([]);
    expect(found(`type Kind = 'Daily budget' | 'Total budget';`)).toEqual([]);
    expect(found(`const table = { 'Daily budget': 1 };`)).toEqual([]);
  });

  test('names the line', () => {
    expect(textsOf('src/a.ts', `\nconst a = 1;\nconst b = {\n  label: 'Two words' };`).map(({ line }) => line)).toEqual(
      [4],
    );
  });
});

describe('the rules of texts', () => {
  const faultsOf = (text: string, place = '.help') =>
    checkTexts([{ file: 'src/a.ts', line: 1, place, text }]).map(({ fault }) => fault);

  test.each([
    'Nobody is told of it',
    'Calls a second',
    'Least margin',
    'Longest pod',
    'It rests until midnight',
    'The key is taken back',
    'Mend this first',
    'Runs by itself',
    'What fits',
    'The device id',
    'It answers with an ad',
  ])('refuse “%s”', (text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  test.each([
    'Maximum requests per second. Empty = no limit.',
    'At least one metric',
    'Ask your admin for access.',
    'Most lost by',
    'Add a parameter such as id=7',
  ])('let “%s” pass', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  test('labels are short and in sentence case, names and literal texts excepted', () => {
    expect(faultsOf('Daily Budget', '.label')).not.toEqual([]);
    expect(faultsOf('Maximum number of ads in one pod', '.label')).toEqual([]);
    expect(faultsOf('Maximum number of all ads in one pod', '.label')).not.toEqual([]);
    expect(faultsOf('Daily Budget')).toEqual([]);
    expect(faultsOf('Open Saved Reports', '@title')).toEqual([]);
    expect(faultsOf('Through Prebid Server', '.label')).toEqual([]);
  });

  test('documents are read line by line, without their code', () => {
    const document = ['# Title', '', 'Fine.', '`nobody` is code.', '```', 'nobody', '```', 'Nobody is here.'].join(
      '\n',
    );
    expect(checkDocument('docs/a.md', document).map(({ line }) => line)).toEqual([8]);
  });
});
