import { describe, expect, test } from 'vitest';
import { noticeEvents, viewEvents } from '#model/index.ts';
import { buildAudience, buildOrigin, buildPayload } from '#tests/support/events/buildRecord.ts';
import { createTokenSigner, createTokenVerifier, newServeId } from './token/token.ts';
import { maxPayloadBytes, writeTokenPayload } from './token/tokenPayload.ts';

const secret = 'ab'.repeat(32);
const signer = createTokenSigner({ secret, keyId: 1 });
const verifier = createTokenVerifier({ keys: [{ secret, keyId: 1 }], lifetimeMs: 4 * 3_600_000 });

function tokenOf(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

describe('tokens of ads that are bought', () => {
  test('a token has every combination of buying data', () => {
    const { ad } = buildPayload();
    for (let parts = 1; parts < 64; parts += 1) {
      const has = (part: number) => (parts & part) !== 0;
      for (const others of [false, true]) {
        const payload = buildPayload({
          origin: buildOrigin({
            ...(has(1) ? { supplierId: 4_294_967_295 } : {}),
            ...(others ? { audience: buildAudience(), ivt: 'valid', params: { a: '1' }, market: '- -' } : {}),
            publisher: others ? 'pub-7' : '',
          }),
          ad: {
            ...ad,
            ...(has(2) ? { adexchangeId: 7 } : {}),
            ...(has(4) ? { campaignId: 70_000 } : {}),
            ...(has(8) ? { creativeId: 9 } : {}),
            ...(has(16) ? { deal: 'ü€'.repeat(50) } : {}),
            ...(has(32) ? { buying: { billing: 'burl', isSecondPrice: true, bid: 2_500_000 } } : {}),
            ...(others
              ? { verificationVendors: 2, verificationFee: 5, marketplace: { name: 'Exchange A', revMd: 2 } }
              : {}),
          },
          ...(others ? { viewer: '00112233445566aa' } : {}),
        });
        for (const event of ['impression', 'error'] as const) {
          const token = tokenOf(signer.sign(payload).path(event));
          expect(verifier.verify(event, token, 0)).toEqual({ verdict: 'valid', payload });
        }
      }
    }
  });

  test('notices and view events are signed on demand, even after another payload was signed', () => {
    const payload = buildPayload();
    const token = signer.sign(payload);
    signer.sign(buildPayload());
    for (const event of [...noticeEvents, ...viewEvents]) {
      const path = token.path(event);
      expect(verifier.verify(event, tokenOf(path), 0)).toEqual({ verdict: 'valid', payload });
      expect(verifier.verify('impression', tokenOf(path), 0).verdict).toBe('forged');
    }
  });

  test('every billing notice survives', () => {
    const { ad } = buildPayload();
    for (const billing of ['pixel', 'burl', 'nurl'] as const) {
      for (const terms of [{}, { isRevFollowing: true }] as const) {
        const payload = buildPayload({
          ad: { ...ad, campaignId: 5, buying: { billing, isSecondPrice: false, bid: 0, ...terms } },
        });
        const token = tokenOf(signer.sign(payload).path('start'));
        expect(verifier.verify('start', token, 0).payload).toEqual(payload);
      }
    }
  });

  test('the key of a household survives, alone and beside that of a viewer', () => {
    const { ad } = buildPayload();
    for (const viewer of [{}, { viewer: '00112233445566aa' }]) {
      const payload = buildPayload({ ...viewer, household: 'ffeeddccbbaa9988', ad: { ...ad, campaignId: 5 } });
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0).payload).toEqual(payload);
    }
    expect(() => signer.sign(buildPayload({ household: 'invalid' }))).toThrow(RangeError);
  });

  test('the mark of a test survives, whatever else the token has', () => {
    const { ad } = buildPayload();
    const buying = { billing: 'burl', isSecondPrice: true, bid: 2_500_000 } as const;
    for (const payload of [
      { ...buildPayload(), isTest: true as const },
      { ...buildPayload({ viewer: '00112233445566aa', household: 'ffeeddccbbaa9988' }), isTest: true as const },
      {
        ...buildPayload({
          origin: buildOrigin({ supplierId: 7, audience: buildAudience(), ivt: 'valid' }),
          ad: { ...ad, campaignId: 5, deal: 'deal 1', buying },
        }),
        isTest: true as const,
      },
    ]) {
      for (const event of ['impression', 'win', 'bill', 'viewable'] as const) {
        const token = tokenOf(signer.sign(payload).path(event));
        expect(verifier.verify(event, token, 0)).toEqual({ verdict: 'valid', payload });
      }
    }
  });

  test('a token from before the test mark is read as one of a live ad', () => {
    const token =
      'wQEAAQIDBAUGBwgJCgsJFZhuI4UU7xEAVqPxm1slelosysHRN6Doi0iZFZngZiz__jFqM7mRtuCBlfx2A0YGaKLXdOmgq9kJM0gAYoSd' +
      '.SVQTNgDsgKv3-HjmrwfRY';
    const { ad } = buildPayload();
    const payload = buildPayload({
      serveId: 'AAECAwQFBgcICQoL',
      household: 'ffeeddccbbaa9988',
      origin: buildOrigin({ channelId: 0, subpublisherId: 0, supplierId: 7 }),
      ad: {
        ...{ ...ad, tagId: 0, campaignId: 5, creativeId: 6, deal: 'deal 1' },
        buying: { billing: 'burl', isSecondPrice: true, bid: 2_000_000 },
      },
    });
    expect(verifier.verify('bill', token, 0)).toEqual({ verdict: 'valid', payload });
  });

  test('a live token cannot be turned into a test token, or the reverse', () => {
    const live = buildPayload({ origin: buildOrigin({ supplierId: 7 }) });
    const [liveToken, testToken] = [live, { ...live, isTest: true as const }].map((payload) => {
      const [payloadText = '', mac = ''] = tokenOf(signer.sign(payload).path('impression')).split('.');
      return { payloadText, mac };
    });
    const verdictFor = (payloadText = '', mac = '') =>
      verifier.verify('impression', `${payloadText}.${mac}`, 0).verdict;
    expect([
      verdictFor(liveToken?.payloadText, liveToken?.mac),
      verdictFor(testToken?.payloadText, testToken?.mac),
    ]).toEqual(['valid', 'valid']);
    expect(verdictFor(liveToken?.payloadText, testToken?.mac)).toBe('forged');
    expect(verdictFor(testToken?.payloadText, liveToken?.mac)).toBe('forged');
    // This includes changing the one bit that distinguishes the two.
    const bytes = Buffer.from(liveToken?.payloadText ?? '', 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verdictFor(changed.toString('base64url'), liveToken?.mac)).toBe('forged');
    }
  });

  test('viewers cannot read the buyer and the price from a token', () => {
    const { ad } = buildPayload();
    const serveId = newServeId();
    const tokens = [1, 2].map((factor) => {
      const ids = { adexchangeId: factor * 1_000_000, campaignId: factor * 2_000_000, creativeId: factor * 3_000_000 };
      const buying = { billing: 'burl', isSecondPrice: true, bid: factor * 4e15 } as const;
      const payload = buildPayload({
        serveId,
        viewer: '00112233445566aa',
        origin: buildOrigin({ supplierId: factor * 5_000_000, audience: buildAudience() }),
        ad: { ...ad, ...ids, buying, marketplace: { name: 'Exchange A', revMd: 9e15 } },
      });
      const clear = Buffer.alloc(maxPayloadBytes);
      const length = writeTokenPayload(clear, 1, payload);
      const bytes = Buffer.from(tokenOf(signer.sign(payload).path('start')).split('.')[0] ?? '', 'base64url');
      return { bytes, clear: clear.subarray(0, length) };
    });
    const [one, two] = tokens;
    // The last differing byte lies within the masked part.
    const last = (one?.clear ?? Buffer.alloc(0)).findLastIndex((byte, index) => byte !== two?.clear[index]);
    expect(last).toBeGreaterThan(14 + 64);
    const masked = [...(one?.bytes ?? [])].filter((byte, index) => byte === one?.clear[index]).length;
    expect(one?.bytes.subarray(14, last + 1)).not.toEqual(one?.clear.subarray(14, last + 1));
    expect(masked - ((one?.clear.length ?? 0) - last)).toBeLessThan(24);
  });

  test('the longest payload fits, and a deal ID above the maximum length is rejected', () => {
    const { ad } = buildPayload();
    const text = '€'.repeat(64);
    const sign = (deal: string) =>
      signer.sign(
        buildPayload({
          viewer: '00112233445566aa',
          origin: buildOrigin({
            ...{ demandId: 4e9, channelId: 4e9, subpublisherId: 4e9, supplierId: 4e9, site: text, app: text },
            ...{ publisher: text, ivt: 'valid', market: text, audience: buildAudience() },
            params: Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}${text.slice(1)}`, text])),
          }),
          ad: {
            ...{ ...ad, rev: 9e15, cost: 9e15, systemCost: 9e15, verificationVendors: 3, verificationFee: 9e15, deal },
            ...{ adexchangeId: 4e9, campaignId: 4e9, creativeId: 4e9, creative: 'ab'.repeat(8) },
            marketplace: { name: text, revMd: 9e15 },
            buying: { billing: 'nurl', isSecondPrice: true, bid: 9e15 },
          },
        }),
      );
    const deal = '€'.repeat(100);
    expect(verifier.verify('click', tokenOf(sign(deal).path('click')), 0).payload?.ad.deal).toBe(deal);
    expect(() => sign(`${deal}€`)).toThrow(RangeError);
  });
});
