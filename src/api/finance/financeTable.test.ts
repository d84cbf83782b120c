import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { csvOf, type FinanceTable, xlsxOf } from './financeTable.ts';

const table: FinanceTable = {
  name: 'table',
  columns: [{ header: 'Name' }, { header: 'Requests', unit: 'count' }, { header: 'Cost (USD)', unit: 'usd' }],
  rows: [
    ['日本, "Ltd"', 12, '-0.000000001'],
    ['=1+1', null, '1234567.5'],
    ['', 0, null],
  ],
};

test('as CSV its amounts have nine decimals, and texts are not formulas', () => {
  expect(csvOf(table)).toBe(
    '\uFEFFName,Requests,Cost (USD)\r\n"日本, ""Ltd""",12,-0.000000001\r\n\'=1+1,,1234567.500000000\r\n,0,\r\n',
  );
});

test('as XLSX its counts and amounts are numbers', async () => {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxOf(table)) parts.push(part);
  expect(await readXlsxFile(Buffer.concat(parts))).toMatchObject([
    {
      data: [
        ['Name', 'Requests', 'Cost (USD)'],
        ['日本, "Ltd"', 12, -0.000000001],
        ['=1+1', null, 1234567.5],
        [null, 0, null],
      ],
    },
  ]);
});
