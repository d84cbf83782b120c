import { describe, expect, test } from 'vitest';
import { consents, requestIntegrations } from '#model/index.ts';
import { devices } from '#model/reference/devices.ts';
import { families } from '#model/reference/families.ts';
import { mediaTypes } from '#model/reference/mediaTypes.ts';
import { operatingSystems } from '#model/reference/operatingSystems.ts';
import { leafIdsOf } from '#model/reference/tree.ts';
import { audienceOfWords, audienceWords, isAudience, readAudience, writeAudience } from './audienceCodes.ts';
import { buildAudience } from '#tests/support/events/buildRecord.ts';
import type { Audience } from './records.ts';

const values = {
  country: ['AD', 'DE', 'US', 'ZW'],
  deviceKind: devices.map(({ id }) => id),
  os: operatingSystems.map(({ id }) => id),
  browser: leafIdsOf(families),
  mediaType: [...mediaTypes.map(({ value }) => value), 'several'],
  integration: requestIntegrations,
  consent: consents.map(({ value }) => value),
} as const;

function written(audience: Audience | undefined, verificationVendors: number): Buffer {
  const target = Buffer.alloc(20, 0xff);
  return target.subarray(0, writeAudience(target, 0, audience, verificationVendors));
}

describe('the codes of audiences', () => {
  test('every word of the closed lists survives encoding', () => {
    const { device: _device, ...withoutDevice } = buildAudience();
    for (const [name, words] of Object.entries(values)) {
      for (const word of ['', ...words]) {
        const audience = { ...withoutDevice, [name]: word } as Audience;
        expect(isAudience(audience)).toBe(true);
        for (const verificationVendors of [0, 1, 2, 3]) {
          const bytes = written(audience, verificationVendors);
          expect(readAudience(bytes, 0)).toEqual({ audience, verificationVendors, end: bytes.length });
        }
        expect(audienceOfWords(audienceWords(audience))).toEqual(audience);
      }
    }
  });

  test('an audience takes six bytes, with a device fourteen', () => {
    const { device: _device, ...withoutDevice } = buildAudience();
    expect(written(withoutDevice, 0)).toHaveLength(6);
    expect(written(buildAudience(), 3)).toHaveLength(14);
    expect(readAudience(written(buildAudience(), 3), 0).audience).toEqual(buildAudience());
  });

  test('vendors without an audience are decoded', () => {
    expect(readAudience(written(undefined, 2), 0)).toEqual({ audience: undefined, verificationVendors: 2, end: 6 });
  });

  test('codes in use stay unchanged', () => {
    expect(written(buildAudience(), 1).toString('hex')).toBe('a4853101050c0123456789abcdef');
    const { device: _device, ...withoutDevice } = buildAudience({
      country: 'US',
      deviceKind: 'Mobile',
      os: 'iOS',
      browser: 'safari',
      mediaType: 'native',
      integration: 'rtb',
      consent: 'undeclared',
    });
    expect(written(withoutDevice, 0).toString('hex')).toBe('12b313030270');
  });

  test('a code of a later version is decoded as unknown', () => {
    const bytes = written(buildAudience(), 0);
    bytes.fill(0xff, 0, 6);
    expect(readAudience(bytes, 0)).toEqual({
      audience: {
        country: '',
        deviceKind: '',
        os: '',
        browser: '',
        mediaType: '',
        integration: '',
        consent: '',
        device: '0123456789abcdef',
      },
      verificationVendors: 3,
      end: 14,
    });
  });

  test('invalid audiences are detected', () => {
    for (const wrong of [
      { country: 'de' },
      { country: 'DEU' },
      { deviceKind: 'Toaster' },
      { os: 'constructor' },
      { browser: 'netscape' },
      { mediaType: 'smell' },
      { integration: 'back' },
      { consent: 'maybe' },
      { device: '0123' },
      { country: ['DE'] },
      { device: 5 },
    ])
      expect(isAudience({ ...buildAudience(), ...wrong } as unknown as Audience)).toBe(false);
    expect(() => writeAudience(Buffer.alloc(20), 0, buildAudience({ device: 'xx'.repeat(8) }), 0)).toThrow(RangeError);
    expect(() => writeAudience(Buffer.alloc(20), 0, undefined, 4)).toThrow(RangeError);
  });
});
