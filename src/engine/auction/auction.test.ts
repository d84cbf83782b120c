import { describe, expect, test } from 'vitest';
import { candidateReasons } from '#model/index.ts';
import { readBidResponse } from '#standards/openrtb/bid/readBidResponse.ts';
import bidRules from '#tests/support/engine/scenarios/bidRules.json' with { type: 'json' };
import bids from '#tests/support/engine/scenarios/bids.json' with { type: 'json' };
import chains from '#tests/support/engine/scenarios/chains.json' with { type: 'json' };
import eligibility from '#tests/support/engine/scenarios/eligibility.json' with { type: 'json' };
import impressions from '#tests/support/engine/scenarios/impressions.json' with { type: 'json' };
import markup from '#tests/support/engine/scenarios/markup.json' with { type: 'json' };
import notices from '#tests/support/engine/scenarios/notices.json' with { type: 'json' };
import optimized from '#tests/support/engine/scenarios/optimized.json' with { type: 'json' };
import order from '#tests/support/engine/scenarios/order.json' with { type: 'json' };
import pods from '#tests/support/engine/scenarios/pods.json' with { type: 'json' };
import prices from '#tests/support/engine/scenarios/prices.json' with { type: 'json' };
import { playRandomAuctions } from '#tests/support/engine/randomAuctions.ts';
import restrictions from '#tests/support/engine/scenarios/restrictions.json' with { type: 'json' };
import { runScenario } from '#tests/support/engine/runScenario.ts';
import type { Scenario } from '#tests/support/engine/scenario.ts';
import { startAuctions, stepAuctions, type RequestInput } from './auctions.ts';
import { seededRank } from './seededRank.ts';
import type { PodAd, PodTerms } from './pod.ts';
import type { AuctionSetting, AuctionState, Decision, Sale } from './types.ts';

describe.each([
  ['optimized', optimized],
  ['order', order],
  ['eligibility', eligibility],
  ['chains', chains],
  ['restrictions', restrictions],
  ['bids', bids],
  ['bidRules', bidRules],
  ['markup', markup],
  ['prices', prices],
  ['notices', notices],
  ['impressions', impressions],
  ['pods', pods],
])('the scenarios “%s”', (_, stories) => {
  test.each(stories as unknown as Scenario[])('$title', (story) => {
    const result = runScenario(story);
    expect(result).toMatchObject(story.expect);
    if (story.expect.unread) expect(result.unread).toEqual(story.expect.unread);
    if (story.expect.outcomes) expect(result.outcomes).toEqual(story.expect.outcomes);
    for (const [id, { outcomes: expected }] of Object.entries(story.expect.imps ?? {})) {
      if (expected) expect(result.imps[id]?.outcomes).toEqual(expected);
    }
  });
});

/** One auction of a random request, after its decision. */
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

/** Every ad that was sold. */
const ads = slots.flatMap(({ setting, decision }) =>
  decision.kind === 'filled' ? [decision, ...decision.further].map((sale: Sale) => ({ setting, sale })) : [],
);

const sales = slots.flatMap(({ decision, ...rest }) => (decision.kind === 'filled' ? { ...rest, decision } : []));

describe('any auction', () => {
  test('gives every candidate exactly one outcome, and only the winner has no reason', () => {
    for (const { setting, decision } of slots) {
      const { plan } = setting;
      const candidates = [
        ...plan.ineligible.map(({ tagId }) => tagId),
        ...plan.tiers.flatMap((tier) => tier.candidates.map(({ tag }) => tag.id)),
      ];
      expect(decision.outcomes.map(({ tagId }) => tagId).sort((a, b) => a - b)).toEqual(
        candidates.sort((a, b) => a - b),
      );
      const winners = decision.outcomes.filter(({ reason }) => reason === null).map(({ tagId }) => tagId);
      const sold = decision.kind === 'filled' ? [decision, ...decision.further] : [];
      expect(new Set(winners)).toEqual(new Set(sold.map(({ winner }) => winner.tag.id)));
      expect(new Set(winners).size).toBe(winners.length);
      if (!setting.pod) expect(sold.length).toBeLessThanOrEqual(1);
      for (const { reason } of decision.outcomes) if (reason !== null) expect(candidateReasons).toHaveProperty(reason);
    }
  });

  test('is decided the same by a parsed response and by its text', () => {
    let unread = 0;
    for (const { settings, inputs, last } of games.slice(0, 150)) {
      let step = startAuctions(settings, 0);
      for (const input of inputs) {
        const given = withoutReading(input);
        if (given !== input) unread += 1;
        step = stepAuctions(step.state, given);
      }
      expect(step.decisions).toEqual(last.decisions);
    }
    expect(unread).toBeGreaterThan(50);
  });

  test('sells to every kind of demand', () => {
    const kinds = new Set(sales.map(({ decision }) => `${decision.winner.tag.integration} ${decision.ad.kind}`));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['VAST stored', 'VAST merged', 'RTB merged', 'RTB markup', 'PreBid merged']),
    );
    expect(sales.some(({ decision }) => decision.won?.bid.deal)).toBe(true);
  });

  test('never sells below a floor, or at more than the bid', () => {
    for (const { setting, sale } of ads) {
      const { winner, cpm, won } = sale;
      const floor = Math.max(winner.floor, setting.floor);
      if (!won) {
        expect(cpm).toBeGreaterThanOrEqual(floor);
        continue;
      }
      const { bid } = won;
      expect(cpm).toBeGreaterThanOrEqual(bid.floor);
      expect(cpm).toBeLessThanOrEqual(bid.cpm);
      expect(bid.floor).toBeGreaterThanOrEqual(bid.deal?.bidfloor === undefined ? floor : winner.minCpm);
    }
  });

  test('is won by the best offer: deals first where the channel prefers them, then by price', () => {
    for (const { setting, state, decision } of sales) {
      if (setting.pod) continue;
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
    for (const { setting, decision } of sales) {
      if (setting.pod) continue;
      const answered = decision.outcomes.filter(({ hasAnswered }) => hasAnswered);
      expect(answered.every(({ tier }) => tier === decision.winner.tier)).toBe(true);
    }
  });

  test('notifies each bid of its loss at most once, and never the winning bid', () => {
    for (const { decision } of slots) {
      expect(new Set(decision.lossNotices).size).toBe(decision.lossNotices.length);
      const sold = decision.kind === 'filled' ? [decision, ...decision.further] : [];
      for (const { won } of sold) if (won) expect(decision.lossNotices).not.toContain(won.bid.bid.lurl);
    }
  });

  test('never fills a pod with more ads or seconds than it allows', () => {
    for (const { setting, decision } of sales) {
      const { pod } = setting;
      if (!pod) continue;
      const all = podAdsOf(decision);
      expect(all.length).toBe(1 + decision.further.length);
      expect(all.length).toBeLessThanOrEqual(pod.slots);
      const seconds = all.reduce((sum, { durationS }) => sum + durationS, 0);
      expect(seconds).toBeLessThanOrEqual(pod.durationS ?? Infinity);
      if (pod.slots === 1) continue;
      const edges = all.map(({ slotInPod }) => slotInPod);
      expect(edges.indexOf(1)).toBeLessThanOrEqual(0);
      expect(edges.indexOf(-1)).toBe(edges.includes(-1) ? edges.length - 1 : -1);
      expect(edges.slice(1, -1)).not.toContain(2);
    }
    expect(sales.filter(({ decision }) => decision.further.length > 1).length).toBeGreaterThan(20);
  });

  test('never repeats in a pod what its terms separate, across all of its imps', () => {
    let shared = 0;
    for (const { settings, last } of games) {
      const sold = settings.flatMap(({ pod }, index) => {
        const decision = last.decisions?.[index];
        return pod && decision ? podAdsOf(decision).map((ad) => ({ ad, pod, index })) : [];
      });
      sold.forEach(({ ad, pod, index }, place) => {
        for (const other of sold.slice(place + 1)) {
          if (other.pod.podId !== pod.podId) continue;
          if (other.index !== index) shared += 1;
          // Each imp follows the rules of its own channel.
          if (other.index === index) expect(sharedBy(pod, ad, other.ad)).toEqual([]);
          else if (isStrict(pod) && isStrict(other.pod)) expect(sharedBy(pod, ad, other.ad)).toEqual([]);
        }
      });
    }
    expect(shared).toBeGreaterThan(20);
  });

  test('rejects an ad as outbid in a pod without a maximum duration only when the pod is full', () => {
    for (const { setting, decision } of sales) {
      const { pod } = setting;
      if (!pod || pod.durationS !== null || pod.podId === 'shared') continue;
      if (decision.outcomes.some(({ reason }) => reason === 'outbid'))
        expect(podAdsOf(decision).length).toBe(pod.slots);
    }
  });

  test('ends no later than the deadline of its channel', () => {
    for (const { settings, end } of games) {
      expect(end).toBeLessThanOrEqual(Math.max(0, ...settings.map(({ plan }) => plan.timeoutMs)));
    }
  });

  test('changes neither settings nor inputs: a replay decides the same', () => {
    for (const { settings, inputs, last } of games) {
      let step = startAuctions(settings, 0);
      for (const input of inputs) step = stepAuctions(step.state, input);
      expect(step.decisions).toEqual(last.decisions);
    }
  });
});

/** The input with its response already parsed, where it holds nothing but bids. */
function withoutReading(input: RequestInput): RequestInput {
  if (input.kind !== 'bids' || !('text' in input.reply)) return input;
  const read = readBidResponse(input.reply.text, 'request');
  if (read.kind !== 'bids' || read.droppedBids.length > 0) return input;
  return { ...input, reply: { ok: true, response: read.response } };
}

function podAdsOf(decision: Decision): PodAd[] {
  return decision.kind === 'filled' ? [decision, ...decision.further].flatMap(({ podAd }) => podAd ?? []) : [];
}

function isStrict({ dedupe }: PodTerms): boolean {
  return dedupe.creatives && dedupe.advertisers && dedupe.categories;
}

/** The properties that two ads share although the pod separates them. */
function sharedBy({ dedupe }: PodTerms, one: PodAd, other: PodAd): string[] {
  const both = (a: readonly string[], b: readonly string[]) => a.filter((name) => b.includes(name));
  const topOf = ({ categories }: PodAd) => categories.map((id) => id.replace(/-.*/, ''));
  return [
    ...(dedupe.creatives ? both(one.creatives, other.creatives) : []),
    ...(dedupe.advertisers ? both(one.adomains, other.adomains) : []),
    ...(dedupe.categories ? both(topOf(one), topOf(other)) : []),
  ];
}

describe('the draw', () => {
  test('is won in proportion to the weights', () => {
    const weights = [10, 30, 60];
    const wins = weights.map(() => 0);
    for (let seed = 0; seed < 20_000; seed += 1) {
      const ranks = weights.map((weight, index) => seededRank(seed, 1000 + index, weight));
      const winner = ranks.indexOf(Math.min(...ranks));
      wins[winner] = (wins[winner] ?? 0) + 1;
    }
    expect(wins.map((count) => Math.round(count / 200) / 100)).toEqual([
      expect.closeTo(0.1, 1),
      expect.closeTo(0.3, 1),
      expect.closeTo(0.6, 1),
    ]);
  });
});
