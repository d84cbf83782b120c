import { describe, expect, test } from 'vitest';
import { candidateReasons } from '#model/index.ts';
import bidRules from '../scenarios/bidRules.json' with { type: 'json' };
import bids from '../scenarios/bids.json' with { type: 'json' };
import chains from '../scenarios/chains.json' with { type: 'json' };
import eligibility from '../scenarios/eligibility.json' with { type: 'json' };
import impressions from '../scenarios/impressions.json' with { type: 'json' };
import notices from '../scenarios/notices.json' with { type: 'json' };
import order from '../scenarios/order.json' with { type: 'json' };
import prices from '../scenarios/prices.json' with { type: 'json' };
import { playRandomAuctions } from '../scenarios/randomAuctions.ts';
import restrictions from '../scenarios/restrictions.json' with { type: 'json' };
import { runStory } from '../scenarios/runStory.ts';
import type { Story } from '../scenarios/story.ts';
import { startAuctions, stepAuctions } from './auctions.ts';
import { drawLot } from './draw.ts';
import type { AuctionSetting, AuctionState, Decision } from './types.ts';

describe.each([
  ['order', order],
  ['eligibility', eligibility],
  ['chains', chains],
  ['restrictions', restrictions],
  ['bids', bids],
  ['bidRules', bidRules],
  ['prices', prices],
  ['notices', notices],
  ['impressions', impressions],
])('%s', (_, stories) => {
  test.each(stories as unknown as Story[])('$title', (story) => {
    const result = runStory(story);
    expect(result).toMatchObject(story.expect);
    if (story.expect.fates) expect(result.fates).toEqual(story.expect.fates);
    for (const [id, { fates }] of Object.entries(story.expect.imps ?? {})) {
      if (fates) expect(result.imps[id]?.fates).toEqual(fates);
    }
  });
});

/** What came of one impression of random auctions. */
interface Played {
  setting: AuctionSetting;
  state: AuctionState;
  decision: Decision;
}

const games = Array.from({ length: 500 }, (_, index) => playRandomAuctions(index * 7919 + 1));

const slots: Played[] = games.flatMap(({ settings, last }) =>
  settings.flatMap((setting, index) => {
    const state = last.state.slots[index]?.state;
    const decision = last.decisions?.[index];
    return state && decision ? { setting, state, decision } : [];
  }),
);

const sales = slots.flatMap(({ decision, ...rest }) => (decision.kind === 'filled' ? { ...rest, decision } : []));

describe('any auction', () => {
  test('gives every candidate exactly one fate, and the winner alone no reason', () => {
    for (const { setting, decision } of slots) {
      const { plan } = setting;
      const candidates = [
        ...plan.ineligible.map(({ tagId }) => tagId),
        ...plan.tiers.flatMap((tier) => tier.candidates.map(({ tag }) => tag.id)),
      ];
      expect(decision.fates.map(({ tagId }) => tagId).sort((a, b) => a - b)).toEqual(candidates.sort((a, b) => a - b));
      const winners = decision.fates.filter(({ reason }) => reason === null).map(({ tagId }) => tagId);
      expect(winners).toEqual(decision.kind === 'filled' ? [decision.winner.tag.id] : []);
      for (const { reason } of decision.fates) if (reason !== null) expect(candidateReasons).toHaveProperty(reason);
    }
  });

  test('sells to every kind of demand', () => {
    const kinds = new Set(sales.map(({ decision }) => `${decision.winner.tag.integration} ${decision.ad.kind}`));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['VAST stored', 'VAST merged', 'RTB merged', 'RTB markup', 'PreBid merged']),
    );
    expect(sales.some(({ decision }) => decision.won?.bid.deal)).toBe(true);
  });

  test('never serves under a floor, and no bid for more than was bid', () => {
    for (const { setting, decision } of sales) {
      const { winner, cpm, won } = decision;
      const floor = Math.max(winner.floor, setting.floor);
      if (!won) {
        expect(cpm).toBeGreaterThanOrEqual(floor);
        continue;
      }
      const { bid } = won;
      expect(cpm).toBeGreaterThanOrEqual(bid.floor);
      expect(cpm).toBeLessThanOrEqual(bid.cpm);
      expect(bid.floor).toBeGreaterThanOrEqual(bid.deal?.bidfloor === undefined ? floor : winner.leastCpm);
    }
  });

  test('is won by the best of what was offered: deals first where the channel says so, then what is paid', () => {
    for (const { setting, state, decision } of sales) {
      const bid = decision.won?.bid;
      const worth = bid ? bid.worth : decision.cpm;
      for (const { candidate, status } of state.contenders) {
        if (status.kind !== 'usable' || candidate === decision.winner) continue;
        const { offer } = status;
        const isDeal = offer.bid?.deal != null;
        if (setting.plan.areDealsFirst && isDeal !== (bid?.deal != null)) expect(isDeal).toBe(false);
        else expect(offer.cpm).toBeLessThanOrEqual(worth);
      }
      if (setting.isPrivate) expect(bid?.deal).toBeTruthy();
    }
  });

  test('never prefers a later tier', () => {
    for (const { decision } of sales) {
      const answered = decision.fates.filter(({ hasAnswered }) => hasAnswered);
      expect(answered.every(({ tier }) => tier === decision.winner.tier)).toBe(true);
    }
  });

  test('tells each bid that it lost once at most, and the winning one never', () => {
    for (const { decision } of slots) {
      expect(new Set(decision.lossNotices).size).toBe(decision.lossNotices.length);
      const won = decision.kind === 'filled' ? decision.won?.bid.bid.lurl : undefined;
      expect(decision.lossNotices).not.toContain(won);
    }
  });

  test('is over at the deadline of its channel at the latest', () => {
    for (const { settings, end } of games) {
      expect(end).toBeLessThanOrEqual(Math.max(0, ...settings.map(({ plan }) => plan.timeoutMs)));
    }
  });

  test('changes no state that it was given, and replayed with the same inputs decides the same', () => {
    expect(games.some(({ wasStateChanged }) => wasStateChanged)).toBe(false);
    for (const { settings, inputs, last } of games) {
      let step = startAuctions(settings, 0);
      for (const input of inputs) step = stepAuctions(step.state, input);
      expect(step.decisions).toEqual(last.decisions);
    }
  });
});

describe('the draw', () => {
  test('is won in proportion to the weights', () => {
    const weights = [10, 30, 60];
    const wins = weights.map(() => 0);
    for (let seed = 0; seed < 20_000; seed += 1) {
      const lots = weights.map((weight, index) => drawLot(seed, 1000 + index, weight));
      const winner = lots.indexOf(Math.min(...lots));
      wins[winner] = (wins[winner] ?? 0) + 1;
    }
    expect(wins.map((count) => Math.round(count / 200) / 100)).toEqual([
      expect.closeTo(0.1, 1),
      expect.closeTo(0.3, 1),
      expect.closeTo(0.6, 1),
    ]);
  });
});
