import { readXlsx, writeXlsxStream } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { sheetText } from './sheetText.ts';

const characters = [
  ...Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)),
  ...['\u2028', '\u2029', '\u202E', '\uFEFF', '\uFFFD', '\uFFFE', '\uFFFF', '\u{1F642}', '\u{1FFFE}'],
];
const texts = [
  ...characters.map((each) => `a${each}b`),
  ...['=1+1', '\uFF1D1+1', '@x', '_x0041_', '__x000D__', '_x41_', '_xFFFE_', 'x_', ' space ', '<&>"', ''],
];

test('the cells of a sheet preserve any text', async () => {
  const parts: Uint8Array[] = [];
  async function* rows() {
    for (const text of texts) yield [sheetText(text)];
  }
  for await (const part of writeXlsxStream(rows(), { name: 'Texts', columns: [{ header: sheetText('a\uFFFEb') }] })) {
    parts.push(part);
  }
  const { sheets } = await readXlsx(Buffer.concat(parts));
  const [head, ...cells] = (sheets[0]?.rows ?? []).map(([cell]) => cell ?? '');
  expect(head).toBe('a\uFFFEb');
  expect(cells).toEqual(texts);
});

test('a cell contains no character that XML forbids', () => {
  for (const text of [...texts, 'half a \uD800 pair', '\uDC00']) {
    expect(sheetText(text)).toMatch(/^[^\uD800-\uDFFF\uFFFE\uFFFF]*$/u);
  }
});
