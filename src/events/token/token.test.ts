import { describe, expect, test } from 'vitest';
import { ivtReasons, trackedEvents, type IvtVerdict, type TrackedEvent } from '#model/index.ts';
import { buildAudience, buildOrigin, buildPayload } from '#tests/support/events/buildRecord.ts';
import { createTokenSigner, createTokenVerifier, newServeId } from './token.ts';
import type { Origin } from '../record/records.ts';
import { maxPayloadBytes, readTokenPayload, writeTokenPayload } from './tokenPayload.ts';

const secret = 'ab'.repeat(32);
const lifetimeMs = 4 * 3_600_000;
const signer = createTokenSigner({ secret, keyId: 1 });
const verifier = createTokenVerifier({ keys: [{ secret, keyId: 1 }], lifetimeMs });

/** Tokens of one payload, as the present version and an earlier one issued them. */
const issuedToken = 'AQEAAQIDBAUGBwgJCgtpPy-8svXJ-NWtnAuB1fYypXgeE4Um3ivNxRN8moIdFCZtqw.tN9ETnYYNhzLghifayQT';
const formerToken = 'AQEAAQIDBAUGBwgJCgsJFZhuI4Qe6iJlVwI6A2nVnJA31MMtvq9PfmXBav2LEMAThA.3BM4zUKecxqa2aB-xwcvL';

function tokenOf(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

describe('tracking tokens', () => {
  test('a token has the signed payload for every event', () => {
    const payload = buildPayload({
      origin: {
        demandId: 4_294_967_295,
        channelId: 1,
        subpublisherId: 0,
        environment: 'ctv',
        site: '',
        app: 'com.müsli.tv',
        publisher: '',
      },
    });
    const token = signer.sign(payload);
    for (const event of trackedEvents) {
      const path = token.path(event);
      expect(path.startsWith(`${event}/`)).toBe(true);
      expect(verifier.verify(event, tokenOf(path), payload.servedAt)).toEqual({ verdict: 'valid', payload });
    }
  });

  test('a token includes a marketplace sale', () => {
    const { ad } = buildPayload();
    const serveId = newServeId();
    for (const name of ['X', 'Exchange A', 'ü'.repeat(64)]) {
      const payload = buildPayload({ serveId, ad: { ...ad, marketplace: { name, revMd: 2_125_000 } } });
      for (const event of trackedEvents) {
        const token = tokenOf(signer.sign(payload).path(event));
        expect(verifier.verify(event, token, 0)).toEqual({ verdict: 'valid', payload });
      }
    }
  });

  test('a token includes own parameters, however long they are', () => {
    const { ad } = buildPayload();
    const params = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`p${at}`.padEnd(64, 'x'), 'ü'.repeat(64)]));
    for (const payload of [
      buildPayload({ origin: buildOrigin({ params: { genre: 'news' } }) }),
      buildPayload({ origin: buildOrigin({ publisher: 'pub-7', ivt: 'valid', params }) }),
      buildPayload({
        origin: buildOrigin({ params }),
        ad: { ...ad, marketplace: { name: '\u{ffff}'.repeat(64), revMd: 1 } },
      }),
    ]) {
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
    }
    const six = buildPayload({ origin: buildOrigin({ params: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } }) });
    expect(() => signer.sign(six)).toThrow(RangeError);
  });

  test('a token includes the verification vendors and the market of a dynamic floor', () => {
    const { ad } = buildPayload();
    for (const payload of [
      buildPayload({ ad: { ...ad, verificationVendors: 2 } }),
      buildPayload({ origin: buildOrigin({ market: 'US SmartTV =' }) }),
      buildPayload({
        origin: buildOrigin({ market: '- -', ivt: 'valid', publisher: 'p', params: { a: '1' } }),
        ad: { ...ad, verificationVendors: 3, marketplace: { name: 'Exchange A', revMd: 1 } },
        viewer: '00112233445566aa',
      }),
    ]) {
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
    }
  });

  test('a token includes an audience with every combination of other parts', () => {
    const { ad } = buildPayload();
    const { device, ...withoutDevice } = buildAudience();
    for (let parts = 0; parts < 256; parts += 1) {
      const has = (part: number) => (parts & part) !== 0;
      const payload = buildPayload({
        origin: buildOrigin({
          audience: has(128) ? { ...withoutDevice, device: device ?? '' } : withoutDevice,
          ...(has(2) ? { publisher: 'pub-7' } : {}),
          ...(has(4) ? { ivt: 'valid' } : {}),
          ...(has(16) ? { params: { genre: 'news' } } : {}),
          ...(has(32) ? { market: 'US SmartTV =' } : {}),
        }),
        ad: {
          ...ad,
          ...(has(1) ? { marketplace: { name: 'Exchange A', revMd: 2_125_000 } } : {}),
          ...(has(64) ? { verificationVendors: 3, verificationFee: 30_000 } : {}),
        },
        ...(has(8) ? { viewer: '00112233445566aa' } : {}),
      });
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
    }
  });

  test('an audience makes a token 8 characters longer, at most 19 with a device', () => {
    const { device: _device, ...withoutDevice } = buildAudience();
    for (let length = 0; length < 6; length += 1) {
      const site = 's'.repeat(length);
      const lengthWith = (origin: Partial<Origin>) =>
        signer.sign(buildPayload({ origin: buildOrigin({ site, ...origin }) })).path('start').length;
      const plain = lengthWith({});
      expect(lengthWith({ audience: withoutDevice }) - plain).toBe(8);
      expect(lengthWith({ audience: buildAudience() }) - plain).toBeLessThan(20);
    }
  });

  test('viewers cannot read their audience from a token', () => {
    const serveId = newServeId();
    const { device: _device, ...withoutDevice } = buildAudience();
    const other = { country: 'US', deviceKind: 'Mobile', os: 'iOS', browser: 'safari', mediaType: 'banner' } as const;
    const [one, two] = [withoutDevice, { ...other, integration: 'prebid', consent: 'refused' } as const].map(
      (audience) => {
        const clear = Buffer.alloc(maxPayloadBytes);
        const payload = buildPayload({ serveId, origin: buildOrigin({ audience }) });
        const length = writeTokenPayload(clear, 1, payload);
        const path = signer.sign(payload).path('start');
        const bytes = Buffer.from(tokenOf(path).split('.')[0] ?? '', 'base64url');
        const mask = Buffer.from(bytes.map((byte, index) => byte ^ (clear[index] ?? 0)));
        return { mask, clear: clear.subarray(0, length) };
      },
    );
    const differing = [...(one?.clear ?? [])].flatMap((byte, index) => (byte === two?.clear[index] ? [] : [index]));
    expect(differing.length).toBeGreaterThan(4);
    // The audience lies in the part that the mask of this serve ID covers.
    for (const index of differing) expect(index).toBeGreaterThanOrEqual(14);
    expect(one?.mask.subarray(14, 14 + 61).filter((byte) => byte === 0).length).toBeLessThan(4);
    expect(one?.mask).toEqual(two?.mask);
  });

  test('IDs, money and the partner’s name stay masked after the longest audience', () => {
    const { ad } = buildPayload();
    const name = 'An exchange with quite a long name, longer than a digest is wide'.slice(0, 64);
    const payload = buildPayload({
      viewer: '00112233445566aa',
      origin: buildOrigin({
        demandId: 4e9,
        channelId: 4e9,
        subpublisherId: 4e9,
        ivt: 'valid',
        audience: buildAudience(),
      }),
      ad: {
        ...ad,
        rev: 9e15,
        cost: 9e15,
        systemCost: 9e15,
        marketplace: { name, revMd: 9e15 },
        verificationVendors: 3,
        verificationFee: 9e15,
      },
    });
    const bytes = Buffer.from(tokenOf(signer.sign(payload).path('start')).split('.')[0] ?? '', 'base64url');
    for (let at = 0; at + 3 <= name.length; at += 1) expect(bytes.includes(name.slice(at, at + 3))).toBe(false);
  });

  test('a token from before audiences is read, and one of a later form is forged', () => {
    expect(verifier.verify('impression', formerToken, 0).payload?.origin.audience).toBeUndefined();
    for (const version of [0, 129, 193, 255]) {
      const bytes = Buffer.from(formerToken.split('.')[0] ?? '', 'base64url');
      bytes[0] = version;
      expect(readTokenPayload(bytes)).toBeNull();
    }
  });

  test('a token includes a publisher and a known creative', () => {
    const { ad } = buildPayload();
    const creative = '00112233445566aa';
    const marketplace = { name: 'Exchange A', revMd: 2_125_000 };
    for (const payload of [
      buildPayload({ origin: buildOrigin({ publisher: 'p'.repeat(64) }) }),
      buildPayload({ ad: { ...ad, creative } }),
      buildPayload({ origin: buildOrigin({ publisher: 'pub-7' }), ad: { ...ad, creative, marketplace } }),
    ]) {
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
    }
  });

  test('a token includes the traffic verdict, and viewers cannot read it', () => {
    const { ad } = buildPayload();
    const serveId = newServeId();
    const marketplace = { name: 'Exchange A', revMd: 2_125_000 };
    const verdicts = ['valid', ...Object.keys(ivtReasons)] as IvtVerdict[];
    for (const ivt of verdicts) {
      for (const payload of [
        buildPayload({ serveId, origin: buildOrigin({ ivt }) }),
        buildPayload({ serveId, origin: buildOrigin({ ivt, publisher: 'pub-7' }), ad: { ...ad, marketplace } }),
      ]) {
        const token = tokenOf(signer.sign(payload).path('impression'));
        expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
      }
    }
    // Serve IDs are used once. Only here does the same mask reveal where two payloads differ.
    const [valid, invalid] = (['valid', 'headless'] as const).map((ivt) => {
      const path = signer.sign(buildPayload({ serveId, origin: buildOrigin({ ivt }) })).path('start');
      return [...Buffer.from(tokenOf(path).split('.')[0] ?? '', 'base64url')];
    });
    const differing = valid?.flatMap((byte, index) => (byte === invalid?.[index] ? [] : [index]));
    expect(differing).toHaveLength(1);
    // The masked range of time, IDs and money.
    expect(differing?.[0]).toBeGreaterThanOrEqual(14);
    expect(differing?.[0]).toBeLessThan(14 + 64);
  });

  test('a token of an ad with a frequency cap includes the viewer key', () => {
    const { ad } = buildPayload();
    const viewer = '0123456789abcdef';
    const marketplace = { name: 'ü'.repeat(64), revMd: 2_125_000 };
    for (const payload of [
      buildPayload({ viewer }),
      buildPayload({ viewer, ad: { ...ad, marketplace } }),
      buildPayload({ viewer, origin: buildOrigin({ publisher: 'pub-7' }) }),
      buildPayload({ viewer, origin: buildOrigin({ publisher: 'pub-7' }), ad: { ...ad, marketplace } }),
    ]) {
      const token = tokenOf(signer.sign(payload).path('impression'));
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
    }
  });

  test('a token stays valid as long as the code changes nothing in its form', () => {
    const payload = buildPayload({ serveId: 'AAECAwQFBgcICQoL' });
    expect(tokenOf(signer.sign(payload).path('impression'))).toBe(issuedToken);
    for (const token of [issuedToken, formerToken])
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'valid', payload });
  });

  test('every environment survives', () => {
    for (const environment of ['web', 'mobileWeb', 'app', 'ctv'] as const) {
      const payload = buildPayload({ origin: { ...buildPayload().origin, environment } });
      expect(verifier.verify('click', tokenOf(signer.sign(payload).path('click')), 0).payload).toEqual(payload);
    }
  });

  test('a token of one event is forged for every other event', () => {
    const token = signer.sign(buildPayload());
    for (const signed of trackedEvents)
      for (const requested of trackedEvents)
        expect(verifier.verify(requested, tokenOf(token.path(signed)), 0).verdict).toBe(
          signed === requested ? 'valid' : 'forged',
        );
  });

  test('a token is valid to the last millisecond of its lifetime, and its payload can be read afterwards', () => {
    const payload = buildPayload();
    const token = tokenOf(signer.sign(payload).path('start'));
    expect(verifier.verify('start', token, payload.servedAt + lifetimeMs).verdict).toBe('valid');
    expect(verifier.verify('start', token, payload.servedAt + lifetimeMs + 1)).toEqual({ verdict: 'expired', payload });
  });

  test('any changed character makes it forged', () => {
    const token = tokenOf(signer.sign(buildPayload()).path('complete'));
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < token.length; at++) {
      // The last character of the payload may have unused bits: changing those does not change the signed bytes.
      if (token[at + 1] === '.' || token[at] === '.') continue;
      const other = alphabet[(alphabet.indexOf(token[at] ?? 'A') + 7) % 64] ?? 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(verifier.verify('complete', changed, 0)).toEqual({ verdict: 'forged', payload: null });
    }
  });

  test('viewers cannot read IDs and money from it', () => {
    const payload = buildPayload({
      ad: { advertiserId: 11, tagId: 12, tier: 1, creative: '', rev: 123_456_789, cost: 98_765_432, systemCost: 5 },
    });
    const bytes = Buffer.from(tokenOf(signer.sign(payload).path('start')).split('.')[0] ?? '', 'base64url');
    const clear = Buffer.alloc(maxPayloadBytes);
    const length = writeTokenPayload(clear, 1, payload);
    expect(bytes.length).toBe(length);
    expect(bytes.subarray(0, 14)).toEqual(clear.subarray(0, 14));
    const shared = [...bytes.subarray(14)].filter((byte, index) => byte === clear[14 + index]).length;
    expect(shared).toBeLessThan(8);
  });

  test('viewers cannot read texts from it, however long they are', () => {
    const long = { site: 's'.repeat(64), app: 'a'.repeat(64), publisher: 'p'.repeat(64) };
    const origin = buildOrigin({ ...long, params: { genre: 'n'.repeat(64) } });
    const bytes = Buffer.from(tokenOf(signer.sign(buildPayload({ origin })).path('start')), 'base64url');
    for (const letter of ['sss', 'aaa', 'ppp', 'nnn', 'genre']) expect(bytes.includes(letter)).toBe(false);
  });

  test('viewers, and observers of their calls, cannot read the viewer key from it', () => {
    const viewer = '0123456789abcdef';
    const bytes = [1, 2].map(() => {
      const payload = buildPayload({ viewer });
      return Buffer.from(tokenOf(signer.sign(payload).path('start')).split('.')[0] ?? '', 'base64url').toString('hex');
    });
    for (const each of bytes) expect(each).not.toContain(viewer);
    // From the serve ID on: two ads of one viewer have no more in common than by chance.
    const [first = '', second = ''] = bytes.map((each) => each.slice(38, 54));
    expect(Array.from(first).filter((digit, index) => digit === second[index]).length).toBeLessThan(9);
  });

  test('viewers cannot read the name of a marketplace from it', () => {
    const { ad } = buildPayload();
    const name = 'An exchange with quite a long name, longer than a digest is wide'.slice(0, 64);
    const payload = buildPayload({ ad: { ...ad, marketplace: { name, revMd: 9_007_199_254_740_991 } } });
    const bytes = Buffer.from(tokenOf(signer.sign(payload).path('start')).split('.')[0] ?? '', 'base64url');
    for (let at = 0; at + 3 <= name.length; at += 1) expect(bytes.includes(name.slice(at, at + 3))).toBe(false);
  });

  test('junk of any length and unknown events are forged, never an error', () => {
    const junk = [
      '',
      '.',
      '..',
      'a',
      'AQE.',
      '.AQE',
      '%%%',
      '\u0000',
      '💥'.repeat(50),
      'A'.repeat(100_000),
      ...[20, 21, 22].map((macChars) => `${'A'.repeat(900)}.${'A'.repeat(macChars)}`),
    ];
    for (let length = 0; length < 300; length++)
      for (const macChars of [20, 21, 22]) junk.push(`${'AQ'.repeat(length)}.${'Q'.repeat(macChars)}`);
    for (const token of junk) {
      expect(verifier.verify('impression', token, 0)).toEqual({ verdict: 'forged', payload: null });
      expect(verifier.verify('constructor', token, 0).verdict).toBe('forged');
    }
  });

  test.each([0, 1])('keys rotate: the verifier accepts the old key of ID %i, and no foreign one', (keyId) => {
    const older = { secret: 'cd'.repeat(32), keyId };
    const both = createTokenVerifier({ keys: [{ secret, keyId: 1 }, older], lifetimeMs });
    const payload = buildPayload();
    const token = tokenOf(createTokenSigner(older).sign(payload).path('start'));
    expect(both.verify('start', token, 0)).toEqual({ verdict: 'valid', payload });
    expect(verifier.verify('start', token, 0).verdict).toBe('forged');
    const foreignSigner = createTokenSigner({ secret: 'ef'.repeat(32), keyId: 1 });
    expect(both.verify('start', tokenOf(foreignSigner.sign(buildPayload()).path('start')), 0).verdict).toBe('forged');
  });

  test.each([
    ['an audience and the longest site', 's'.repeat(64), '', '', '', 400],
    ['the longest site and app', 's'.repeat(64), 'a'.repeat(64), '', '', 400],
    ['the longest app, a publisher’s UUID and a creative', '', 'a'.repeat(64), 'p'.repeat(36), 'ab'.repeat(8), 400],
    ['the longest of everything', 's'.repeat(64), 'a'.repeat(64), 'p'.repeat(64), 'ab'.repeat(8), 460],
  ])('a tracking URL with %s stays short', (_, site, app, publisher, creative, longest) => {
    const ids = { demandId: 4e9, channelId: 4e9, subpublisherId: 4e9 };
    const payload = buildPayload({
      ...(longest > 400 ? { viewer: 'ef'.repeat(8) } : {}),
      origin: { ...ids, environment: 'app', site, app, publisher },
      ad: { advertiserId: 4e9, tagId: 4e9, tier: 255, creative, rev: 9e15, cost: 9e15, systemCost: 9e15 },
    });
    const urls = trackedEvents.map(
      (event) => `https://ads.a-rather-long-name.example/e/${signer.sign(payload).path(event)}`,
    );
    expect(Math.max(...urls.map((url) => url.length))).toBeLessThanOrEqual(longest);
  });

  test('a payload that does not fit a token is rejected when signing', () => {
    expect(() => signer.sign(buildPayload({ serveId: 'short' }))).toThrow(RangeError);
    expect(() => signer.sign(buildPayload({ ad: { ...buildPayload().ad, rev: -1 } }))).toThrow(RangeError);
    expect(() => signer.sign(buildPayload({ ad: { ...buildPayload().ad, cost: 0.5 } }))).toThrow(RangeError);
    expect(() => signer.sign(buildPayload({ ad: { ...buildPayload().ad, creative: 'spot' } }))).toThrow(RangeError);
    for (const viewer of ['', 'me', 'AB'.repeat(8)])
      expect(() => signer.sign(buildPayload({ viewer }))).toThrow(RangeError);
    expect(() => signer.sign(buildPayload({ origin: { ...buildPayload().origin, site: 'x'.repeat(65) } }))).toThrow(
      RangeError,
    );
  });

  test('serve IDs are 16 characters and differ', () => {
    const ids = Array.from({ length: 5000 }, newServeId);
    expect(new Set(ids).size).toBe(5000);
    expect(ids.every((id) => /^[\w-]{16}$/.test(id))).toBe(true);
  });

  test('paths of events can be requested later, after other signatures', () => {
    const token = signer.sign(buildPayload());
    signer.sign(buildPayload());
    const late: TrackedEvent = 'error';
    expect(verifier.verify(late, tokenOf(token.path(late)), 0).verdict).toBe('valid');
  });
});
