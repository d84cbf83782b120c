import { describe, expect, test } from 'vitest';
import type { TagRow } from '#model/index.ts';
import { seededRandom } from '../seededRandom.ts';
import { marketTags } from '../marketTags.ts';
import { demoNetwork } from '../demoNetwork.ts';
import type { DemoChannel } from '../demoChannels.ts';
import { pastAuction, pastWaterfall } from './pastAuction.ts';

const rows = [...demoNetwork.tags, ...marketTags.map(({ name, row }) => ({ name, ...row }))];
const tags = rows.map(
  (row, index) =>
    ({ status: 1, rateModel: 'fixed', rate: '0.00', floor: '0.00', ...row, id: index + 1, advertiserId: 5 }) as TagRow,
);
const network = { tags };
const usualConditions = { isFloorRaised: true, failing: new Map(), day: 0 };

function channel(key: string): DemoChannel {
  const found = demoNetwork.channels.find((each) => each.key === key);
  if (!found) throw new Error(`no channel ${key}`);
  return found;
}

/** Runs a thousand past auctions and returns their winners. */
function winnersOf(plan: DemoChannel) {
  const random = seededRandom(3);
  return Array.from({ length: 1000 }, () => pastAuction(pastWaterfall(network, plan), usualConditions, random)).flatMap(
    ({ winner }) => winner ?? [],
  );
}

test('every name in a waterfall is a demo tag, and every market tag is in a waterfall', () => {
  const placed = new Set(demoNetwork.channels.flatMap(({ tiers }) => tiers.flat()));
  expect([...placed].filter((name) => !tags.some((tag) => tag.name === name))).toEqual([]);
  expect(marketTags.filter(({ name }) => !placed.has(name))).toEqual([]);
  const advertisers: readonly string[] = demoNetwork.advertisers;
  expect(marketTags.filter(({ advertiser }) => !advertisers.includes(advertiser))).toEqual([]);
});

describe('the history of the demo', () => {
  test('has banners only from marketplaces, at or above the floor', () => {
    const winners = winnersOf(channel('display'));
    expect(winners.length).toBeGreaterThan(800);
    const names = new Set(winners.map(({ marketplace }) => marketplace));
    expect(names).toEqual(
      new Set([
        'Quarry Direct',
        'Meadow Media',
        'Alpine Reach',
        'Canal Demand',
        'Lagoon Mobile',
        'Magnite',
        'PubMatic',
      ]),
    );
    for (const { rate, creative, observed } of winners) {
      expect(Number(rate)).toBeGreaterThanOrEqual(0.4);
      expect(creative).toMatch(/^[0-9a-f]{16}$/);
      expect(observed?.type).toBe('banner');
    }
  });

  test('has videos from marketplaces beside those from ad tags', () => {
    const winners = winnersOf(channel('news'));
    expect(winners.filter(({ marketplace }) => marketplace === '').length).toBeGreaterThan(100);
    expect(winners.filter(({ marketplace }) => marketplace === 'Meadow Media').length).toBeGreaterThan(100);
  });

  test('charges second-price winners a cent more than the next best bid, and no more than their own', () => {
    const alone = { ...channel('display'), tiers: [['Meadow Media – second price']] };
    const rates = winnersOf(alone).map(({ rate }) => rate);
    expect(rates.filter((rate) => rate === '1.21').length).toBeGreaterThan(200);
    // Bids at exactly the floor.
    expect(new Set(rates.filter((rate) => rate !== '1.21'))).toEqual(new Set(['1.20']));
  });

  test('names the marketplace of candidates that lost', () => {
    const random = seededRandom(3);
    const { candidates } = pastAuction(pastWaterfall(network, channel('display')), usualConditions, random);
    expect(candidates).toHaveLength(channel('display').tiers.flat().length);
    expect(candidates.every(({ marketplace }) => marketplace !== undefined)).toBe(true);
    expect(candidates.filter(({ reason }) => reason === null).length).toBeLessThanOrEqual(1);
  });
});
