import { expect, test } from 'vitest';
import { parseCsv } from './parseCsv.ts';

const cellsOf = (text: string) => {
  const parsed = parseCsv(text);
  return parsed.ok ? parsed.records.map(({ cells }) => cells) : parsed;
};

test.each([
  [
    'plain lines',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a byte order mark and CRLF',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'no line end at the end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'line ends of old Macs',
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes around anything', 'a\n"1,""x""\r\ny"\n', [['a'], ['1,"x"\r\ny']]],
  [
    'an empty quoted cell',
    'a,b\n"",2\n',
    [
      ['a', 'b'],
      ['', '2'],
    ],
  ],
  [
    'empty cells at the end',
    'a,b\n,\n',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  [
    'semicolons',
    'a;b\n"1;2";3,4\n',
    [
      ['a', 'b'],
      ['1;2', '3,4'],
    ],
  ],
  [
    'tabs, as copied from a spreadsheet',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'the separator line of Excel',
    'sep=;\r\na;b\r\n1;2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines',
    'a,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a mark inside a plain cell', 'a\n5" disk\n', [['a'], ['5" disk']]],
  ['nothing', '', []],
])('a file may have %s', (_, text, records) => {
  expect(cellsOf(text)).toEqual(records);
});

test('a record has the number of the line on which it begins', () => {
  const parsed = parseCsv('a,b\n"one\r\ntwo\nthree",2\n\n3,4\n');
  expect(parsed.ok && parsed.records.map(({ line }) => line)).toEqual([1, 2, 6]);
  expect(parseCsv('a\n1\n"open\n')).toEqual({
    ok: false,
    line: 3,
    message: 'A quotation mark is not closed',
  });
});
