import { describe, expect, test } from 'vitest';
import { campaign } from '#model/index.ts';
import { fromDocumentValue, toDocumentValue } from './documentValue.ts';

const field = campaign.fields.dealBids;
const names = new Map([
  [7, 'Spring'],
  [8, '12'],
]);
const find = (_: string, name: string) =>
  name === 'New' ? '@deals.3' : [...names].find(([, known]) => known === name)?.[0];

describe('bids by deal', () => {
  test('are written by deal name, sorted; deals without a name stay ids', () => {
    const documentValue = toDocumentValue(field, { 7: '6.50', 8: '1.00', 9: '2.00' }, (_, id) => names.get(id));
    expect(Object.entries(documentValue as object)).toEqual([
      ['9', '2.00'],
      ['12', '1.00'],
      ['Spring', '6.50'],
    ]);
  });

  test('are read by name, also of deals that the document creates, else by id; amounts may be numbers', () => {
    expect(fromDocumentValue(field, { Spring: 6.5, '12': '1.00', '9': 2, New: '3' }, find)).toEqual({
      value: { 7: '6.50', 8: '1.00', 9: '2.00', '@deals.3': '3.00' },
    });
    expect(fromDocumentValue(field, { Autumn: '1.00' }, find)).toEqual({ fault: 'There is no deal “Autumn”' });
    expect(fromDocumentValue(field, [1], find)).toEqual({ value: [1] });
  });
});
