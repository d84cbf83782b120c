import { describe, expect, test } from 'vitest';
import { readQuery } from '#standards/readQuery.ts';
import type { Place } from './place.ts';
import { readTraits } from './readTraits.ts';
import type { RequestTraits } from './requestTraits.ts';

const losAngeles: Place = {
  country: 'US',
  region: 'US-CA',
  city: 'Los Ángeles',
  postalCode: '90001',
  dma: '803',
  location: { latitude: 34.05, longitude: -118.24 },
  asn: 7922,
  organisation: 'Cable Company',
};

/** The traits of a request from an address that is in a place, and the addresses that were looked up. */
function traitsOf(query: string, place: Place | null = losAngeles): RequestTraits & { asked: string[] } {
  const asked: string[] = [];
  const traits = readTraits(
    {
      query: readQuery(`?${query}`),
      headers: {},
      peer: '203.0.113.7',
      locate: (address) => {
        asked.push(address);
        return place;
      },
    },
    { environment: 'web', now: 0, zoneHours: 0 },
  );
  return Object.assign(traits, { asked });
}

const placeOf = ({ country, region, city, postalCode, dma, location }: RequestTraits) => [
  country,
  region,
  city,
  postalCode,
  dma,
  location?.latitude,
];

describe('where a request comes from', () => {
  test('is where its address is, when it does not tell', () => {
    const traits = traitsOf('');
    expect(placeOf(traits)).toEqual(['US', 'US-CA', 'los angeles', '90001', '803', 34.05]);
    expect(traits.asked).toEqual(['203.0.113.7']);
  });

  test('is asked of the address that the tag names', () => {
    const traits = traitsOf('ip=198.51.100.9');
    expect(traits.country).toBe('US');
    expect(traits.asked).toEqual(['198.51.100.9']);
  });

  test('is looked up only when somebody asks, and never where the request tells its country', () => {
    const traits = traitsOf('country=DEU');
    expect(traits.asked).toEqual([]);
    expect(traits.country).toBe('DE');
    expect(traits.asked).toEqual([]);
  });

  test.each<[string, ReturnType<typeof placeOf>]>([
    ['country=US', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&region=CA', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&city=los+angeles', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    // What is told goes before what is known, and the rest of another place is not mixed with it.
    ['country=US&region=NY', ['US', 'US-NY', '', '', '', undefined]],
    ['country=US&city=Fresno', ['US', 'US-CA', 'fresno', '', '', undefined]],
    ['country=DE', ['DE', '', '', '', '', undefined]],
    ['region=US-CA', ['US', 'US-CA', 'los angeles', '90001', '803', 34.05]],
    ['country=US&lat=1&lon=2', ['US', 'US-CA', 'los angeles', '90001', '803', 1]],
  ])('told as %s it is %j', (query, place) => {
    expect(placeOf(traitsOf(query))).toEqual(place);
  });

  test('stays untold where nothing is known of the address', () => {
    expect(placeOf(traitsOf('', null))).toEqual(['', '', '', '', '', undefined]);
    const traits = readTraits(
      { query: readQuery(''), headers: {}, peer: '203.0.113.7' },
      { environment: 'web', now: 0, zoneHours: 0 },
    );
    expect(placeOf(traits)).toEqual(['', '', '', '', '', undefined]);
  });
});
