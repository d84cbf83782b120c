import { expect, test } from 'vitest';
import { appList, campaign, type Entity, type EntityName, type Fields } from '#model/index.ts';
import { canChangeRow } from './rowRights.ts';
import type { EntityRow } from './useEntity.ts';

const lists = appList as unknown as Entity<Fields, EntityName>;
const campaigns = campaign as unknown as Entity<Fields, EntityName>;
const at = '2026-01-01T00:00:00.000Z';
const rowOf = (demandId: number | null): EntityRow => ({ id: 1, createdAt: at, updatedAt: at, version: 1, demandId });

test('a list of the platform is changed by the super admin alone', () => {
  expect(canChangeRow(lists, rowOf(null), { role: 'super', demandId: null })).toBe(true);
  expect(canChangeRow(lists, rowOf(null), { role: 'admin', demandId: null })).toBe(false);
  expect(canChangeRow(lists, rowOf(null), { role: 'demand', demandId: 3 })).toBe(false);
});

test('an account changes its own rows, as far as the role goes', () => {
  expect(canChangeRow(lists, rowOf(3), { role: 'trafficker', demandId: 3 })).toBe(true);
  expect(canChangeRow(campaigns, rowOf(3), { role: 'demand', demandId: 3 })).toBe(true);
  expect(canChangeRow(campaigns, rowOf(3), { role: 'readonly', demandId: 3 })).toBe(false);
});
