import { expect, test } from 'vitest';
import type { CampaignRow, CreativeRow, DealRow, TargetingRow } from '#model/index.ts';
import { environments, unknownPolicies } from '#model/index.ts';
import { validateBid } from '#standards/openrtb/bid/validateBid.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import { readQuery } from '#standards/readQuery.ts';
import { buildCampaign, buildCreative, buildDeal, buildFile } from '#tests/support/engine/buildBuying.ts';
import { buildOwnBidsSetting, buyingSnapshot } from '#tests/support/engine/buildOwnBids.ts';
import { buildAccount, buildAdvertiser, buildTargeting } from '#tests/support/engine/buildRows.ts';
import { videoImp } from '#tests/support/engine/buildSetting.ts';
import { RandomSource } from '#tests/support/engine/randomSource.ts';
import { applyMessage } from '../snapshot/snapshot.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';
import { readTraits } from '../targeting/readTraits.ts';
import { campaignsOf } from './campaignsOf.ts';
import { evaluateCampaign } from './evaluateCampaign.ts';
import { ownBids } from './ownBids.ts';
import type { OwnBidsSetting } from './ownBidsSetting.ts';

const countries = ['US', 'DE', 'FR', 'JP'];
const devices = ['Mobile', 'Desktop', 'SmartTV'];
const systems = ['Windows', 'iOS', 'Android', 'Roku'];
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
const march = Date.UTC(2026, 2, 1);
const advertisers = [1, 2];

const some = <T>(random: RandomSource, values: readonly T[], probability: number) =>
  values.filter(() => random.boolean(probability));

function randomTargeting(random: RandomSource, id: number): TargetingRow {
  const both = <T>(values: readonly T[]) => {
    const wanted = random.boolean(0.5) ? some(random, values, 0.5) : [];
    return [
      wanted,
      random.boolean(0.3) ? some(random, values, 0.3).filter((value) => !wanted.includes(value)) : [],
    ] as const;
  };
  const policy = () => random.pick(unknownPolicies).value;
  const [c, notC] = both(countries);
  const [d, notD] = both(devices);
  const [o, notO] = both(systems);
  const [e, notE] = both(environments.map(({ value }) => value));
  return buildTargeting({
    id,
    status: random.boolean(0.9) ? 1 : 0,
    countries: c,
    excludedCountries: notC,
    devices: d,
    excludedDevices: notD,
    operatingSystems: o,
    excludedOperatingSystems: notO,
    environments: e,
    excludedEnvironments: notE,
    unknownGeography: policy(),
    unknownDevices: policy(),
  });
}

function randomCreative(random: RandomSource, id: number): CreativeRow {
  const type = random.pick(['video', 'video', 'image', 'tag', 'native', 'audio', 'vastUrl'] as const);
  const [width, height] = random.pick([
    [300, 250],
    [728, 90],
    [320, 50],
  ] as const);
  const durationMs = random.pick([6000, 15_000, 30_000, 100_000]);
  const isSeen = type === 'image';
  const file = type === 'audio' ? { mime: 'audio/mpeg' } : isSeen ? { mime: 'image/png', width, height } : {};
  return buildCreative({
    id,
    type,
    advertiserId: random.pick(advertisers),
    status: random.boolean(0.9) ? 1 : 0,
    review: random.boolean(0.85) ? 'approved' : 'pending',
    files: type === 'tag' || type === 'vastUrl' ? [] : [buildFile({ ...file, durationMs: isSeen ? 0 : durationMs })],
    markup: type === 'tag' ? '<b>An ad</b>' : '',
    ...(type === 'tag' ? { width, height } : {}),
    vastUrl: type === 'vastUrl' ? 'https://partner.example/vast' : '',
    durationS: type === 'vastUrl' && random.boolean(0.5) ? 20 : null,
    startDate: random.boolean(0.1) ? random.pick(days) : null,
    attributes: random.boolean(0.2) ? ['1'] : [],
  });
}

function randomDeal(random: RandomSource, id: number): DealRow {
  return buildDeal({
    id,
    dealId: `deal-${id % 4}`,
    status: random.boolean(0.9) ? 1 : 0,
    supplierId: random.boolean(0.5) ? null : 1 + random.below(3),
    advertiserId: random.boolean(0.8) ? null : random.pick(advertisers),
    floor: random.usd(),
    endDate: random.boolean(0.2) ? random.pick(days) : null,
  });
}

function randomCampaign(random: RandomSource, id: number): CampaignRow {
  const ids = (most: number, count: number) =>
    Array.from({ length: random.below(count) }, () => 1 + random.below(most));
  const dealIds = random.boolean(0.4) ? [...new Set(ids(8, 4))] : [];
  const [startDate, endDate] = [
    random.boolean(0.2) ? random.pick(days) : null,
    random.boolean(0.2) ? random.pick(days) : null,
  ];
  return buildCampaign({
    id,
    type: random.pick(['video', 'video', 'banner', 'native', 'audio']),
    status: random.boolean(0.9) ? 1 : 0,
    advertiserId: random.pick(advertisers),
    bid: `${random.below(9)}.50`,
    margin: random.boolean(0.3) ? 20 : 0,
    bidStrategy: random.boolean(0.2) ? 'vcr' : 'flat',
    multipliers: random.boolean(0.3) ? [{ dimension: 'country', value: 'us', factor: random.pick([0, 0.5, 3]) }] : [],
    creativeIds: [...new Set(ids(30, 9))],
    isOpenMarket: dealIds.length === 0 || random.boolean(0.5),
    dealIds,
    dealBids: dealIds[0] !== undefined && random.boolean(0.5) ? { [dealIds[0]]: '12.00' } : {},
    supplierIds: random.boolean(0.3) ? [...new Set(ids(4, 4))] : [],
    excludedSupplierIds: random.boolean(0.2) ? [1 + random.below(4)] : [],
    ownChannels: random.pick(['all', 'chosen', 'none']),
    channelIds: [...new Set(ids(4, 4))],
    targetingIds: random.boolean(0.6) ? [...new Set(ids(20, 3))] : [],
    startDate,
    endDate,
  });
}

function randomImp(random: RandomSource): Imp {
  const form = random.pick(['video', 'video', 'banner', 'native', 'audio', 'several'] as const);
  const { video = { mimes: ['video/mp4'] } } = videoImp;
  const length = random.pick([{}, { maxduration: 15 }, { rqddurs: [6, 30] }, { minduration: 20, maxduration: 30 }]);
  const { minduration: _, maxduration: __, ...open } = video;
  const deals = some(random, ['deal-0', 'deal-1', 'deal-2', 'deal-3', 'deal-9'], 0.4);
  return {
    id: '1',
    secure: 1,
    ...(form === 'video' || form === 'several' ? { video: { ...open, ...length } } : {}),
    ...(form === 'audio' ? { audio: { mimes: ['audio/mpeg'], ...length } } : {}),
    ...(form === 'native' ? { native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' } } : {}),
    ...(form === 'banner' || form === 'several'
      ? {
          banner: random.pick([
            { w: 300, h: 250 },
            {
              format: [
                { w: 728, h: 90 },
                { w: 320, h: 50 },
              ],
            },
            {
              format: [
                { wratio: 6, hratio: 5 },
                { w: 320, h: 50 },
              ],
            },
            {},
          ]),
        }
      : {}),
    ...(random.boolean(0.5)
      ? {
          pmp: {
            private_auction: random.boolean(0.4) ? 1 : 0,
            deals: deals.map((id) => ({ id, bidfloor: random.below(3) })),
          },
        }
      : {}),
  };
}

const agents: Record<string, string> = { Mobile: '4', Desktop: '2', SmartTV: '3' };

const randomTime = (random: RandomSource) => march + random.below(4 * 24) * 3_600_000;

function randomSetting(random: RandomSource): OwnBidsSetting {
  const imp = randomImp(random);
  const now = randomTime(random);
  const query = [
    ...(random.boolean(0.8) ? [`country=${random.pick([...countries, 'BR'])}`] : []),
    ...(random.boolean(0.8) ? [`devicetype=${agents[random.pick(devices)]}`] : []),
    ...(random.boolean(0.8) ? [`os=${random.pick(systems)}`] : []),
  ].join('&');
  const isSupplied = random.boolean(0.6);
  return buildOwnBidsSetting({
    imp,
    now,
    supplySource: { supplierId: isSupplied ? 1 + random.below(5) : 0, channelId: isSupplied ? 0 : 1 + random.below(5) },
    traits: readTraits(
      { query: readQuery(`/bid/a?${query}`), headers: {}, peer: '' },
      { environment: random.pick(environments).value, zoneHours: 0, now },
    ),
    floor: random.pick([0, 1_000_000_000]),
    areDealsFirst: random.boolean(0.5),
    seed: random.below(1_000_000),
    request: random.boolean(0.3) ? { bcat: ['IAB25'], badv: ['other.example'] } : {},
  });
}

function randomChange(random: RandomSource, snapshot: Snapshot): void {
  const put = (message: Parameters<typeof applyMessage>[1]) => applyMessage(snapshot, message);
  const id = 1 + random.below(20);
  switch (random.below(7)) {
    case 0:
      return put({ type: 'row', entity: 'targeting', id, row: randomTargeting(random, id) });
    case 1:
      return put({ type: 'row', entity: 'creative', id, row: randomCreative(random, id) });
    case 2:
      return put({ type: 'row', entity: 'deal', id: (id % 8) + 1, row: randomDeal(random, (id % 8) + 1) });
    case 3:
      return put({ type: 'row', entity: 'campaign', id: id * 7, row: null });
    case 4:
      return put({ type: 'row', entity: 'demand', id: 1, row: buildAccount({ timezone: random.below(12) }) });
    case 5: {
      const status = random.boolean(0.5) ? 1 : 0;
      return put({ type: 'row', entity: 'advertiser', id: 2, row: buildAdvertiser({ id: 2, status }) });
    }
    default:
      return put({ type: 'row', entity: 'campaign', id: id * 7, row: randomCampaign(random, id * 7) });
  }
}

/** Reasons that the index checks: no campaign that it finds may have one of them. */
const known =
  /^(inactive|advertiser_inactive|flight|not_assigned|media_type|targeting_(country|device|os|environment)|no_creative_of_form)$/;

test('the index finds every campaign that would bid, and none that it can rule out, whatever has changed', () => {
  let found = 0;
  let looked = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = new RandomSource(seed);
    const count = random.pick([3, 150, 300]);
    const numbered = <T>(length: number, make: (random: RandomSource, id: number) => T) =>
      Array.from({ length }, (_, at) => make(random, at + 1));
    const snapshot = buyingSnapshot({
      advertiser: [buildAdvertiser(), buildAdvertiser({ id: 2 })],
      targeting: numbered(20, randomTargeting),
      creative: numbered(30, randomCreative),
      deal: numbered(8, randomDeal),
      campaign: numbered(count, randomCampaign),
    });
    const settings: OwnBidsSetting[] = [];
    for (let round = 0; round < 60; round += 1) {
      randomChange(random, snapshot);
      // Repeated queries are served from the cache.
      const setting =
        settings.length > 0 && random.boolean(0.5)
          ? { ...random.pick(settings), now: randomTime(random) }
          : randomSetting(random);
      settings.push(setting);
      const index = campaignsOf(snapshot, 1);
      const matching = [...index.matching(setting)].map(({ campaign }) => campaign);
      const ids = new Set(matching.map(({ id }) => id));
      expect(ids.size).toBe(matching.length);
      const verdicts = [...snapshot.rows.campaign.keys()].flatMap((id) => {
        const campaign = index.campaign(id);
        return campaign ? [{ campaign, verdict: evaluateCampaign(campaign, setting) }] : [];
      });
      const offers = verdicts.flatMap(({ verdict }) => (typeof verdict === 'string' ? [] : verdict));
      for (const { campaign, verdict } of verdicts) {
        if (typeof verdict !== 'string') expect(ids.has(campaign.id), `seed ${seed} round ${round}`).toBe(true);
        else if (ids.has(campaign.id)) expect(verdict).not.toMatch(known);
      }
      const { bids } = ownBids(index, setting);
      const worths = offers
        .toSorted((a, b) => {
          if (setting.areDealsFirst && (a.deal === null) !== (b.deal === null)) return a.deal === null ? 1 : -1;
          return b.worth - a.worth;
        })
        .map(({ worth }) => worth);
      expect(bids.map(({ worth }) => worth)).toEqual(worths.slice(0, 10));
      for (const { bid } of bids) {
        const judged = { bid, seat: undefined, imp: setting.imp, request: setting.request, responseCurrency: 'USD' };
        expect(validateBid(judged), JSON.stringify(judged)).toMatchObject({ ok: true });
      }
      found += offers.length;
      looked += matching.length;
    }
  }
  expect(found).toBeGreaterThan(1000);
  expect(found / looked).toBeGreaterThan(0.3);
});
