import { describe, expect, test } from 'vitest';
import { candidateReasons, playerEvents, supplyReasons, type HitVerdict, type SupplyReason } from '#model/index.ts';
import {
  buildAudience,
  buildObservedCreative,
  buildEvent,
  buildOrigin,
  buildPayload,
  buildServe,
  buildObservedInventory,
  buildTime,
} from '#tests/support/events/buildRecord.ts';
import { buildFactRows } from '#tests/support/events/buildFactRows.ts';
import { createCandidateSums, eventRow, serveRow } from './factRows.ts';
import type { EventRecord, ServeRecord } from '../record/records.ts';

const counted = (): HitVerdict => 'counted';

describe('a request becomes a row', () => {
  test('served: a call, a request, an opportunity, and its cost', () => {
    const serve = buildServe({ opportunityCost: 70_000, requestFee: 100 });
    expect(serveRow(serve)).toEqual({
      at: buildTime,
      kind: 'serve',
      verdict: 'counted',
      serveId: serve.serveId,
      demandId: 1,
      channelId: 10,
      subpublisherId: 5,
      environment: 'web',
      site: 'news.example',
      calls: 1,
      reqs: 1,
      opps: 1,
      cost: 70_000,
      systemCost: 100,
      requestFee: 100,
    });
  });

  test('with its audience and response time; devices are counted for ads only', () => {
    const row = serveRow(buildServe({ origin: buildOrigin({ audience: buildAudience() }), tookMs: 0 }));
    expect(row).toMatchObject({
      country: 'DE',
      deviceKind: 'SmartTV',
      os: 'Tizen',
      browser: 'samsung-tizen',
      mediaType: 'video',
      integration: 'vast',
      consent: 'personal',
      tookMs: 0,
    });
    expect(row.device).toBeUndefined();
  });

  test.each([
    ['account_inactive', 0, 0],
    ['channel_inactive', 0, 0],
    ['bad_request', 0, 0],
    ['overload', 0, 0],
    ['no_candidates', 1, 1],
    ['no_answer', 1, 0],
  ] as const)('rejected for %s: requests %i, missed %i', (reason, reqs, missed) => {
    expect(serveRow(buildServe({ reason }))).toEqual(expect.objectContaining({ calls: 1, reason }));
    const row = serveRow(buildServe({ reason }));
    expect([row.reqs ?? 0, row.opps ?? 0, row.missed ?? 0]).toEqual([reqs, 0, missed]);
  });

  test('with its publisher, its creative and the inventory recorded with them', () => {
    const observations = buildObservedInventory();
    const origin = buildOrigin({ publisher: 'pub-7' });
    const row = serveRow(buildServe({ origin, creative: '00112233445566aa', observations }));
    expect(row).toMatchObject({ publisher: 'pub-7', creative: '00112233445566aa' });
    expect(JSON.parse(row.observations ?? '')).toEqual(observations);
    expect(serveRow(buildServe())).not.toMatchObject({ publisher: expect.anything() });
  });

  test('of a pod: further rows record the creatives of its further ads, and count nothing', () => {
    const details = buildObservedCreative({ title: 'Second' });
    const serve = buildServe({
      creative: '00112233445566aa',
      furtherCreatives: [{ key: 'ffeeddccbbaa9988', declared: details }],
    });
    const [, ...further] = buildFactRows([{ ...serve, candidates: [] }], counted);
    expect(further).toEqual([
      {
        at: buildTime,
        kind: 'observation',
        verdict: 'counted',
        demandId: 1,
        channelId: 10,
        subpublisherId: 5,
        environment: 'web',
        creative: 'ffeeddccbbaa9988',
        observations: JSON.stringify({ creative: details }),
      },
    ]);
  });

  test('invalid but served: counted, and the opportunity is not payable', () => {
    const served = { opportunityCost: 70_000, requestFee: 100 };
    const invalid = serveRow(buildServe({ ...served, origin: buildOrigin({ ivt: 'crawler' }) }));
    expect(invalid).toMatchObject({ ivt: 'crawler', calls: 1, reqs: 1, opps: 1, systemCost: 100 });
    expect(invalid.cost).toBe(undefined);
    expect(serveRow(buildServe({ ...served, origin: buildOrigin({ ivt: 'valid' }) }))).toMatchObject({
      ivt: 'valid',
      cost: 70_000,
    });
    expect(serveRow(buildServe())).not.toHaveProperty('ivt');
  });

  test('rejected as invalid: a call, not a request', () => {
    const row = serveRow(buildServe({ reason: 'ivt_prebid', requestFee: 0, origin: buildOrigin({ ivt: 'headless' }) }));
    expect(row).toMatchObject({ reason: 'ivt_prebid', ivt: 'headless', calls: 1 });
    expect(row.reqs).toBe(undefined);
  });

  test('rejected for any other reason: never a request', () => {
    const counted = Object.keys(supplyReasons).filter((reason) => {
      return serveRow(buildServe({ reason: reason as SupplyReason })).reqs === 1;
    });
    expect(counted).toEqual(['no_candidates', 'no_answer']);
  });
});

describe('a hit becomes a row', () => {
  test('an impression of invalid traffic is counted, and only serving fees are charged', () => {
    const marketplace = { name: 'Exchange A', revMd: 2_125_000 };
    const payload = buildPayload({ origin: buildOrigin({ ivt: 'data_center' }) });
    payload.ad.marketplace = marketplace;
    const row = eventRow(buildEvent({ payload }), 'counted');
    expect(row).toMatchObject({ ivt: 'data_center', imps: 1, systemCost: 50_000, marketplace: 'Exchange A' });
    expect([row.rev, row.cost, row.revM, row.revMd]).toEqual([undefined, undefined, undefined, undefined]);
    payload.origin.ivt = 'valid';
    expect(eventRow(buildEvent({ payload }), 'counted')).toMatchObject({
      ivt: 'valid',
      rev: 2_500_000,
      cost: 1_750_000,
      revMd: 2_125_000,
    });
  });

  test('an impression has the amounts of its ad', () => {
    const payload = buildPayload();
    expect(eventRow(buildEvent({ payload }), 'counted')).toEqual({
      at: buildTime + 2000,
      kind: 'event',
      verdict: 'counted',
      event: 'impression',
      serveId: payload.serveId,
      demandId: 1,
      channelId: 10,
      subpublisherId: 5,
      environment: 'web',
      site: 'news.example',
      advertiserId: 51,
      tagId: 101,
      tier: 1,
      imps: 1,
      rev: 2_500_000,
      cost: 1_750_000,
      systemCost: 50_000,
    });
  });

  test('an impression sold by a marketplace has its name, its revenue and the account’s part', () => {
    const { ad } = buildPayload();
    const payload = buildPayload({ ad: { ...ad, marketplace: { name: 'Exchange A', revMd: 2_125_000 } } });
    expect(eventRow(buildEvent({ payload }), 'counted')).toMatchObject({
      marketplace: 'Exchange A',
      rev: 2_500_000,
      revM: 2_500_000,
      revMd: 2_125_000,
    });
    for (const row of [
      eventRow(buildEvent({ payload, event: 'start' }), 'counted'),
      eventRow(buildEvent({ payload }), 'duplicate'),
    ]) {
      expect(row.marketplace).toBe('Exchange A');
      expect([row.revM, row.revMd]).toEqual([undefined, undefined]);
    }
  });

  test('a hit has the publisher of its request and the creative of its ad', () => {
    const origin = buildOrigin({ publisher: 'pub-7' });
    const payload = buildPayload({ origin, ad: { ...buildPayload().ad, creative: '00112233445566aa' } });
    for (const verdict of ['counted', 'duplicate'] as const) {
      expect(eventRow(buildEvent({ payload, event: 'start' }), verdict)).toMatchObject({
        publisher: 'pub-7',
        creative: '00112233445566aa',
      });
    }
  });

  test.each([
    ['start', 'starts'],
    ['firstQuartile', 'q1'],
    ['midpoint', 'q2'],
    ['thirdQuartile', 'q3'],
    ['complete', 'completes'],
    ['click', 'clicks'],
    ['error', 'errors'],
  ] as const)('%s counts as %s and has no amounts', (event, measure) => {
    const row = eventRow(buildEvent({ event }), 'counted');
    expect(row[measure]).toBe(1);
    expect([row.imps, row.rev, row.cost, row.systemCost]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('a hit has its audience, and its device if it is counted; an impression counts for the device', () => {
    const audience = buildAudience({ os: '', device: 'ffffffffffffffff' });
    const payload = buildPayload({ origin: buildOrigin({ audience }) });
    const row = eventRow(buildEvent({ payload }), 'counted');
    expect(row).toMatchObject({ country: 'DE', consent: 'personal', device: 18446744073709551615n, deviceImps: 1 });
    expect(row).not.toHaveProperty('os');
    expect(eventRow(buildEvent({ event: 'start', payload }), 'counted').deviceImps).toBeUndefined();
    expect(eventRow(buildEvent({ payload }), 'duplicate').deviceImps).toBeUndefined();
    for (const verdict of ['duplicate', 'expired'] as const) {
      expect(eventRow(buildEvent({ payload }), verdict)).not.toHaveProperty('device');
    }
    delete audience.device;
    const withoutDevice = eventRow(buildEvent({ payload }), 'counted');
    expect(withoutDevice).toMatchObject({ imps: 1, country: 'DE' });
    expect(withoutDevice).not.toHaveProperty('device');
    expect(withoutDevice).not.toHaveProperty('deviceImps');
  });

  test('system cost is the sum of fees for requests, impressions and their measurement', () => {
    const { ad } = buildPayload();
    const measured = buildPayload({ ad: { ...ad, systemCost: 50_033, verificationVendors: 3, verificationFee: 33 } });
    const rows = [serveRow(buildServe({ requestFee: 107 })), eventRow(buildEvent({ payload: measured }), 'counted')];
    const sum = (name: 'systemCost' | 'requestFee' | 'verificationFee') =>
      rows.reduce((total, row) => total + (row[name] ?? 0), 0);
    expect([sum('systemCost'), sum('requestFee'), sum('verificationFee')]).toEqual([50_140, 107, 33]);
    expect(sum('systemCost') - sum('requestFee') - sum('verificationFee')).toBe(50_000);
  });

  test('an error has its code; other events have none', () => {
    expect(eventRow(buildEvent({ event: 'error', errorCode: 405 }), 'counted')).toMatchObject({
      errors: 1,
      errorCode: 405,
    });
    expect(eventRow(buildEvent({ event: 'error', errorCode: 405 }), 'duplicate').errorCode).toBe(405);
    expect(eventRow(buildEvent({ event: 'start', errorCode: 405 }), 'counted').errorCode).toBeUndefined();
  });

  test.each(['duplicate', 'expired'] as const)('%s: stored with all its dimensions, without any measure', (verdict) => {
    const row = eventRow(buildEvent(), verdict);
    expect(row).toMatchObject({ verdict, demandId: 1, channelId: 10, tagId: 101, event: 'impression' });
    expect(row).not.toHaveProperty('imps');
    expect(row).not.toHaveProperty('rev');
  });

  test('forged: only its arrival is recorded', () => {
    expect(eventRow(buildEvent({ verdict: 'forged', payload: null }), 'forged')).toEqual({
      at: buildTime + 2000,
      kind: 'event',
      verdict: 'forged',
      event: 'impression',
    });
  });
});

describe('candidates', () => {
  test('are summed by minute and dimension; the winner has the cost of the opportunity', () => {
    const sums = createCandidateSums();
    sums.add(buildServe({ opportunityCost: 70_000 }));
    sums.add(buildServe({ at: buildTime + 1000, opportunityCost: 70_000 }));
    const lost = buildServe({
      reason: 'no_answer',
      candidates: [{ tagId: 100, advertiserId: 50, tier: 1, reason: 'timeout', wasSent: true, hasAnswered: false }],
    });
    sums.add(lost);
    const shared = {
      at: buildTime - 56_789,
      kind: 'candidate',
      verdict: 'counted',
      demandId: 1,
      channelId: 10,
      subpublisherId: 5,
      environment: 'web',
      tier: 1,
    };
    expect(sums.rows()).toEqual([
      {
        ...shared,
        advertiserId: 50,
        tagId: 100,
        reason: 'timeout',
        candidates: 3,
        sent: 3,
        answered: 0,
        timeouts: 3,
        cost: 0,
      },
      {
        ...shared,
        advertiserId: 51,
        tagId: 101,
        reason: '',
        candidates: 2,
        sent: 2,
        answered: 2,
        cost: 140_000,
      },
    ]);
  });

  test('of another marketplace have separate rows', () => {
    const sums = createCandidateSums();
    const serve = buildServe();
    sums.add(serve);
    sums.add({ ...serve, candidates: serve.candidates.map((outcome) => ({ ...outcome, marketplace: 'Exchange A' })) });
    expect(sums.rows().map(({ tagId, marketplace }) => [tagId, marketplace])).toEqual([
      [100, undefined],
      [101, undefined],
      [100, 'Exchange A'],
      [101, 'Exchange A'],
    ]);
  });

  test('of invalid traffic have separate rows, and the opportunity is not payable', () => {
    const sums = createCandidateSums();
    const serve = buildServe({ opportunityCost: 70_000 });
    sums.add(serve);
    sums.add({ ...serve, origin: buildOrigin({ ivt: 'headless' }) });
    expect(sums.rows().map(({ tagId, ivt, cost }) => [tagId, ivt, cost])).toEqual([
      [100, undefined, 0],
      [101, undefined, 70_000],
      [100, 'headless', 0],
      [101, 'headless', 0],
    ]);
  });

  test('of a pod have several winners, one of which has the cost of the opportunity', () => {
    const sums = createCandidateSums();
    const serve = buildServe({ opportunityCost: 70_000 });
    sums.add({ ...serve, candidates: serve.candidates.map((outcome) => ({ ...outcome, reason: null })) });
    expect(sums.rows().map(({ tagId, cost }) => [tagId, cost])).toEqual([
      [100, 70_000],
      [101, 0],
    ]);
  });

  test('of another minute, channel or reason have separate rows', () => {
    const sums = createCandidateSums();
    const serve = buildServe();
    sums.add(serve);
    sums.add({ ...serve, at: serve.at + 3_600_000 });
    sums.add({ ...serve, origin: { ...serve.origin, channelId: 11 } });
    sums.add({ ...serve, candidates: serve.candidates.map((outcome) => ({ ...outcome, reason: 'outbid' as const })) });
    expect(sums.rows()).toHaveLength(8);
  });

  test.each(Object.keys(candidateReasons))('%s is stored as the reason', (reason) => {
    const sums = createCandidateSums();
    const serve = buildServe();
    sums.add({ ...serve, candidates: [{ ...serve.candidates[0], reason } as ServeRecord['candidates'][number]] });
    const [row] = sums.rows();
    expect(row).toMatchObject({ reason, candidates: 1, cost: 0 });
    expect(row?.timeouts ?? 0).toBe(reason === 'timeout' ? 1 : 0);
  });

  test('a sum beyond safe integers continues in another row', () => {
    const sums = createCandidateSums();
    const large = Number.MAX_SAFE_INTEGER - 10;
    for (let index = 0; index < 3; index++) sums.add(buildServe({ opportunityCost: large }));
    const winners = sums.rows().filter(({ reason }) => reason === '');
    expect(winners.reduce((sum, { cost = 0 }) => sum + BigInt(cost), 0n)).toBe(3n * BigInt(large));
    expect(winners.every(({ cost }) => Number.isSafeInteger(cost))).toBe(true);
  });
});

test('one ad from request to click: the amounts of each side', () => {
  const serve = buildServe({ requestFee: 100 });
  const payload = buildPayload({ serveId: serve.serveId });
  const hits: EventRecord[] = playerEvents
    .filter((event) => event !== 'error')
    .map((event) => buildEvent({ event, payload }));
  const repeated = buildEvent({ payload, at: buildTime + 9000 });
  const rows = buildFactRows([serve, ...hits, repeated], (hit) => (hit === repeated ? 'duplicate' : counted()));
  const sum = (name: 'imps' | 'clicks' | 'completes' | 'rev' | 'cost' | 'systemCost' | 'calls') =>
    rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  expect([sum('calls'), sum('imps'), sum('completes'), sum('clicks')]).toEqual([1, 1, 1, 1]);
  expect([sum('rev'), sum('cost'), sum('systemCost')]).toEqual([2_500_000, 1_750_000, 50_100]);
  expect(rows.map(({ kind }) => kind)).toEqual([
    'serve',
    ...Array.from({ length: 8 }, () => 'event'),
    'candidate',
    'candidate',
  ]);
});
