import { describe, expect, test } from 'vitest';
import type { Decision } from '#engine/auction/types.ts';
import { outcomeFor, type ChannelPlan } from '#engine/plan/plan.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { applyMessage, emptySnapshot, planOf } from '#engine/snapshot/snapshot.ts';
import { buildServe } from '#tests/support/events/buildRecord.ts';
import type { ServedAd } from '#events/record/records.ts';
import { createTokenSigner, createTokenVerifier } from '#events/token/token.ts';
import { createConsentReader } from '#standards/privacy/consentReader.ts';
import { createUrlSealer } from '../notices/urlSealer.ts';
import { renderAd } from './renderAd.ts';
import { createStoredMarkup } from './storedMarkup.ts';
import { viewerPrivacy } from '../imp/viewerPrivacy.ts';

const key = { secret: 'ab'.repeat(32), keyId: 1 };
const verifier = createTokenVerifier({ keys: [key], lifetimeMs: 3_600_000 });

/** The plan of a channel whose operator takes a DSP share of 15 %. */
function buildPlan(): ChannelPlan {
  const snapshot = emptySnapshot();
  const rows = messagesOf({
    demand: [buildAccount({ priceDsp: 15 })],
    advertiser: [buildAdvertiser()],
    channel: [buildChannel()],
    tag: [buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' })],
    waterfallRow: [buildWaterfallRow()],
  });
  for (const message of rows) applyMessage(snapshot, message);
  const plan = planOf(snapshot, 1);
  if (!plan) throw new Error('no plan');
  return plan;
}

/** The signed ad in the tracking URLs, and the outcomes, when the tag sells through a marketplace; '' = directly. */
function soldThrough(marketplace: string): { ad: ServedAd | undefined; outcomes: object } {
  const plan = buildPlan();
  const candidate = plan.tiers[0]?.candidates[0];
  if (!candidate) throw new Error('no candidate');
  const winner = { ...candidate, tag: { ...candidate.tag, marketplace } };
  const outcomes = [outcomeFor(winner, null, true, true)];
  const decision: Extract<Decision, { kind: 'filled' }> = {
    kind: 'filled',
    further: [],
    winner,
    cpm: 3_000_000_001,
    net: 3_000_000_001,
    ad: { kind: 'stored' },
    won: null,
    outcomes,
    lossNotices: [],
  };
  const record = buildServe({ creative: '00112233445566aa' });
  const signals = { query: new Map<string, string>(), headers: {}, peer: '' };
  const xml = renderAd(
    {
      adsUrl: 'https://ads.example',
      signer: createTokenSigner(key),
      sealer: createUrlSealer({ secret: key.secret, lifetimeMs: 3_600_000 }),
      markup: createStoredMarkup(),
      random: () => 0.5,
    },
    {
      plan,
      decision,
      signals,
      privacy: viewerPrivacy(
        { consents: createConsentReader({ size: 1 }), isGpcEverywhere: true, ownGvlId: null, vendorLists: () => [] },
        signals,
        () => ({ country: '' }),
      ),
      chain: () => null,
      record,
      verification: null,
    },
    { version: '3.0', accepted: [] },
  );
  const token = /\/e\/impression\/([\w.-]+)/.exec(xml)?.[1] ?? '';
  return { ad: verifier.verify('impression', token, record.at).payload?.ad, outcomes };
}

describe('the signed values of an impression', () => {
  test('of a direct sale: no marketplace', () => {
    const { ad, outcomes } = soldThrough('');
    expect(ad).toMatchObject({ tagId: 1, rev: 3_000_000, creative: '00112233445566aa' });
    expect(ad).not.toHaveProperty('marketplace');
    expect(outcomes).toEqual([expect.not.objectContaining({ marketplace: expect.anything() })]);
  });

  test('of a sale through a partner: its name and the account’s revenue after the DSP share', () => {
    const { ad, outcomes } = soldThrough('Exchange A');
    expect(ad).toMatchObject({ rev: 3_000_000, marketplace: { name: 'Exchange A', revMd: 2_550_000 } });
    expect(outcomes).toMatchObject([{ tagId: 1, marketplace: 'Exchange A' }]);
  });
});
