import { describe, expect, test } from 'vitest';
import {
  buildAdexchange,
  buildCampaign,
  buildCreative,
  buildDeal,
  buildSupplier,
} from '#tests/support/engine/buildBuying.ts';
import type { FactRow } from '#events/load/factRows.ts';
import { measures, rollups, type Measure } from '#model/index.ts';
import { demoNetwork } from '../demoNetwork.ts';
import { marketTags } from '../marketTags.ts';
import type { SeededNetwork } from '../seed.ts';
import { seededRandom } from '../seededRandom.ts';
import { demoSuppliers } from '../suppliers/demoSuppliers.ts';
import { activeNetwork, type PausedIds } from './activeNetwork.ts';
import { createChannelSource, type PastSource } from './channelRows.ts';
import { createPastSources } from './pastSources.ts';
import { dayMs, hourMs, storyOf } from './story.ts';
import { createSupplierSource } from './supplierRows.ts';

const installedAt = Date.parse('2026-03-12T15:00:00Z');
const midnight = Date.parse('2026-03-12T00:00:00Z');
const start = midnight - 60 * dayMs;

const tagRows = [...demoNetwork.tags, ...marketTags.map(({ name, row }) => ({ name, ...row }))];
const network = {
  account: { id: 1, timezone: 1, priceReq: '0.0020', priceImp: '0.0500', pricePostbid: '0.0300', priceDsp: 12.5 },
  subpublishers: demoNetwork.subpublishers.map((each, index) => ({ id: index + 1, ...each })),
  tags: tagRows.map((row, index) => ({
    status: 1,
    rateModel: 'fixed',
    rate: '0.00',
    floor: '0.00',
    ...row,
    id: index + 1,
    advertiserId: 5,
  })),
  channels: demoNetwork.channels.map(
    ({ name, environment, subpublisher, costModel = 'inherit', costShare = 0, costCpm = '0.00', row }, index) => ({
      podSlots: 1,
      ...row,
      id: index + 1,
      name,
      environment,
      costModel,
      costShare,
      costCpm,
      subpublisherId: demoNetwork.subpublishers.findIndex((each) => each.name === subpublisher) + 1,
    }),
  ),
  buying: {
    suppliers: demoSuppliers.map(({ name }, index) => buildSupplier({ id: index + 1, name, margin: 10 })),
    adexchanges: [buildAdexchange({ name: 'Skyline Bidding', margin: 20 })],
    campaigns: [
      buildCampaign({
        bid: '8.00',
        margin: 10,
        dealIds: [1],
        startDate: '2026-03-01',
        endDate: '2026-03-20',
        spendTotal: '960.00',
        spendPerDay: null,
      }),
      buildCampaign({ id: 2, bid: '90.00', creativeIds: [2], spendPerDay: '40.00' }),
    ],
    creatives: [buildCreative(), buildCreative({ id: 2, review: 'pending' })],
    deals: [buildDeal({ dealId: 'NX-2026-04', supplierId: 1 })],
  },
} as unknown as SeededNetwork;

const story = storyOf(installedAt);

/** The facts of sources in some hours from a time on. */
function factsFrom(sources: readonly PastSource[], from: number, hours: number): FactRow[] {
  const random = seededRandom(from / 1000);
  return Array.from({ length: hours }, (_, hour) => from + hour * hourMs).flatMap((at) =>
    sources.flatMap((source) => source({ from: at, until: at + hourMs }, 5, random)),
  );
}

/** The facts of a channel. */
function channelFacts(name: string, from: number, hours: number): FactRow[] {
  const plan = demoNetwork.channels.find((each) => each.name === name);
  const channel = network.channels.find((each) => each.name === name);
  if (!plan || !channel) throw new Error(`no channel ${name}`);
  return factsFrom([createChannelSource(network, { plan, channel }, story)], from, hours);
}

const sum = (rows: readonly FactRow[], measure: Measure) => rows.reduce((total, row) => total + (row[measure] ?? 0), 0);

const yesterday = factsFrom(createPastSources(network, { installedAt, start }), midnight - dayMs, 24);
const tagNamed = (name: string) => network.tags.find((each) => each.name === name)?.id;

describe('the past facts of the demo', () => {
  test('are hundreds of thousands of requests a day, at the prices of a market', () => {
    const channels = yesterday.filter(({ channelId = 0 }) => channelId > 0);
    expect(sum(channels, 'reqs')).toBeGreaterThan(300_000);
    expect(sum(channels, 'reqs')).toBeLessThan(1_000_000);
    expect(yesterday.length).toBeLessThan(40_000);
    const revenue = sum(channels, 'rev') / 1e9;
    expect(revenue).toBeGreaterThan(1000);
    expect(revenue).toBeLessThan(5000);
    for (const { id, name, environment } of network.channels) {
      const rows = yesterday.filter(({ channelId }) => channelId === id);
      const ecpm = sum(rows, 'rev') / sum(rows, 'imps') / 1e6;
      const [minimum, maximum] = environment === 'ctv' ? [8, 20] : [0.8, 10];
      expect(ecpm, name).toBeGreaterThan(minimum);
      expect(ecpm, name).toBeLessThan(maximum);
      expect(sum(rows, 'cost'), name).toBeLessThan(sum(rows, 'rev'));
    }
  });

  test('agree in every roll-up: measures that two roll-ups have are the same sums in both', () => {
    for (const measure of measures) {
      const sums = rollups
        .filter(({ kinds }) => yesterday.every((row) => row[measure] === undefined || kinds.includes(row.kind)))
        .map(({ kinds }) =>
          sum(
            yesterday.filter(({ kind }) => kinds.includes(kind)),
            measure,
          ),
        );
      expect(new Set(sums).size, measure).toBeLessThanOrEqual(1);
    }
    const ofKind = (...kinds: string[]) =>
      yesterday.filter(({ kind, channelId = 0 }) => channelId > 0 && kinds.includes(kind));
    // The cost of opportunities is that of requests and that of candidates.
    expect(sum(ofKind('serve'), 'cost')).toBe(sum(ofKind('candidate'), 'cost'));
    expect(sum(ofKind('serve'), 'cost')).toBeGreaterThan(0);
    expect(
      sum(
        yesterday.filter(({ kind }) => kind === 'serve'),
        'bids',
      ),
    ).toBe(
      sum(
        yesterday.filter(({ kind }) => kind === 'candidate'),
        'bids',
      ),
    );
    const winners = ofKind('candidate').filter(({ reason }) => reason === undefined);
    const returned = sum(ofKind('serve'), 'opps') + sum(ofKind('serve'), 'furtherAds');
    expect(sum(winners, 'candidates') + sum(winners, 'furtherSold')).toBe(returned);
  });

  test('fill some slots of pods: more ads than requests, fewer than slots', () => {
    const pods = channelFacts('Living room – CTV', midnight - dayMs, 24);
    const [reqs, ads] = [sum(pods, 'reqs'), sum(pods, 'opps') + sum(pods, 'furtherAds')];
    expect(reqs + sum(pods, 'furtherSlots')).toBe(3 * reqs);
    expect(sum(pods, 'opps')).toBeLessThanOrEqual(reqs);
    expect(ads).toBeGreaterThan(reqs);
    expect(ads).toBeLessThan(2 * reqs);
    const single = channelFacts('News site – banners', midnight - dayMs, 24);
    expect(sum(single, 'furtherSlots') + sum(single, 'furtherAds') + sum(single, 'furtherSold')).toBe(0);
  });

  test('have no more ads than requests, and no more events than ads', () => {
    expect(sum(yesterday, 'opps')).toBeLessThan(sum(yesterday, 'reqs'));
    for (const row of yesterday) {
      for (const measure of measures) {
        const value = row[measure] ?? 0;
        if (value < 0 || !Number.isSafeInteger(value)) throw new Error(`${measure} of ${JSON.stringify(row)}`);
      }
      const { imps = 0, starts = 0, completes = 0, measurable = 0, viewed = 0, kind, reqs = 0, opps = 0 } = row;
      if (
        starts > imps ||
        completes > starts ||
        viewed > measurable ||
        measurable > imps ||
        (kind === 'serve' && opps > reqs)
      )
        throw new Error(JSON.stringify(row));
    }
  });

  test('have days and weeks: a quiet night, weekends, growth', () => {
    const reqsOf = (from: number, hours: number) => sum(channelFacts('News site – banners', from, hours), 'reqs');
    // 2026-03-10 is a Tuesday.
    expect(reqsOf(Date.parse('2026-03-10T11:00:00Z'), 1)).toBeGreaterThan(
      5 * reqsOf(Date.parse('2026-03-10T02:00:00Z'), 1),
    );
    expect(reqsOf(Date.parse('2026-03-08T00:00:00Z'), 24)).toBeLessThan(
      0.85 * reqsOf(Date.parse('2026-03-10T00:00:00Z'), 24),
    );
    expect(reqsOf(Date.parse('2026-01-20T00:00:00Z'), 24)).toBeLessThan(
      0.9 * reqsOf(Date.parse('2026-03-10T00:00:00Z'), 24),
    );
  });

  test('include the outage of a buyer', () => {
    const [outage] = story.failures;
    const alpineId = tagNamed(outage?.tag ?? '');
    const of = (at: number) => channelFacts('News site – pre-roll', at, 1).filter(({ tagId }) => tagId === alpineId);
    const during = of((outage?.from ?? 0) + 3 * hourMs);
    expect(sum(during, 'timeouts')).toBe(sum(during, 'sent'));
    expect(sum(during, 'imps')).toBe(0);
    expect(sum(of((outage?.from ?? 0) - 24 * hourMs), 'imps')).toBeGreaterThan(0);
  });

  test('include a floor that paid: fewer ads are sold, at more revenue', () => {
    const { floorRaisedAt } = story;
    const day = Math.floor(floorRaisedAt / dayMs) * dayMs;
    const week = (from: number) => channelFacts('Northlight Times – article video', from, 7 * 24);
    const [before, after] = [week(day - 7 * dayMs), week(day + dayMs)];
    const fill = (rows: readonly FactRow[]) => sum(rows, 'opps') / sum(rows, 'reqs');
    expect(fill(after)).toBeLessThan(fill(before) - 0.03);
    expect(sum(after, 'rev') / sum(after, 'reqs')).toBeGreaterThan((1.05 * sum(before, 'rev')) / sum(before, 'reqs'));
  });

  test('spend a campaign’s budget over its flight, and never more', () => {
    const video = demoSuppliers
      .filter(({ format }) => format === 'video')
      .map((supplier) => createSupplierSource(network, supplier, { story, firstDay: '2026-01-11' }));
    const flight = factsFrom(video, Date.parse('2026-02-26T00:00:00Z'), 26 * 24).filter(
      ({ campaignId }) => campaignId === 1,
    );
    const days = [
      ...new Set(
        flight.filter(({ imps = 0 }) => imps > 0).map(({ at }) => new Date(at + hourMs).toISOString().slice(0, 10)),
      ),
    ];
    expect([days.toSorted().at(0), days.toSorted().at(-1), days.length]).toEqual(['2026-03-01', '2026-03-20', 20]);
    const spent = sum(flight, 'rev') / 1e9;
    expect(spent).toBeGreaterThan(900);
    expect(spent).toBeLessThanOrEqual(960);
    expect(flight.some(({ deal }) => deal === 'NX-2026-04')).toBe(true);
    // Without an approved creative nothing is bought.
    expect(yesterday.filter(({ campaignId }) => campaignId === 2)).toEqual([]);
  });
});

describe('what is paused', () => {
  const none = { tags: [], advertisers: [], channels: [], subpublishers: [], suppliers: [], adexchanges: [] };
  const nothing = { ...none, campaigns: [], creatives: [] };
  const factsWithout = (paused: Partial<PausedIds>) =>
    factsFrom(
      createPastSources(activeNetwork(network, { ...nothing, ...paused }), { installedAt, start }),
      midnight,
      2,
    );

  test('a tag has no facts, and others serve instead', () => {
    const all = factsWithout({});
    const served = all.filter(({ imps = 0, tagId = 0 }) => imps > 0 && tagId > 0);
    const [first] = served.toSorted((a, b) => (b.imps ?? 0) - (a.imps ?? 0));
    const tagId = first?.tagId ?? 0;
    const rows = factsWithout({ tags: [tagId] });
    expect(rows.some((row) => row.tagId === tagId)).toBe(false);
    expect(sum(rows, 'imps')).toBeGreaterThan(0);
    expect(sum(rows, 'imps')).toBeLessThan(sum(all, 'imps'));
  });

  test('a channel, a sub-publisher’s channels, and a supplier have no facts', () => {
    const [channel] = network.channels;
    const [supplier] = network.buying.suppliers;
    const subpublisherId = network.channels.at(-1)?.subpublisherId ?? 0;
    const rows = factsWithout({
      channels: [channel?.id ?? 0],
      subpublishers: [subpublisherId],
      suppliers: [supplier?.id ?? 0],
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.channelId === channel?.id && !row.supplierId)).toEqual([]);
    expect(rows.filter((row) => row.subpublisherId === subpublisherId)).toEqual([]);
    expect(rows.filter((row) => row.supplierId === supplier?.id)).toEqual([]);
  });
});
