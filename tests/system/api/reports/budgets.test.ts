import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBudgetController } from '#api/budget/budgetController.ts';
import { openCountedSpend } from '#api/budget/countedSpend.ts';
import type { BudgetCall } from '#engine/budget/budgetCall.ts';
import { budgetColumns } from '#engine/budget/budgetsOf.ts';
import { leaseMs, maxReservationMs } from '#engine/budget/leaseTerms.ts';
import type { LedgerReport } from '#engine/budget/ledgerReport.ts';
import { spanOf } from '#engine/delivery/spanOf.ts';
import { openBudgetLedgerStore } from '#storage/budget/budgetLedgerStore.ts';
import { readCampaigns } from '#storage/budget/readCampaigns.ts';
import { createBuyer, type Purchase } from '../../events/buyingRollup.ts';
import { seededRandomInt } from '../../reports/buildFacts.ts';
import { openTestStores, type TestStores } from './openTestStores.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const usd = 1_000_000_000;

let stores: TestStores;
let buy: (purchases: readonly Purchase[]) => Promise<void>;
let demandId: number;
let advertiserId: number;
let loads = 0;

beforeAll(async () => {
  stores = await openTestStores();
  buy = createBuyer(stores.facts.clickhouse);
  demandId = (await stores.create('demand', { name: 'Account', timezone: -5 }, null)).id;
  advertiserId = (await stores.create('advertiser', { name: 'Advertiser' }, demandId)).id;
});

afterAll(() => stores.close());

async function loadedTo(at: number, node = 'node') {
  loads += 1;
  const time = new Date(at).toISOString().slice(0, -1);
  const segment = { node, epoch: 1, seq: loads, rows: 1, fromAt: time, toAt: time, at: time };
  await stores.facts.clickhouse.insertRows('loaded_segments', `${JSON.stringify(segment)}\n`, { token: `l ${loads}` });
}

const newCampaign = async (name: string, values: object) =>
  (await stores.create('campaign', { name, advertiserId, bid: '5.00', pacing: 'asap', ...values }, demandId)).id;

/** Two processes of the API with a clock of their own. */
function openApis() {
  const clock = { now: Date.parse('2026-03-04T12:00:00Z') };
  const open = () =>
    createBudgetController({
      ledgerStore: openBudgetLedgerStore(stores.postgres.db),
      campaigns: (ids) => readCampaigns(stores.postgres.db, ids, budgetColumns),
      counted: openCountedSpend(stores.facts.clickhouse),
      now: () => new Date(clock.now),
    });
  return { clock, apis: [open(), open()] as const };
}

const buildReport = (campaignId: number, overrides: Partial<LedgerReport> = {}): LedgerReport => {
  const nothing = {
    free: 0,
    reserved: 0,
    billed: 0,
    expected: 0,
    opportunityRate: usd,
    winRate: 1,
    latencyMs: 0,
    peakPrice: 1,
  };
  return { campaignId, unit: 'spend', ...nothing, ...overrides };
};
const call = (node: string, seq: number, ledgers: LedgerReport[], overrides: Partial<BudgetCall> = {}): BudgetCall => {
  return { node, seq, previousNode: null, isLeaving: false, countedTo: 0, ledgers, ads: [], cursor: '', ...overrides };
};
const outOf = async (campaignId: number) => {
  const { rows } = await stores.postgres.pool.query<{ out: string | null }>(
    'select sum(free + reserved) as out from budget_leases where campaign_id = $1',
    [campaignId],
  );
  return Number(rows[0]?.out ?? 0);
};

describe('the spend of campaigns', () => {
  test('covers the hour, the day of the account and the whole flight', async () => {
    const randomInt = seededRandomInt(5);
    const now = Date.parse('2026-03-02T03:17:42Z');
    await loadedTo(now - 3000, 'first');
    await loadedTo(now - 9000, 'second');
    await loadedTo(now - 20 * 60_000, 'stopped');
    const bought: Purchase[] = Array.from({ length: 2000 }, () => {
      const at = now - (randomInt(2) === 0 ? randomInt(hourMs) : randomInt(40) * dayMs + randomInt(dayMs));
      return { at, demandId: 900 + randomInt(2), campaignId: 901 + randomInt(3), rev: randomInt(9_000_000), imps: 1 };
    });
    await buy(bought);
    const zones = [-12, -5, 0, 3, 12];
    for (const timezone of zones) {
      const requestedCampaigns = [901, 902, 903].map((id) => ({ id, demandId: 900, timezone }));
      const reading = await openCountedSpend(stores.facts.clickhouse).read(requestedCampaigns, now);
      expect(reading.upTo).toBe(now - 9000);
      for (const campaign of requestedCampaigns) {
        const own = bought.filter((each) => each.demandId === 900 && each.campaignId === campaign.id);
        const since = (start: number) => own.filter(({ at }) => at >= start);
        const hour = since(spanOf('hour', now, timezone).start);
        const day = since(spanOf('day', now, timezone).start);
        const rev = (all: Purchase[]) => all.reduce((sum, each) => sum + each.rev, 0);
        expect(reading.spentOf(campaign, 'spend', now)).toEqual({ hour: rev(hour), day: rev(day), flight: rev(own) });
        const imps = { hour: hour.length, day: day.length, flight: own.length };
        expect(reading.spentOf(campaign, 'impressions', now)).toEqual(imps);
        // Nothing is known yet of an hour that has just begun.
        expect(reading.spentOf(campaign, 'spend', now + hourMs)).toMatchObject({ hour: 0, flight: rev(own) });
      }
    }
  });

  test('of thousands of campaigns is read at once', async () => {
    const now = Date.parse('2026-03-02T03:17:42Z');
    const requestedCampaigns = Array.from({ length: 15_000 }, (_, index) => ({
      id: 1_000_000 + index,
      demandId: 950,
      timezone: 0,
    }));
    await buy([{ at: now, demandId: 950, campaignId: 1_014_999, rev: 7, imps: 1 }]);
    const reading = await openCountedSpend(stores.facts.clickhouse).read(requestedCampaigns, now);
    expect(reading.spentOf(requestedCampaigns[14_999]!, 'spend', now)?.hour).toBe(7);
    expect(reading.spentOf(requestedCampaigns[0]!, 'spend', now)?.hour).toBe(0);
  });
});

describe('leases', () => {
  test('of all nodes, through several processes of the API, never exceed a budget in total', async () => {
    const { clock, apis } = openApis();
    const ids = await Promise.all([1, 2, 3].map((each) => newCampaign(`Many ${each}`, { spendTotal: `${each}.00` })));
    const randomInt = seededRandomInt(3);
    const nodes = Array.from({ length: 6 }, (_, index) => {
      return { name: `many-${index}`, seq: 0, ledgers: new Map(ids.map((id) => [id, buildReport(id)])) };
    });
    for (let round = 0; round < 12; round += 1) {
      clock.now += 1000;
      await Promise.all(
        nodes.map(async (node) => {
          for (const each of node.ledgers.values()) {
            const used = Math.floor(each.free * randomInt(100) * 0.01);
            Object.assign(each, { free: each.free - used, reserved: each.reserved + used });
          }
          node.seq += 1;
          const answer = await apis[randomInt(2)]?.exchange(call(node.name, node.seq, [...node.ledgers.values()]));
          for (const { campaignId, grant } of answer?.leases ?? []) {
            const own = node.ledgers.get(campaignId);
            if (own) own.free += grant;
          }
        }),
      );
      for (const [index, id] of ids.entries()) expect(await outOf(id)).toBeLessThanOrEqual((index + 1) * usd);
    }
    for (const [index, id] of ids.entries()) expect(await outOf(id)).toBeGreaterThan(0.8 * (index + 1) * usd);
  });

  test('end when campaigns are paused, and follow the counted spend', async () => {
    const { clock, apis } = openApis();
    const id = await newCampaign('Counted', { spendPerDay: '10.00' });
    const [api] = apis;
    const first = await api.exchange(call('c', 1, [buildReport(id)]));
    expect(first?.leases).toMatchObject([{ campaignId: id, rate: null }]);
    expect(first?.leases[0]?.grant).toBeGreaterThan(4 * usd);
    // Nine of ten dollars are spent, and one is still reserved.
    await buy([{ demandId, campaignId: id, rev: 8 * usd, imps: 1, at: clock.now }]);
    let seq = 1;
    const granted = async (overrides: Partial<LedgerReport>) => {
      clock.now += 3000;
      const answer = await api.exchange(call('c', (seq += 1), [buildReport(id, { reserved: usd, ...overrides })]));
      return answer?.leases[0]?.grant;
    };
    await expect.poll(() => granted({})).toBe(usd / 2);
    await stores.rows.update('campaign', id, { status: 0 }, 'all');
    expect(await granted({ free: 5 })).toBe(-5);
  });

  test('are not granted by a process that has counted less than some node has released', async () => {
    const { clock, apis } = openApis();
    const id = await newCampaign('Behind', { spendTotal: '10.00' });
    await apis[0].exchange(call('ahead', 1, [], { countedTo: clock.now + 60_000 }));
    expect((await apis[0].exchange(call('b', 1, [buildReport(id, { free: 7 })])))?.leases).toEqual([]);
    expect(await outOf(id)).toBe(7);
    await stores.postgres.pool.query(`delete from budget_nodes where node = 'ahead'`);
  });

  test('of a lost node stay locked until its last bid can no longer be billed; those of a run that is taken over are released at once', async () => {
    const { clock, apis } = openApis();
    const id = await newCampaign('Fenced', { spendTotal: '10.00' });
    const [api] = apis;
    await api.exchange(call('lost', 1, [buildReport(id, { reserved: 6 * usd })]));
    const granted = async (name: string, seq: number) =>
      (await api.exchange(call(name, seq, [buildReport(id)])))?.leases[0]?.grant ?? 0;
    clock.now += leaseMs + maxReservationMs;
    expect(await granted('other', 1)).toBeLessThanOrEqual(4 * usd);
    clock.now += 1000;
    expect(await granted('other', 2)).toBeGreaterThan(4 * usd);
    await api.exchange(call('old', 1, [buildReport(id, { reserved: 3 * usd })]));
    await api.exchange(call('new', 1, [buildReport(id, { reserved: 2 * usd })], { previousNode: 'old' }));
    const { rows } = await stores.postgres.pool.query<{ node: string }>(
      'select node from budget_leases where campaign_id = $1 order by node',
      [id],
    );
    expect(rows.map(({ node }) => node)).toEqual(['new', 'other']);
  });

  test('are not granted to a call that a later one has overtaken', async () => {
    const { apis } = openApis();
    const id = await newCampaign('Overtaken', { spendTotal: '10.00' });
    await apis[0].exchange(call('o', 2, [buildReport(id, { reserved: 5 })]));
    expect(await apis[1].exchange(call('o', 1, [buildReport(id)]))).toBeNull();
    expect(await apis[1].exchange(call('o', 2, [buildReport(id)]))).toBeNull();
  });

  test('notices of ads reported to one process reach the others, each once', async () => {
    const { apis } = openApis();
    const [api] = apis;
    const notice = { kind: 'billed', ad: { adId: 'ad-1', campaignId: 1, price: 5, bidAt: 7 } } as const;
    const { cursor = '' } = (await api.exchange(call('r1', 1, []))) ?? {};
    await api.exchange(call('r2', 1, [], { ads: [notice] }));
    const response = await api.exchange(call('r1', 2, [], { cursor }));
    expect(response?.ads).toEqual([notice]);
    expect((await api.exchange(call('r1', 3, [], { cursor: response?.cursor ?? '' })))?.ads).toEqual([]);
    expect((await api.exchange(call('r2', 2, [], { cursor })))?.ads).toEqual([]);
  });
});
