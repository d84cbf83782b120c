import { expect, test } from 'vitest';
import { buildCampaignState } from '#tests/support/api/buildCampaignState.ts';
import { findRows, type RowSearch } from './findRows.ts';
import type { ReadListQuery } from './listQuery.ts';

const dollar = 1_000_000_000n;

test('campaigns are sorted by pace, those without a budget last', async () => {
  const flight = { startDate: '2026-03-01', endDate: '2026-03-20', spendTotal: String(10n * dollar) };
  const rows = [
    buildCampaignState({ ...flight, id: 1, startDate: '2026-03-10', endDate: '2026-03-29' }),
    buildCampaignState({ ...flight, id: 2 }),
    buildCampaignState({ ...flight, id: 3, spendTotal: null }),
    buildCampaignState({ ...flight, id: 4 }),
  ];
  const spent: Record<number, bigint> = { 1: 4n, 2: 1n, 3: 9n, 4: 8n };
  const sumOf = (id: number) => (spent[id] ?? 0n) * dollar;
  const search = {
    entities: { listIds: async () => rows.map(({ id }) => id), campaignStateRows: async () => rows },
    read: async () => ({ sumOf, totalOf: () => 0n, partsOf: () => [] }),
    user: { role: 'demand', demandId: 1 },
    now: new Date('2026-03-11T12:00:00Z'),
  };
  const sortedBy = async (sort: string) => {
    const query = { sort, page: 1, size: 50, filters: {} } as unknown as ReadListQuery;
    return findRows(search as unknown as RowSearch, 'campaign', query);
  };
  expect(await sortedBy('delivered')).toMatchObject({ ids: [2, 4, 1, 3] });
  expect(await sortedBy('-delivered')).toMatchObject({ ids: [1, 4, 2, 3] });
});
