import { expect, test } from 'vitest';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { countsOf, planLines, documentValueText } from './planLines.ts';

type Change = ConfigResponse['changes'][number];

const buildChange = (overrides: Partial<Change> = {}): Change => ({
  place: 'tags.0',
  entity: 'tag',
  action: 'update',
  id: 1,
  name: 'A tag',
  fields: [{ field: 'rate', from: '2.50', to: '3.00' }],
  ...overrides,
});

test('a plan lists section by section, with the fields under their object', () => {
  const lines = planLines([
    buildChange(),
    buildChange({
      place: 'tags',
      action: 'archive',
      name: 'Old',
      fields: [{ field: 'status', from: 'active', to: 'archived' }],
    }),
    buildChange({
      place: 'channels.0.waterfall.1',
      entity: 'waterfallRow',
      action: 'create',
      name: 'A tag',
      fields: [],
    }),
  ]);
  expect(lines.map(({ type, key }) => `${type} ${key}`)).toEqual([
    'part tags',
    'object tags.0',
    'field tags.0.rate',
    'object tags.1',
    'part channels',
    'object channels.0',
  ]);
  expect(lines[0]).toMatchObject({ counts: '1 to change, 1 to archive' });
  expect(lines[2]).toMatchObject({ from: '2.50', to: '3.00' });
});

test('a new object has no previous values', () => {
  const [, , field] = planLines([buildChange({ action: 'create' })]);
  expect(field).toMatchObject({ from: null, to: '3.00' });
});

test('counts come in a fixed order', () => {
  expect(countsOf([buildChange({ action: 'remove' }), buildChange({ action: 'create' })])).toBe(
    '1 to create, 1 to remove',
  );
});

test.each([
  [null, 'empty'],
  ['', 'empty'],
  [[], 'none'],
  [['US', 'CA'], 'US, CA'],
  [[0, 5], '0, 5'],
  [false, 'false'],
  [{ type: 'BOTH' }, '{"type":"BOTH"}'],
])('the value %j reads %j', (value, words) => {
  expect(documentValueText(value)).toBe(words);
});
