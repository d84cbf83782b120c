import { expect, test } from 'vitest';
import { firstColumn, linesOf } from './linesOf.ts';

async function read(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const lines: [number, string][] = [];
  for await (const part of linesOf(pieces())) for (const line of part) lines.push([line.number, line.text]);
  return lines;
}

test.each([1, 2, 3, 5, 1000])('lines do not depend on how the bytes are split (%i at a time)', async (size) => {
  const text = '\uFEFFeins\r\nzwei漢\n\n  vier \rfünf\r\n\r\nsieben\r';
  expect(await read(text, size)).toEqual([
    [1, 'eins'],
    [2, 'zwei漢'],
    [4, 'vier'],
    [5, 'fünf'],
    [7, 'sieben'],
  ]);
});

test('a line without an end does not fill the memory', async () => {
  const lines = await read(`${'x'.repeat(100_000)}\nlast`, 1000);
  expect(lines[0]?.[1].length).toBeLessThanOrEqual(8192);
  expect(lines[1]).toEqual([2, 'last']);
});

test.each([
  ['com.example,7', 'com.example'],
  ['com.example;7', 'com.example'],
  ['com.example\t7', 'com.example'],
  ['"a, ""b""",7', 'a, "b"'],
  ['"open', 'open'],
  [',7', ''],
  ['plain', 'plain'],
])('the first column of %j', (line, column) => {
  expect(firstColumn(line)).toBe(column);
});
