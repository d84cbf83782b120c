import { expect, test } from 'vitest';
import { buildAudience, buildOrigin, buildPayload } from '#tests/support/events/buildRecord.ts';
import { createTokenVerifier } from './token.ts';

const verifier = createTokenVerifier({ keys: [{ secret: 'ab'.repeat(32), keyId: 1 }], lifetimeMs: 4 * 3_600_000 });

/** Signed by the earlier version, with four blocks of mask and MACs from each of its digests. */
const payloadText =
  'AAEAAQIDBAUGBwgJCgsJFZhuIpQ23FVVMAjwmoygSvviXsECla2xpoZLE5bjU8l3JAUc74XNdqmPmiL5dSAvCNwW0gHNBgCOVm0g' +
  'YITJmygl-txG0N2WUNfR0DqJH29om8qfW9Q7b8twdtMZ7JbomsxdhGDhBUqs-DL3uvCoUpJ6OYum4aL0ZPVEj0TM14qF0Yk_8TO-' +
  'irXV1dk5pkqd3ifKznJIIttKLbmvYEGygQ8oE5yIPdlaBDm9fLw6xCc';
const macs = {
  impression: 'FI41NoAkFb18AIHYIk08U',
  error: 'uGm8XnWbZUNBZnUep5qQU',
  bill: 'jgVNGsDWiULu9RcoayuAt',
  viewable: 'ZLiey2ZxSY3KrL8oRY3pc',
} as const;
const { ad } = buildPayload();
const payload = buildPayload({
  serveId: 'AAECAwQFBgcICQoL',
  viewer: '00112233445566aa',
  origin: buildOrigin({
    ...{ supplierId: 7, ivt: 'valid', publisher: 'pub-7', audience: buildAudience() },
    ...{ params: { genre: 'news' }, market: 'DE SmartTV' },
  }),
  ad: {
    ...{ ...ad, campaignId: 5, creative: '00112233445566aa', verificationVendors: 3, verificationFee: 30_000 },
    marketplace: { name: 'An exchange with quite a long name, longer than a digest is wide', revMd: 2_125_000 },
    buying: { billing: 'burl', isSecondPrice: true, bid: 2_500_000 },
  },
});

test('a token of the earlier version is valid for its event and lifetime', () => {
  for (const [event, mac] of Object.entries(macs)) {
    const token = `${payloadText}.${mac}`;
    expect(verifier.verify(event, token, payload.servedAt)).toEqual({ verdict: 'valid', payload });
    expect(verifier.verify(event, token, payload.servedAt + 5 * 3_600_000)).toEqual({ verdict: 'expired', payload });
  }
});

test('a token of the earlier version is forged for another event or with any changed bit', () => {
  const events = ['impression', 'start', 'click', 'error', 'win', 'bill', 'loss', 'viewable', 'measurable', 'applause'];
  for (const [signed, mac] of Object.entries(macs)) {
    for (const event of events) {
      const { verdict } = verifier.verify(event, `${payloadText}.${mac}`, 0);
      expect(verdict).toBe(event === signed ? 'valid' : 'forged');
    }
  }
  const bytes = Buffer.from(payloadText, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(verifier.verify('bill', `${changed.toString('base64url')}.${macs.bill}`, 0).verdict).toBe('forged');
  }
  const { bill } = macs;
  for (let at = 0; at < bill.length; at += 1) {
    const mac = `${bill.slice(0, at)}${bill[at] === 'A' ? 'B' : 'A'}${bill.slice(at + 1)}`;
    expect(verifier.verify('bill', `${payloadText}.${mac}`, 0).verdict).toBe('forged');
  }
});
