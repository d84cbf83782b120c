import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildMmdb } from '#tests/support/serving/buildMmdb.ts';
import { openGeo, type Geo } from './openGeo.ts';

const losAngeles = { latitude: 34.0544, longitude: -118.2441 };

let folder = '';
let warnings: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geo-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function open(files: { cities?: string[]; networks?: string[] } = {}): Promise<Geo> {
  return openGeo({ cities: [], networks: [], ...files }, (text) => warnings.push(text));
}

describe('without files of the operator', () => {
  test('the country of public IPv4 and IPv6 addresses is known', async () => {
    const { locate, knowsNetworks } = await open();
    expect(knowsNetworks).toBe(false);
    expect(locate('8.8.8.8')).toEqual({
      country: 'US',
      region: '',
      city: '',
      postalCode: '',
      dma: '',
      location: null,
      asn: null,
      organisation: '',
    });
    expect(locate('81.2.69.142')?.country).toBe('GB');
    expect(locate('::ffff:81.2.69.142')?.country).toBe('GB');
    expect(locate('2a00:1450:4001:800::200e')?.country).toMatch(/^[A-Z]{2}$/);
    expect(warnings).toEqual([]);
  });

  test.each(['127.0.0.1', '10.1.2.3', '::1', 'fe80::1%eth0', '', 'viewer', '1.2.3', '999.1.1.1'])(
    'nothing is known of %j',
    async (address) => {
      expect((await open()).locate(address)).toBe(null);
    },
  );

  test('a repeated lookup returns the cached answer', async () => {
    const { locate } = await open();
    expect(locate('8.8.8.8')).toBe(locate('8.8.8.8'));
  });
});

describe('a file of cities', () => {
  test('is read in flat form, with codes of states and provinces found by their names', async () => {
    const cities = file(
      'city.mmdb',
      buildMmdb({
        '8.8.8.0/24': {
          country_code: 'US',
          state1: 'California',
          city: 'Los Angeles',
          postcode: '90012',
          ...losAngeles,
        },
        '198.51.100.0/25': { country_code: 'CA', state1: 'British Columbia', city: 'Vancouver' },
        '198.51.100.128/25': { country_code: 'US', state1: 'District of Columbia', latitude: '38.9', longitude: '-77' },
        '2001:db8:1::/48': { country_code: 'DE', state1: 'Land Berlin', city: 'Berlin' },
      }),
    );
    const { locate } = await open({ cities: [cities] });
    expect(locate('8.8.8.8')).toMatchObject({
      country: 'US',
      region: 'US-CA',
      city: 'Los Angeles',
      postalCode: '90012',
      location: losAngeles,
    });
    expect(locate('198.51.100.7')).toMatchObject({ country: 'CA', region: 'CA-BC', location: null });
    expect(locate('198.51.100.200')).toMatchObject({ region: 'US-DC', location: { latitude: 38.9, longitude: -77 } });
    expect(locate('2001:db8:1::9')).toMatchObject({ country: 'DE', region: '', city: 'Berlin' });
    // Addresses that are not in it are looked up in the country database.
    expect(locate('81.2.69.142')).toMatchObject({ country: 'GB', city: '' });
    expect(warnings).toEqual([]);
  });

  test('is read in nested form, as MaxMind and DB-IP sell it', async () => {
    const cities = file(
      'GeoLite2-City.mmdb',
      buildMmdb({
        '8.8.8.0/24': {
          country: { iso_code: 'US', names: { en: 'United States' } },
          subdivisions: [{ iso_code: 'CA', names: { en: 'California' } }],
          city: { names: { de: 'Engelstadt', en: 'Los Angeles' } },
          postal: { code: '90012' },
          location: { ...losAngeles, metro_code: 803, time_zone: 'America/Los_Angeles' },
        },
        '198.51.100.0/24': { country: { iso_code: 'CA' }, subdivisions: [{ names: { en: 'Ontario' } }] },
        '203.0.113.0/24': { continent: { code: 'EU' } },
      }),
    );
    const { locate } = await open({ cities: [cities] });
    expect(locate('8.8.8.8')).toEqual({
      country: 'US',
      region: 'US-CA',
      city: 'Los Angeles',
      postalCode: '90012',
      dma: '803',
      location: losAngeles,
      asn: null,
      organisation: '',
    });
    expect(locate('198.51.100.1')).toMatchObject({ country: 'CA', region: 'CA-ON' });
    expect(locate('203.0.113.1')).toBe(null);
  });

  test('may be split into one for IPv4 and one for IPv6', async () => {
    const v4 = file('v4.mmdb', buildMmdb({ '8.8.8.0/24': { country_code: 'US', city: 'Four' } }, 4));
    const v6 = file('v6.mmdb', buildMmdb({ '2001:4860::/32': { country_code: 'US', city: 'Six' } }));
    const { locate } = await open({ cities: [v4, v6] });
    expect(locate('8.8.8.8')?.city).toBe('Four');
    expect(locate('2001:4860:4860::8888')?.city).toBe('Six');
    // Its first bits are those of 8.8.8.8.
    expect(locate('808:808::1')).toBe(null);
  });
});

test('a network file gives the network of an address', async () => {
  const networks = file(
    'asn.mmdb',
    buildMmdb({
      '8.8.8.0/24': { autonomous_system_number: 16_509, autonomous_system_organization: 'Amazon.com, Inc.' },
      '127.0.0.0/8': { autonomous_system_number: 64_512 },
      '198.51.100.0/24': { asn: 'AS24940', as_name: 'Hetzner Online GmbH' },
    }),
  );
  const { locate, knowsNetworks } = await open({ networks: [networks] });
  expect(knowsNetworks).toBe(true);
  expect(locate('8.8.8.8')).toMatchObject({ country: 'US', asn: 16_509, organisation: 'Amazon.com, Inc.' });
  expect(locate('127.0.0.1')).toMatchObject({ country: '', asn: 64_512, organisation: '' });
  expect(locate('198.51.100.4')).toMatchObject({ asn: 24_940, organisation: 'Hetzner Online GmbH' });
  expect(locate('1.1.1.1')).toMatchObject({ asn: null });
});

test('an unusable file is reported, and the others work', async () => {
  const damaged = file('damaged.mmdb', Buffer.from('no database'));
  const missing = join(folder, 'missing.mmdb');
  const other = file('other.mmdb', buildMmdb({ '8.8.8.0/24': { autonomous_system_number: 15_169 } }));
  const { locate, knowsNetworks } = await open({ cities: [damaged, missing, other], networks: [damaged] });
  expect(locate('8.8.8.8')?.country).toBe('US');
  expect(knowsNetworks).toBe(false);
  expect(warnings).toHaveLength(4);
  expect(warnings[0]).toContain(`${damaged} could not be read as MMDB`);
  expect(warnings[1]).toContain(`${missing} could not be read as MMDB`);
  expect(warnings[2]).toContain(`${other} has no data for 8.8.8.8`);
  expect(warnings[3]).toContain(`${damaged} could not be read as MMDB`);
});
