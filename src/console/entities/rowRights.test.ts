import { expect, test } from 'vitest';
import { appList, campaign, type Entity, type EntityName, type Fields, type Role, supplier } from '#model/index.ts';
import { canChangeRow } from './rowRights.ts';
import type { EntityRow } from './useEntity.ts';

const lists = appList as unknown as Entity<Fields, EntityName>;
const campaigns = campaign as unknown as Entity<Fields, EntityName>;
const suppliers = supplier as unknown as Entity<Fields, EntityName>;
const at = '2026-01-01T00:00:00.000Z';
const rowOf = (demandId: number | null): EntityRow => ({ id: 1, createdAt: at, updatedAt: at, version: 1, demandId });

const userOf = (role: Role, demandId: number | null, advertiserIds: number[] | null = null) => ({
  role,
  showDsp: true,
  config: { database: null },
  demandId,
  scope: { advertiserIds, subpublisherIds: null },
});

test('only the super admin changes platform lists', () => {
  expect(canChangeRow(lists, rowOf(null), userOf('super', null))).toBe(true);
  expect(canChangeRow(lists, rowOf(null), userOf('admin', null))).toBe(false);
  expect(canChangeRow(lists, rowOf(null), userOf('demand', 3))).toBe(false);
});

test('an account changes its own rows, as its role allows', () => {
  expect(canChangeRow(lists, rowOf(3), userOf('trafficker', 3))).toBe(true);
  expect(canChangeRow(campaigns, rowOf(3), userOf('demand', 3))).toBe(true);
  expect(canChangeRow(campaigns, rowOf(3), userOf('readonly', 3))).toBe(false);
});

test('a login limited to some advertisers does not change suppliers, which trade with all', () => {
  expect(canChangeRow(suppliers, rowOf(3), userOf('full', 3))).toBe(true);
  expect(canChangeRow(suppliers, rowOf(3), userOf('full', 3, [7]))).toBe(false);
  expect(canChangeRow(campaigns, rowOf(3), userOf('full', 3, [7]))).toBe(true);
});
