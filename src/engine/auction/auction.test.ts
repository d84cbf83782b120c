import { describe, expect, test } from 'vitest';
import { candidateReasons, type TagRow } from '#model/index.ts';
import { startAuction, stepAuction, type AuctionInput, type Decision, type Effect } from './auction.ts';
import { drawLot } from './draw.ts';
import type { ChannelPlan } from './plan.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from './scenarios/buildRows.ts';
import { buildSetting } from './scenarios/buildSetting.ts';
import { buildVast } from './scenarios/buildVast.ts';
import chains from './scenarios/chains.json' with { type: 'json' };
import eligibility from './scenarios/eligibility.json' with { type: 'json' };
import order from './scenarios/order.json' with { type: 'json' };
import restrictions from './scenarios/restrictions.json' with { type: 'json' };
import { runStory, type Story } from './scenarios/runStory.ts';
import { applyMessage, emptySnapshot, planOf } from './snapshot.ts';

describe.each([
  ['order', order],
  ['eligibility', eligibility],
  ['chains', chains],
  ['restrictions', restrictions],
])('%s', (_, stories) => {
  test.each(stories as Story[])('$title', (story) => {
    expect(runStory(story)).toMatchObject(story.expect);
  });
});

/** Numbers in [0, 1) from a seed. */
function randomOf(seed: number): () => number {
  let count = 0;
  return () => 1 - Math.exp(-drawLot(seed, (count += 1), 1));
}

function randomPlan(random: () => number): ChannelPlan {
  const upTo = (limit: number) => Math.floor(random() * limit);
  const usd = () => `${upTo(4)}.${upTo(3)}0`;
  const tags = Array.from({ length: 1 + upTo(12) }, (_, index): TagRow => {
    const isStored = random() < 0.3;
    return buildTag({
      id: index + 1,
      advertiserId: 1 + upTo(2),
      status: random() < 0.9 ? 1 : 0,
      source: isStored ? 'stored' : 'url',
      vastXml: isStored ? randomText(random) : '',
      handling: random() < 0.1 ? 'wrap' : 'unwrap',
      rateModel: random() < 0.3 ? 'dynamic' : 'fixed',
      rate: usd(),
      floor: usd(),
      timeoutMs: 100 + upTo(900),
    });
  });
  const snapshot = emptySnapshot();
  const rows = messagesOf({
    demand: [buildAccount()],
    advertiser: [buildAdvertiser(), buildAdvertiser({ id: 2, status: random() < 0.8 ? 1 : 0 })],
    channel: [buildChannel({ parallelCalls: 1 + upTo(4), timeoutMs: 100 + upTo(1500), floor: usd() })],
    tag: tags,
    waterfallRow: tags.map((tag) =>
      buildWaterfallRow({ id: tag.id, tagId: tag.id, tier: 1 + upTo(3), isEnabled: random() < 0.9 }),
    ),
  });
  for (const message of rows) applyMessage(snapshot, message);
  const plan = planOf(snapshot, 1);
  if (!plan) throw new Error('no plan');
  return plan;
}

function randomText(random: () => number): string {
  const kind = Math.floor(random() * 6);
  if (kind === 0) return '<html>';
  if (kind === 1) return buildVast({ kind: 'empty' });
  if (kind === 2) {
    return buildVast({
      kind: 'wrapper',
      to: `https://hop.example/${Math.floor(random() * 9)}`,
      follows: random() < 0.8,
    });
  }
  return buildVast({ kind: 'inline', price: `${Math.floor(random() * 5)}`, hasMedia: random() < 0.9 });
}

/** Plays a whole auction with random replies; returns its inputs too. */
function play(seed: number): { plan: ChannelPlan; inputs: AuctionInput[]; decision: Decision; log: unknown[] } {
  const random = randomOf(seed);
  const plan = randomPlan(random);
  const inputs: AuctionInput[] = [];
  const log: unknown[] = [];
  const open = new Map<number, number>();
  let now = 0;
  let wake = 0;
  const note = (effects: readonly Effect[]) => {
    log.push(effects.map(({ kind }) => kind));
    for (const effect of effects) {
      if (effect.kind === 'call') open.set(effect.callId, effect.deadline);
      if (effect.kind === 'cancel') open.delete(effect.callId);
      if (effect.kind === 'wake') wake = effect.at;
    }
  };
  let step = startAuction(buildSetting(plan, { seed }), now);
  note(step.effects);
  while (!step.decision) {
    const replying = [...open.keys()].find(() => random() < 0.5);
    let input: AuctionInput;
    if (replying === undefined || random() < 0.1) {
      now = wake;
      input = { kind: 'clock', now };
    } else {
      open.delete(replying);
      now += Math.floor(random() * 200);
      const reply =
        random() < 0.2
          ? ({ ok: false, reason: 'conn_error' } as const)
          : ({ ok: true, text: randomText(random) } as const);
      input = { kind: 'reply', now, callId: replying, reply };
    }
    inputs.push(input);
    const before = JSON.stringify(step.state);
    const next = stepAuction(step.state, input);
    expect(JSON.stringify(step.state)).toBe(before);
    step = next;
    note(step.effects);
  }
  return { plan, inputs, decision: step.decision, log };
}

describe('any auction', () => {
  const seeds = Array.from({ length: 400 }, (_, index) => index * 7919 + 1);

  test('gives every candidate exactly one fate, and the winner alone no reason', () => {
    for (const seed of seeds) {
      const { plan, decision } = play(seed);
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

  test('never serves under a floor and never prefers a later tier', () => {
    for (const seed of seeds) {
      const { decision } = play(seed);
      if (decision.kind !== 'filled') continue;
      expect(decision.cpm).toBeGreaterThanOrEqual(decision.winner.floor);
      const answered = decision.fates.filter(({ hasAnswered }) => hasAnswered);
      expect(answered.every(({ tier }) => tier === decision.winner.tier)).toBe(true);
    }
  });

  test('replayed with the same inputs decides the same', () => {
    for (const seed of seeds.slice(0, 100)) {
      const { plan, inputs, decision } = play(seed);
      let step = startAuction(buildSetting(plan, { seed }), 0);
      for (const input of inputs) step = stepAuction(step.state, input);
      expect(step.decision).toEqual(decision);
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
