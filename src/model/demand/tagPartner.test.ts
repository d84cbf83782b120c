import { expect, test } from 'vitest';
import { rowFaults } from '../entity/rowRules.ts';
import { adexchange } from './adexchange.ts';
import { tag } from './tag.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';

const faultsOf = (overrides: object) =>
  rowFaults(tag, { ...buildTag(), ...overrides }).map(({ code, path, message }) => [path, code, message]);

const springserve = { integration: 'VAST', source: 'url', partner: 'springserve' };

test('[REF-07] a pattern with a placeholder is no ad tag URL', () => {
  const url = 'https://vid.springserve.com/vast/<supplyTagId>?w=[PLAYERWIDTH]';
  expect(faultsOf({ ...springserve, url })).toEqual([
    ['url', 'placeholder', 'Replace <supplyTagId> with the value from the partner'],
  ]);
  expect(faultsOf({ ...springserve, url: url.replace('<supplyTagId>', '604131') })).toEqual([]);
  // Braces that are not of the partner's pattern are its own matter.
  expect(faultsOf({ ...springserve, url: 'https://vid.springserve.com/vast/1?custom={x}' })).toEqual([]);
  expect(faultsOf({ ...springserve, partner: '', url })).toEqual([]);
});

test('[REF-07] a pattern with a placeholder is no bid endpoint', () => {
  const endpoint = 'https://<region>.rubiconproject.com/a/api/exchange';
  expect(faultsOf({ integration: 'RTB', partner: 'rubicon', endpoint })).toEqual([
    ['endpoint', 'placeholder', 'Replace <region> with the value from the partner'],
  ]);
  expect(
    faultsOf({ integration: 'RTB', partner: 'rubicon', endpoint: endpoint.replace('<region>', 'exapi-us-east') }),
  ).toEqual([]);
  expect(rowFaults(adexchange, { partner: 'rubicon', endpoint })).toMatchObject([
    { path: 'endpoint', code: 'placeholder' },
  ]);
});

test('[REF-07] only a partner with a Prebid variant can be called through Prebid', () => {
  expect(faultsOf({ integration: 'PreBid', partner: 'kargo' })).toEqual([
    ['partner', 'no_variant', 'Must be a partner of Prebid, such as “pubmaticP”'],
  ]);
  expect(faultsOf({ integration: 'PreBid', partner: 'ixP', partnerParams: { siteId: 'a' } })).toEqual([]);
});

test('[REF-07] tags without a partner are valid, and so are those that still have one from another integration', () => {
  expect(faultsOf({ integration: 'VAST', partner: '' })).toEqual([]);
  expect(faultsOf({ integration: 'VAST', partner: 'rubiconP' })).toEqual([]);
});
