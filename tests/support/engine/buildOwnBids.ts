import { createRates } from '#standards/openrtb/currency.ts';
import { readQuery } from '#standards/readQuery.ts';
import type { OwnBidsSetting } from '#engine/buying/ownBidsSetting.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import { buildAccount, buildAdvertiser, messagesOf, type ConfigurationRows } from './buildRows.ts';
import { videoImp } from './buildSetting.ts';
import { noAdPerformance } from './noAdPerformance.ts';

/** A snapshot of these rows, by default of one account with one advertiser. */
export function buyingSnapshot(rows: ConfigurationRows): Snapshot {
  const snapshot = emptySnapshot();
  const all = { demand: [buildAccount()], advertiser: [buildAdvertiser()], ...rows };
  for (const message of messagesOf(all)) applyMessage(snapshot, message);
  return snapshot;
}

const markups = {
  video: '<VAST version="3.0"></VAST>',
  audio: '<VAST version="3.0"></VAST>',
  banner: '<img src="https://cdn.example/ad.png">',
  native: '{"link":{"url":"https://brand.example/"},"assets":[{"id":1,"title":{"text":"Hello"}}]}',
} as const;

/** An imp offered to campaigns: video of the first supplier, without a floor, allowed for every viewer and budget. */
export function buildOwnBidsSetting({
  query = '',
  ...overrides
}: Partial<OwnBidsSetting> & { query?: string } = {}): OwnBidsSetting {
  const now = overrides.now ?? 0;
  return {
    supplySource: { supplierId: 1, channelId: 0 },
    imp: videoImp,
    request: {},
    traits: readTraits(
      { query: readQuery(`/bid/a?${query}`), headers: {}, peer: '198.51.100.1' },
      { environment: 'web', zoneHours: 0, now },
    ),
    floor: 0,
    costTerms: { model: 'share', shareBasisPoints: 10_000, cpm: 0 },
    isPrivate: overrides.imp?.pmp?.private_auction === 1,
    slots: 8,
    areDealsFirst: false,
    isInvalid: false,
    rates: createRates({}),
    creativeRules: [],
    quality: null,
    cutoffs: null,
    seat: '',
    now,
    seed: 1,
    adsLeft: () => Infinity,
    others: 0,
    mayBid: () => 'ok',
    adPerformance: noAdPerformance,
    fits: () => true,
    markup: (_, { type }) => markups[type],
    ...overrides,
  };
}
