import { expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { compileTag } from './compileTag.ts';

const rtb = { name: 'Line', integration: 'RTB', endpoint: 'https://bidder.example/bid' } as const;
const marketplaceOf = (overrides: object) => compileTag({ ...buildTag(), ...overrides }).marketplace;

test('the marketplace is the name that is set, else that of the partner, else that of the tag', () => {
  expect(marketplaceOf({ ...rtb, marketplaceName: 'Open', partner: 'pubmatic' })).toBe('Open');
  expect(marketplaceOf({ ...rtb, partner: 'pubmatic' })).toBe('PubMatic');
  expect(marketplaceOf({ ...rtb, integration: 'PreBid', partner: 'pubmaticP' })).toBe('PubMatic');
  expect(marketplaceOf(rtb)).toBe('Line');
});

test('a partner that remains from another integration does not name the marketplace', () => {
  expect(marketplaceOf({ ...rtb, partner: 'pubmaticP' })).toBe('Line');
});

test('an ad tag URL is a direct sale, whatever its partner', () => {
  expect(marketplaceOf({ name: 'Line', integration: 'VAST', partner: 'springserve' })).toBe('');
});
