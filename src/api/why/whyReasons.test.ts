import { expect, test } from 'vitest';
import { buildTag } from '#engine/scenarios/buildRows.ts';
import { candidateReason } from './whyReasons.ts';

const role = 'demand';

test.each([
  ['the URL of a tag', buildTag({ id: 7 }), 'url'],
  ['the VAST that is stored with a tag', buildTag({ id: 7, source: 'stored' }), 'vastXml'],
  ['the endpoint of a bidder', buildTag({ id: 7, integration: 'RTB' }), 'endpoint'],
  ['the partner behind a Prebid Server', buildTag({ id: 7, integration: 'PreBid' }), 'partner'],
  ['the URL of a tag of which nothing is known', null, 'url'],
])('an empty answer leads to %s', (_name, tag, field) => {
  expect(candidateReason('empty', { tag: 7 }, role, tag).fix?.path).toBe(`/tags?open=7&field=${field}`);
});

test('a reason leads nowhere where the role does not see the object', () => {
  expect(candidateReason('empty', { tag: 7 }, 'sub', null).fix).toBeNull();
});
