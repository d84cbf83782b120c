import { describe, expect, test } from 'vitest';
import { buildCampaign } from '#tests/support/engine/buildBuying.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { candidateReason, type LossOwners, supplyReason } from './whyReasons.ts';

const user = { role: 'demand', showDsp: true, config: { database: null } } as const;

test.each([
  ['the URL of a tag', buildTag({ id: 7 }), 'url'],
  ['the VAST that is stored with a tag', buildTag({ id: 7, source: 'stored' }), 'vastXml'],
  ['the endpoint of a bidder', buildTag({ id: 7, integration: 'RTB' }), 'endpoint'],
  ['the partner behind a Prebid Server', buildTag({ id: 7, integration: 'PreBid' }), 'partner'],
  ['the URL of a tag of which nothing is known', null, 'url'],
])('an empty response links to %s', (_name, tag, field) => {
  expect(candidateReason('empty', { tag: 7 }, user, { kind: 'tag', row: tag }).fix?.path).toBe(
    `/tags?open=7&field=${field}`,
  );
});

test('a reason has no link when the user does not see the object', () => {
  expect(candidateReason('empty', { tag: 7 }, { ...user, role: 'sub' }, { kind: 'tag', row: null }).fix).toBeNull();
  const plain = { ...user, showDsp: false };
  expect(candidateReason('frequency', { campaign: 3 }, plain, { kind: 'campaign', row: null }).fix).toBeNull();
});

const byImps = buildCampaign({ budgetBy: 'impressions' });

test.each([
  ['a targeting', 'targeting_country', 'campaign', null, '/campaigns?open=3&field=targetingIds'],
  ['a frequency cap', 'frequency', 'campaign', null, '/campaigns?open=3&field=frequencies'],
  ['a budget of impressions', 'budget', 'campaign', byImps, '/campaigns?open=3&field=impsPerDay'],
  ['a floor', 'below_floor', 'campaign', null, '/campaigns?open=3&field=bid'],
  ['a size', 'size', 'campaign', null, '/campaigns?open=3&field=creativeIds'],
  ['a targeting', 'targeting_country', 'adexchange', null, '/adexchanges?open=4&field=targetingIds'],
  ['a broken response', 'invalid_bid', 'adexchange', null, '/adexchanges?open=4&field=endpoint'],
] as const)('%s (%s) of a %s links to its own field', (_name, reason, kind, row, path) => {
  expect(candidateReason(reason, { campaign: 3, adexchange: 4 }, user, { kind, row }).fix?.path).toBe(path);
});

test('reasons of a supplier’s request link to the supplier, or to nothing', () => {
  expect(supplyReason('targeting_country', { supplier: 2 }, user).fix?.path).toBe(
    '/suppliers?open=2&field=targetingIds',
  );
  expect(supplyReason('no_candidates', { supplier: 2 }, user).fix).toMatchObject({
    label: 'Ad exchanges',
    path: '/adexchanges',
  });
  expect(supplyReason('overload', { supplier: 2 }, user).fix).toBeNull();
  expect(supplyReason('targeting_country', { channel: 2 }, user).fix?.path).toBe('/channels?open=2&field=targetingIds');
});

test('reasons of a supplier’s request without an ad name its bidders, not tags', () => {
  expect(supplyReason('no_answer', { supplier: 2 }, user).text).toBe('No usable bid from ad exchanges or campaigns');
  expect(supplyReason('no_answer', { channel: 2 }, user).text).toBe('No usable ad from eligible tags');
  expect(candidateReason('inactive', {}, user, { kind: 'adexchange', row: null }).text).toBe('Ad exchange paused');
});

test('when no campaign bid, the account can fix it, with a link to its campaigns', () => {
  const { owner, fix } = candidateReason('empty', {}, user, { kind: 'campaign', row: null });
  expect([owner, fix?.path]).toEqual(['us', '/campaigns']);
});

describe('a loss that no field of ours would change links to the object of', () => {
  const tag = { kind: 'tag', row: null } as const;
  const exchange = { kind: 'adexchange', row: null } as const;

  test('the partner: its tag or ad exchange', () => {
    expect(candidateReason('pod_duration', { adexchange: 4, supplier: 2 }, user, exchange).fix).toEqual({
      entity: 'adexchange',
      id: 4,
      label: 'Ad exchange',
      path: '/adexchanges?open=4',
    });
    expect(candidateReason('outbid', { adexchange: 4, supplier: 2 }, user, exchange).fix?.path).toBe(
      '/adexchanges?open=4',
    );
    expect(candidateReason('pod_creative', { adexchange: 4, supplier: 2 }, user, exchange).fix?.path).toBe(
      '/adexchanges?open=4',
    );
  });

  test('the publisher: its supplier, sub-publisher or channel', () => {
    const pathOf = (owners: LossOwners) => candidateReason('no_device_id', owners, user, tag).fix?.path;
    expect(pathOf({ tag: 7, supplier: 2 })).toBe('/suppliers?open=2');
    expect(pathOf({ tag: 7, channel: 1, subpublisher: 3 })).toBe('/subpublishers?open=3');
    expect(pathOf({ tag: 7, channel: 1 })).toBe('/channels?open=1');
    expect(supplyReason('below_price', { supplier: 2 }, user).fix?.path).toBe('/suppliers?open=2');
  });

  test('the publisher, when the file of the sub-publisher lacks lines', () => {
    const pathOf = (owners: LossOwners) => supplyReason('ads_txt_unauthorized', owners, user).fix?.path;
    expect(pathOf({ channel: 1, subpublisher: 3 })).toBe('/subpublishers?open=3&tab=sellers%20json');
    expect(pathOf({ channel: 1 })).toBe('/channels?open=1');
    expect(pathOf({ supplier: 2 })).toBe('/suppliers?open=2');
  });

  test('no one when it is unknown, or when the loss is ours', () => {
    expect(candidateReason('outbid', {}, user, exchange).fix).toBeNull();
    expect(candidateReason('no_prebid_server', { tag: 7 }, user, tag).fix).toBeNull();
    expect(supplyReason('bad_request', {}, user).fix).toBeNull();
  });
});

describe('the label of a link names', () => {
  const campaign = { kind: 'campaign', row: null } as const;
  const labelOf = (reason: string, owners: LossOwners) => supplyReason(reason, owners, user).fix?.label;

  test('the field or tab of a known object', () => {
    expect(labelOf('no_candidates', { channel: 1 })).toBe('Channel: Waterfall');
    expect(labelOf('ads_txt_unauthorized', { channel: 1, subpublisher: 3 })).toBe('Sub-publisher: ads.txt');
    expect(candidateReason('outbid', { campaign: 3 }, user, campaign).fix?.label).toBe('Campaign: Bid');
  });

  test('the list, when no object is known', () => {
    expect(supplyReason('no_candidates', {}, user).fix).toMatchObject({ label: 'Channels', path: '/channels' });
    expect(labelOf('ads_txt_unauthorized', {})).toBe('Sub-publishers');
    expect(candidateReason('outbid', {}, user, campaign).fix?.label).toBe('Campaigns');
  });
});

test('an outbid tag links to its rate; bidders, which have none, to nothing', () => {
  const linkOf = (row: Record<string, unknown>) =>
    candidateReason('outbid', { tag: 7, channel: 1 }, user, { kind: 'tag', row }).fix;
  expect(linkOf(buildTag({ id: 7 }))).toMatchObject({ label: 'Tag: Rate', path: '/tags?open=7&field=rate' });
  expect(linkOf(buildTag({ id: 7, integration: 'RTB' }))).toBeNull();
});
