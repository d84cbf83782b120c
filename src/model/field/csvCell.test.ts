import { describe, expect, test } from 'vitest';
import { csvLine, guardCell, tsvLine, unguardCell } from './csvCell.ts';

const starts = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '\uFE66', '\uFE62', '\uFE63', '\uFE6B'];
/** Characters before a formula that spreadsheets drop or do not show. */
const before = [
  '',
  ' ',
  '   ',
  '"',
  '""',
  "'",
  '“',
  '`',
  '\uFF02',
  '\uFEFF',
  '\u200B',
  '\u00A0',
  '\u3000',
  '\u2060',
  '\u202E',
  '\u00AD',
  '\u0001',
  '\u0085',
  '\v',
  '\uFEFF "\u200B\u00A0',
];
const breaks = ['\tx', '\rx', '\nx', ' \tx', '\uFEFF\nx'];
const formulas = [...before.flatMap((each) => starts.map((start) => `${each}${start}cmd|'/c calc'!A1`)), ...breaks];
const harmless = [
  'plain',
  "'quoted'",
  '"quoted"',
  '',
  ' ',
  '5-3',
  'a=b',
  'mail@example.com',
  '広告',
  '\u2212 5',
  '1e-7',
];
const numbers = ['-5', '-0.000000001', '-1e-7', '12', '3.50'];

describe('the guard of a cell', () => {
  test('precedes everything that a spreadsheet would run, whatever is in front of it', () => {
    for (const text of formulas) expect([text, guardCell(text)]).toEqual([text, `'${text}`]);
  });

  test('leaves numbers, including negative ones, and all other texts unchanged', () => {
    for (const text of [...numbers, ...harmless]) expect(guardCell(text)).toBe(text);
  });

  test('is removed again, and nothing else: other apostrophes stay', () => {
    const own = [...formulas, ...numbers].flatMap((text) => [text, `'${text}`, `''${text}`]);
    for (const text of [...own, ...harmless]) expect(unguardCell(guardCell(text))).toBe(text);
  });
});

test('cells of a CSV line are guarded, and quoted where needed', () => {
  expect(csvLine(['\uFF1D1+1', '-5', 'a,b', ' "x"\n', '\uFEFF=1'])).toBe(
    `'\uFF1D1+1,-5,"a,b"," ""x""\n",'\uFEFF=1\r\n`,
  );
});

test('a line for the clipboard stays one line with the same number of cells', () => {
  expect(tsvLine(['a\tb\r\nc', '\u200B=1', '-1.5', '"open', 'x\u2028y\vz'])).toBe(
    `a b c\t'\u200B=1\t-1.5\t"""open"\tx y z`,
  );
});
