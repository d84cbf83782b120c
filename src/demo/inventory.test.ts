import { expect, test } from 'vitest';
import { readInline } from '../../tests/vast/buildVast.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { creativeKeyOf, creativeOfTag, registeredIdOf } from './inventory.ts';
import { demoCreatives, demoNetwork } from './network.ts';
import { inlineVast } from './partnerVast.ts';

test.each(demoCreatives.map(({ key }) => key))('the past of %s is counted as its present is', (creative) => {
  const ad = readInline(inlineVast({ base: 'http://localhost:1', creative }));
  const { key, ids, adomains } = creativeIdentity(ad);
  expect(key).toBe(creativeKeyOf(creative));
  expect(ids).toContain(registeredIdOf(creative));
  expect(adomains).toEqual([`${creative}.example`]);
});

test('every tag that answers with an ad of its own has its creative', () => {
  const creatives = demoNetwork.tags.map(({ name, ...tag }) => [name, creativeOfTag({ ...tag })]);
  expect(Object.fromEntries(creatives)).toMatchObject({
    'Coffee – stored VAST': 'coffee',
    'Travel – two wrappers deep': 'travel',
    'Travel – resolved by the player': null,
    'Partner without ads': null,
  });
});
