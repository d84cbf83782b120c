import { campaignsOf } from '#engine/buying/campaignsOf.ts';
import { noAdPerformance } from '#tests/support/engine/noAdPerformance.ts';
import { ownBids } from '#engine/buying/ownBids.ts';
import type { OwnBidsSetting } from '#engine/buying/ownBidsSetting.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import { createRates } from '#standards/openrtb/currency.ts';
import type { SnapshotMessage } from '#model/index.ts';
import { readQuery } from '#standards/readQuery.ts';
import { benchRow, campaignRows } from './campaignRows.ts';

// Sends bid requests to an account with the given number of campaigns in a loop, and reports the cost of one imp.
const count = Number(process.env['CAMPAIGNS']);
const snapshot = emptySnapshot();
applyMessage(snapshot, benchRow('demand', 1, null, { name: 'Bench' }));
// As the feed delivers them.
for (const message of campaignRows(count))
  applyMessage(snapshot, JSON.parse(JSON.stringify(message)) as SnapshotMessage);
const settledAt = performance.now();
applyMessage(snapshot, { type: 'version', version: 1 });
const settleMs = performance.now() - settledAt;

const markup = '<VAST version="4.2"></VAST>';
const queries = [2, 4].map((type) => readQuery(`/bid/a?country=US&devicetype=${type}&os=Windows`));
const rates = createRates({});

/** Sends requests of a hundred kinds again and again, or each of a kind not seen before. */
type Kind = 'mixed' | 'new';

function setting(seed: number, kind: Kind): OwnBidsSetting {
  const now = Date.UTC(2026, 5, 1);
  const query = queries[seed % 2] ?? new Map<string, string>();
  const supplierId = kind === 'mixed' ? 1000 + (seed % 10) : 2000 + seed;
  const maxduration = 20 + 5 * ((seed >>> 1) % 5);
  return {
    supplySource: { supplierId, channelId: 0 },
    imp: {
      id: '1',
      secure: 1,
      video: { mimes: ['video/mp4'], protocols: [2, 3, 13], w: 640, h: 360, minduration: 5, maxduration },
    },
    request: { badv: ['competitor.example'], bcat: ['IAB25', 'IAB26'] },
    traits: readTraits({ query, headers: {}, peer: '' }, { environment: 'web', zoneHours: 0, now }),
    cutoffs: null,
    floor: 500_000_000,
    costTerms: { model: 'share', shareBasisPoints: 9000, cpm: 0 },
    isPrivate: false,
    slots: 1,
    areDealsFirst: false,
    isInvalid: false,
    rates,
    creativeRules: [],
    quality: null,
    seat: '',
    now,
    seed,
    adsLeft: () => Infinity,
    others: 0,
    mayBid: () => 'ok',
    adPerformance: noAdPerformance,
    fits: () => true,
    markup: () => markup,
  };
}

let bids = 0;
function runRequests(times: number, kind: Kind): number {
  const before = process.cpuUsage();
  for (let seed = 0; seed < times; seed += 1) {
    const answer = ownBids(campaignsOf(snapshot, 1), setting(seed, kind));
    bids = answer.bids.length;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

runRequests(20_000, 'mixed');
runRequests(10_000, 'new');
const median = (kind: Kind) => Array.from({ length: 5 }, () => runRequests(10_000, kind)).toSorted((a, b) => a - b)[2];
process.stdout.write(JSON.stringify({ mixedMicros: median('mixed'), newMicros: median('new'), bids, settleMs }));
