import { expect, test } from 'vitest';
import { createSchema, targeting } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { compareRows } from './compareRows.ts';

const build = (values: object): EntityRow => ({
  id: 1,
  demandId: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...createSchema(targeting).parse({ name: 'Targeting', ...values }),
});
const reader = { names: { appList: { 3: 'Bad apps' } }, timezone: 0 };

test('fields that are empty in both are left out, and differences are marked', () => {
  const one = build({ countries: ['US', 'DE'], hours: [0, 1], livestream: 'yes', cities: ['Rome'] });
  const other = build({ countries: ['DE', 'US'], appListIds: [3], name: 'Other', cities: ['Oslo'] });
  expect(compareRows(one, other, reader).map(({ name, texts, isSame }) => [name, ...texts, isSame])).toEqual([
    ['countries', 'DE, US', 'DE, US', true],
    ['cities', 'Rome', 'Oslo', false],
    ['appListIds', '', 'Bad apps', false],
    ['livestream', 'Only with', 'Any', false],
    ['hours', '2 hours', '', false],
  ]);
});
