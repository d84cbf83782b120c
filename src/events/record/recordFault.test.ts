import { expect, test } from 'vitest';
import {
  buildAudience,
  buildObservedCreative,
  buildOfferedTerms,
  buildEvent,
  buildPayload,
  buildServe,
  buildTestEvent,
  buildObservedInventory,
  buildTime,
} from '#tests/support/events/buildRecord.ts';
import { recordFault } from './recordFault.ts';
import type { Audience, SpoolRecord } from './records.ts';

const dayMs = 86_400_000;
const payload = buildPayload();
const creative = '00112233445566aa';
const origin = buildServe().origin;
const outcome = { tagId: 1, advertiserId: 1, tier: 1, reason: null, wasSent: true, hasAnswered: true };
const buying = { billing: 'burl', isSecondPrice: true, bid: 9 } as const;

test.each<[string | null, SpoolRecord]>([
  [null, buildServe()],
  [null, buildEvent()],
  [null, buildServe({ at: buildTime - 399 * dayMs })],
  [null, buildServe({ at: buildTime + dayMs })],
  [null, buildEvent({ verdict: 'forged', payload: null })],
  [null, { type: 'test', record: buildServe() }],
  ['reason', { type: 'test', record: buildServe({ reason: 'unheard of' as never }) }],
  ['event', { type: 'test', record: buildTestEvent({ event: 'unheard of' as never }) }],
  [null, buildServe({ candidates: [{ ...outcome, marketplace: 'Exchange' }] })],
  [null, buildEvent({ payload: { ...payload, ad: { ...payload.ad, marketplace: { name: 'Exchange', revMd: 1 } } } })],
  [null, buildServe({ origin: { ...origin, demandId: 2 ** 32 - 1, site: 'bücher.example \u{1F600}' } })],
  [null, buildServe({ origin: { ...origin, publisher: 'pub-7' }, creative: '00112233445566aa' })],
  [null, buildServe({ origin: { ...origin, ivt: 'too_frequent' } })],
  [null, buildEvent({ payload: { ...payload, origin: { ...origin, ivt: 'valid' } } })],
  [null, buildServe({ observations: buildObservedInventory() })],
  [null, buildServe({ furtherCreatives: [{ key: creative, declared: buildObservedCreative() }] })],
  [null, buildServe({ origin: { ...origin, audience: buildAudience({ os: '', country: '' }) }, tookMs: 0 })],
  ['audience', buildServe({ origin: { ...origin, audience: buildAudience({ country: 'Germany' }) } })],
  ['audience', buildServe({ origin: { ...origin, audience: 5 as unknown as Audience } })],
  [
    'audience',
    buildEvent({ payload: { ...payload, origin: { ...origin, audience: buildAudience({ device: 'ab' }) } } }),
  ],
  ['response time', buildServe({ tookMs: -1 })],
  [
    'amount',
    buildEvent({ payload: { ...payload, ad: { ...payload.ad, verificationVendors: 1, verificationFee: 0.5 } } }),
  ],
  ['time', buildServe({ at: buildTime - 401 * dayMs })],
  ['time', buildServe({ at: buildTime + dayMs + 1 })],
  ['time', buildServe({ at: Number.NaN })],
  ['time', buildEvent({ payload: { ...payload, servedAt: 0 } })],
  ['serve ID', buildServe({ serveId: 'short' })],
  ['serve ID', buildEvent({ payload: { ...payload, serveId: 'sixteen letters!' } })],
  ['origin', buildServe({ origin: { ...origin, channelId: 2 ** 32 } })],
  ['origin', buildServe({ origin: { ...origin, subpublisherId: -1 } })],
  ['environment', buildServe({ origin: { ...origin, environment: 'toaster' as 'web' } })],
  ['ivt', buildServe({ origin: { ...origin, ivt: 'toString' as 'valid' } })],
  ['text', buildServe({ origin: { ...origin, site: '\ud800' } })],
  ['text', buildServe({ origin: { ...origin, app: 'a'.repeat(2000) } })],
  ['text', buildServe({ origin: { ...origin, publisher: 7 as unknown as string } })],
  ['creative', buildServe({ creative: 'spot' })],
  ['creative', buildEvent({ payload: { ...payload, ad: { ...payload.ad, creative: 'spot' } } })],
  ['observations', buildServe({ observations: { publisher: { name: '\ud800', domain: '', hops: 0 } } })],
  ['observations', buildServe({ observations: { publisher: 'News' as unknown as undefined } })],
  ['observations', buildServe({ furtherCreatives: [{ key: 'spot', declared: buildObservedCreative() }] })],
  [
    'observations',
    buildServe({ furtherCreatives: [{ key: creative, declared: buildObservedCreative({ title: '\ud800' }) }] }),
  ],
  ['observations', buildServe({ furtherCreatives: 'spot' as unknown as [] })],
  [null, buildServe({ deals: [{ deal: 'D-1', terms: buildOfferedTerms() }, { deal: '' }] })],
  ['deals', buildServe({ deals: [{ deal: 'x'.repeat(101) }] })],
  ['deals', buildServe({ deals: [{ deal: '\ud800' }] })],
  ['deals', buildServe({ deals: [{ deal: 'D-1', terms: buildOfferedTerms({ seats: '\ud800' }) }] })],
  ['deals', buildServe({ deals: [{ deal: 'D-1', terms: 'cheap' as unknown as undefined }] })],
  ['reason', buildServe({ reason: 'toString' as 'no_answer' })],
  ['amount', buildServe({ requestFee: 0.5 })],
  ['amount', buildEvent({ payload: { ...payload, ad: { ...payload.ad, rev: 2 ** 60 } } })],
  ['slots', buildServe({ slots: -1 })],
  ['candidate ads', buildServe({ candidates: [{ ...outcome, ads: 1.5 }] })],
  ['candidate', buildServe({ candidates: [{ ...outcome, tier: 256 }] })],
  ['candidate reason', buildServe({ candidates: [{ ...outcome, reason: 'whim' as 'empty' }] })],
  ['candidate marketplace', buildServe({ candidates: [{ ...outcome, marketplace: 7 as unknown as string }] })],
  ['marketplace', buildEvent({ payload: { ...payload, ad: { ...payload.ad, marketplace: { name: '', revMd: 1 } } } })],
  [
    'amount',
    buildEvent({ payload: { ...payload, ad: { ...payload.ad, marketplace: { name: 'Exchange', revMd: 0.5 } } } }),
  ],
  ['ad', buildEvent({ payload: { ...payload, ad: { ...payload.ad, tagId: 1.5 } } })],
  [null, buildServe({ candidates: [{ ...outcome, campaignId: 2 ** 32 - 1, deal: 'd'.repeat(100) }] })],
  [null, buildEvent({ payload: { ...payload, ad: { ...payload.ad, adexchangeId: 7, buying } }, price: 0 })],
  ['origin', buildServe({ origin: { ...origin, supplierId: 2 ** 32 } })],
  ['candidate buyer', buildServe({ candidates: [{ ...outcome, campaignId: -1 }] })],
  ['candidate buyer', buildServe({ candidates: [{ ...outcome, deal: 'd'.repeat(101) }] })],
  ['buyer', buildEvent({ payload: { ...payload, ad: { ...payload.ad, creativeId: 0.5 } } })],
  [
    'buying',
    buildEvent({ payload: { ...payload, ad: { ...payload.ad, buying: { ...buying, billing: 'luck' as 'burl' } } } }),
  ],
  ['buying', buildEvent({ payload: { ...payload, ad: { ...payload.ad, buying: { ...buying, bid: -1 } } } })],
  ['price', buildEvent({ price: -1 })],
  ['source', buildEvent({ source: { address: '1', network: '', agent: '' } })],
  ['event', buildEvent({ event: 'sneeze' as 'start' })],
  ['error code', buildEvent({ event: 'error', errorCode: 70_000 })],
  ['payload', buildEvent({ verdict: 'valid', payload: null })],
])('fault %j is found', (fault, record) => {
  expect(recordFault(record, buildTime)).toBe(fault);
});
