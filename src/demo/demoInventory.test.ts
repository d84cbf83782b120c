import { expect, test } from 'vitest';
import { readInline } from '../../tests/vast/buildVast.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { creativeKeyOf, creativeOfTag, registeredIdOf } from './demoInventory.ts';
import { demoCreatives } from './demoCreatives.ts';
import { demoNetwork } from './demoNetwork.ts';
import { inlineVast } from './partnerVast.ts';

test.each(demoCreatives.map(({ key }) => key))('past traffic of %s has its creative key', (creative) => {
  const ad = readInline(inlineVast({ base: 'http://localhost:1', creative }));
  const { key, ids, adomains } = creativeIdentity(ad);
  expect(key).toBe(creativeKeyOf(creative));
  expect(ids).toContain(registeredIdOf(creative));
  expect(adomains).toEqual([`${creative}.example`]);
});

test('every tag that returns an inline ad has its creative', () => {
  const creatives = demoNetwork.tags.map(({ name, ...tag }) => [name, creativeOfTag({ ...tag })]);
  expect(Object.fromEntries(creatives)).toMatchObject({
    'Coffee – stored VAST': 'coffee',
    'Travel – two wrappers deep': 'travel',
    'Travel – resolved by the player': null,
    'Halcyon Video – run of site': null,
  });
});
