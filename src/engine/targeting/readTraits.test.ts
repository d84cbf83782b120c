import { describe, expect, test } from 'vitest';
import { readQuery } from '#standards/readQuery.ts';
import type { IpLocation } from './ipLocation.ts';
import { readTraits } from './readTraits.ts';
import type { RequestTraits } from './requestTraits.ts';

const losAngeles: IpLocation = {
  country: 'US',
  region: 'US-CA',
  city: 'Los Ángeles',
  postalCode: '90001',
  dma: '803',
  location: { latitude: 34.05, longitude: -118.24 },
  asn: 7922,
  organisation: 'Cable Company',
};

/** The traits of a request from an address in a place, and the addresses that were looked up. */
function traitsOf(query: string, ipLocation: IpLocation | null = losAngeles): RequestTraits & { located: string[] } {
  const located: string[] = [];
  const traits = readTraits(
    {
      query: readQuery(`?${query}`),
      headers: {},
      peer: '203.0.113.7',
      locate: (address) => {
        located.push(address);
        return ipLocation;
      },
    },
    { environment: 'web', now: 0, zoneHours: 0 },
  );
  return Object.assign(traits, { located });
}

const placeOf = ({ country, region, city, postalCode, dma, location }: RequestTraits) => [
  country,
  region,
  city,
  postalCode,
  dma,
  location?.latitude,
];

describe('the location of a request', () => {
  test('is that of its address, when it declares none', () => {
    const traits = traitsOf('');
    expect(placeOf(traits)).toEqual(['US', 'US-CA', 'los angeles', '90001', '803', 34.05]);
    expect(traits.located).toEqual(['203.0.113.7']);
  });

  test('is looked up for the address that the tag declares', () => {
    const traits = traitsOf('ip=198.51.100.9');
    expect(traits.country).toBe('US');
    expect(traits.located).toEqual(['198.51.100.9']);
  });

  test('is looked up only on demand, and never where the request declares its country', () => {
    const traits = traitsOf('country=DEU');
    expect(traits.located).toEqual([]);
    expect(traits.country).toBe('DE');
    expect(traits.located).toEqual([]);
  });

  test.each<[string, ReturnType<typeof placeOf>]>([
    ['country=US', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&region=CA', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&city=los+angeles', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    // Declared values take precedence, and are not mixed with the location of another place.
    ['country=US&region=NY', ['US', 'US-NY', '', '', '', undefined]],
    ['country=US&city=Fresno', ['US', 'US-CA', 'fresno', '', '', undefined]],
    ['country=DE', ['DE', '', '', '', '', undefined]],
    ['region=US-CA', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&lat=1&lon=2', ['US', 'US-CA', 'los angeles', '90001', '803', 1]],
  ])('declared as %s it is %j', (query, ipLocation) => {
    expect(placeOf(traitsOf(query))).toEqual(ipLocation);
  });

  test('stays unknown where nothing is known of the address', () => {
    expect(placeOf(traitsOf('', null))).toEqual(['', '', '', '', '', undefined]);
    const traits = readTraits(
      { query: readQuery(''), headers: {}, peer: '203.0.113.7' },
      { environment: 'web', now: 0, zoneHours: 0 },
    );
    expect(placeOf(traits)).toEqual(['', '', '', '', '', undefined]);
  });
});
