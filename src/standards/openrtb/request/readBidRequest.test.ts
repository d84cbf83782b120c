import { describe, expect, test } from 'vitest';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { MAX_FAULTS } from '../fieldChecks.ts';
import { MAX_IMPS, readBidRequest } from './readBidRequest.ts';
import type { BidRequest } from '../types.ts';

const minimal = minimalRequests as Record<string, unknown>;

/** The valid request of a kind, with values set at paths; undefined removes a field. */
function buildRequest(kind: string, ...changes: [path: string, value: unknown][]): unknown {
  const request = structuredClone(minimal[kind]);
  for (const [path, value] of changes) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = request as Record<string, unknown>;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    if (value === undefined) delete at[last];
    else at[last] = value;
  }
  return request;
}

/** "code path" of every fault. */
function faultsOf(value: unknown, options = {}): string[] {
  const result = readBidRequest(value, options);
  return result.ok ? [] : result.faults.map(({ code, path }) => `${code} ${path}`);
}

function read(value: unknown): BidRequest {
  const result = readBidRequest(value);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.request;
}

describe('2.3: the minimal requests', () => {
  test.each(Object.keys(minimal))('%s is valid, without notes, and unchanged', (kind) => {
    expect(readBidRequest(minimal[kind])).toEqual({ ok: true, request: minimal[kind], notes: [] });
  });
});

describe('2.2: a request is rejected', () => {
  test.each<[string, unknown, string[]]>([
    ['that is no object', [], ['invalid_type ']],
    ['that is null', null, ['invalid_type ']],
    ['without an id', buildRequest('banner', ['id', undefined]), ['required id']],
    ['with an empty id', buildRequest('banner', ['id', '']), ['required id']],
    ['without impressions', buildRequest('banner', ['imp', undefined]), ['required imp']],
    ['with an empty list of impressions', buildRequest('banner', ['imp', []]), ['required imp']],
    ['with an impression without an id', buildRequest('banner', ['imp.0.id', undefined]), ['required imp.0.id']],
    ['with an impression with an empty id', buildRequest('banner', ['imp.0.id', '']), ['required imp.0.id']],
    ['with an id of an impression twice', buildRequest('pod', ['imp.1.id', '1']), ['twice imp.1.id']],
    ['with an impression that offers nothing', buildRequest('banner', ['imp.0.banner', null]), ['required imp.0']],
    ['without site, app and screen', buildRequest('banner', ['site', undefined]), ['required site']],
    ['with a site and an app', buildRequest('banner', ['app', { id: 'a1' }]), ['contradictory app']],
    ['with an app and a screen', buildRequest('rewarded', ['dooh', { id: 'd1' }]), ['contradictory dooh']],
    ['with time that is negative', buildRequest('banner', ['tmax', -1]), ['too_small tmax']],
    ['with a banner without a size', buildRequest('banner', ['imp.0.banner', { pos: 1 }]), ['required imp.0.banner']],
    ['with half a size', buildRequest('banner', ['imp.0.banner', { w: 300 }]), ['required imp.0.banner']],
    [
      'with a format of both kinds',
      buildRequest('banner', ['imp.0.banner.format.1.wratio', 16]),
      ['contradictory imp.0.banner.format.1'],
    ],
    [
      'with a format of no size',
      buildRequest('banner', ['imp.0.banner.format.1', {}]),
      ['required imp.0.banner.format.1'],
    ],
    [
      'with half of a format',
      buildRequest('banner', ['imp.0.banner.format.1', { w: 320 }]),
      ['required imp.0.banner.format.1.h'],
    ],
    [
      'with a ratio without its minimum width',
      buildRequest('banner', ['imp.0.banner.format.1', { wratio: 16, hratio: 9 }]),
      ['required imp.0.banner.format.1.wmin'],
    ],
    ['with video without MIME types', buildRequest('video', ['imp.0.video.mimes', []]), ['required imp.0.video.mimes']],
    [
      'with audio without MIME types',
      buildRequest('video', ['imp.0.video', undefined], ['imp.0.audio', {}]),
      ['required imp.0.audio.mimes'],
    ],
    [
      'with negative sizes and bitrates',
      buildRequest('video', ['imp.0.video.w', -1], ['imp.0.video.h', -1], ['imp.0.video.minbitrate', -1]),
      ['too_small imp.0.video.minbitrate', 'too_small imp.0.video.w', 'too_small imp.0.video.h'],
    ],
    [
      'with a negative size of a banner',
      buildRequest('banner', ['imp.0.banner.w', -300]),
      ['too_small imp.0.banner.w'],
    ],
    ['with native without a request', buildRequest('native', ['imp.0.native', {}]), ['required imp.0.native.request']],
    [
      'with a native request that is not JSON',
      buildRequest('native', ['imp.0.native.request', '{']),
      ['invalid_format imp.0.native.request'],
    ],
    [
      'with a native request without assets',
      buildRequest('native', ['imp.0.native.request', '{"ver":"1.2","assets":[]}']),
      ['required imp.0.native.request.assets'],
    ],
    [
      'with a duplicate native asset id',
      buildRequest('native', ['imp.0.native.request', '{"assets":[{"id":1,"img":{}},{"id":1,"img":{}}]}']),
      ['twice imp.0.native.request.assets.1.id'],
    ],
    [
      'with a native asset without an id',
      buildRequest('native', ['imp.0.native.request', '{"assets":[{"img":{}},3]}']),
      ['required imp.0.native.request.assets.0.id', 'invalid_type imp.0.native.request.assets.1'],
    ],
    [
      'with a deal without an id',
      buildRequest('banner', ['imp.0.pmp', { deals: [{ id: 'd1' }, { id: '' }, { bidfloor: 1 }] }]),
      ['required imp.0.pmp.deals.1.id', 'required imp.0.pmp.deals.2.id'],
    ],
    [
      'with exact durations beside a range',
      buildRequest('pod', ['imp.1.video.minduration', 5], ['imp.1.video.maxduration', 30]),
      ['contradictory imp.1.video.minduration', 'contradictory imp.1.video.maxduration'],
    ],
    ['with a site without id and page', buildRequest('video', ['site', { domain: 'pub.example' }]), ['required site']],
    ['with regs.gdpr beyond 0 and 1', buildRequest('banner', ['regs.gdpr', 2]), ['unknown_value regs.gdpr']],
    [
      'with regs.gdpr beyond 0 and 1 where 2.5 has it',
      buildRequest('banner', ['regs', { ext: { gdpr: 2 } }]),
      ['unknown_value regs.ext.gdpr'],
    ],
    [
      'with a negative screen',
      buildRequest('banner', ['device.w', -1], ['device.h', -1], ['device.ppi', -1]),
      ['too_small device.h', 'too_small device.w', 'too_small device.ppi'],
    ],
    [
      'with an invalid currency',
      buildRequest('banner', ['cur', ['USD', 'XXQ']], ['imp.0.bidfloorcur', 'usd']),
      ['unknown_value imp.0.bidfloorcur', 'unknown_value cur.1'],
    ],
    [
      'with a supply chain without sellers',
      buildRequest('banner', ['source.schain', { complete: 1, nodes: [{ asi: 'ssp.example' }] }]),
      ['required source.schain.nodes.0.sid'],
    ],
  ])('%s', (_, value, faults) => {
    expect(faultsOf(value)).toEqual(faults);
  });

  test('for fields of another type, each by its path', () => {
    const value = buildRequest(
      'banner',
      ['at', '1'],
      ['imp.0.bidfloor', '0.5'],
      ['imp.0.secure', true],
      ['imp.0.banner.format.1.w', 320.5],
      ['imp.0.banner.api', [7, '8']],
      ['site.publisher', 'pub1'],
      ['site.cat', 'IAB1'],
      ['device.geo.lat', '1'],
      ['user.eids', [{ source: 'ids.example', uids: [{ id: 7 }] }]],
      ['source.schain.nodes', {}],
    );
    expect(faultsOf(value)).toEqual([
      'invalid_type imp.0.banner.format.1.w',
      'invalid_type imp.0.banner.api.1',
      'invalid_type imp.0.bidfloor',
      'invalid_type imp.0.secure',
      'invalid_type site.cat',
      'invalid_type site.publisher',
      'invalid_type device.geo.lat',
      'invalid_type user.eids.0.uids.0.id',
      'invalid_type source.schain.nodes',
      'invalid_type at',
    ]);
  });

  test('with all its faults at once, each with a message', () => {
    const result = readBidRequest({ id: '', imp: [{ id: '1', banner: {} }, { id: '1' }], tmax: -5, cur: ['??'] });
    expect(result.ok ? [] : result.faults).toEqual([
      { code: 'required', message: 'Required', path: 'id' },
      { code: 'required', message: 'w and h or at least one format object are required', path: 'imp.0.banner' },
      { code: 'required', message: 'At least one of banner, video, audio or native is required', path: 'imp.1' },
      { code: 'too_small', message: 'At least 0', path: 'tmax' },
      { code: 'unknown_value', message: 'Must be an ISO 4217 currency', path: 'cur.0' },
      { code: 'twice', message: 'Another impression has this ID', path: 'imp.1.id' },
      { code: 'required', message: 'One of site, app or dooh is required', path: 'site' },
    ]);
  });
});

describe('2.2: a request is accepted', () => {
  test.each<[string, unknown]>([
    ['with a banner by its formats alone', buildRequest('banner', ['imp.0.banner', { format: [{ w: 300, h: 250 }] }])],
    [
      'with a banner by ratio',
      buildRequest('banner', ['imp.0.banner', { format: [{ wratio: 16, hratio: 9, wmin: 300 }] }]),
    ],
    ['with an interstitial without a size', buildRequest('banner', ['imp.0.banner', {}], ['imp.0.instl', 1])],
    ['on a screen', buildRequest('banner', ['site', undefined], ['dooh', { id: 'd1' }])],
    ['with a site by its page alone', buildRequest('banner', ['site', { page: 'https://pub.example/' }])],
    ['with exact durations and an empty range', buildRequest('pod', ['imp.1.video.minduration', null])],
    ['with unknown fields and numbers', buildRequest('video', ['imp.0.video.plcmt', 9], ['imp.0.video.new', {}])],
    ['with unlimited time', buildRequest('banner', ['tmax', 0])],
  ])('%s', (_, value) => {
    expect(faultsOf(value)).toEqual([]);
  });

  test('with a site that the integration will fill in, or without one, where the options say so', () => {
    const without = buildRequest('banner', ['site', undefined]);
    const bare = buildRequest('banner', ['site', { publisher: { id: 'p' } }]);
    expect(faultsOf(without, { isPlaceOptional: true })).toEqual([]);
    expect(faultsOf(bare, { isPlaceOptional: true })).toEqual([]);
    expect(faultsOf(buildRequest('banner', ['app', {}]), { isPlaceOptional: true })).toEqual(['contradictory app']);
  });

  test('and preserves unknown fields as received', () => {
    const value = buildRequest('banner', ['imp.0.metric', [{ type: 'x' }]], ['ext.partner', { a: [1] }], ['new', 1]);
    expect(read(value)).toEqual(value);
  });

  test('and treats null fields as absent', () => {
    const value = buildRequest('banner', ['user', null], ['device.geo', null], ['imp.0.banner.w', null]);
    const request = read(value);
    expect(request).not.toHaveProperty('user');
    expect(request.device).not.toHaveProperty('geo');
    expect(request.imp[0]?.banner).not.toHaveProperty('w');
  });
});

test.each([
  ['wseat', ['a'], 'bseat', ['b'], ''],
  ['acat', ['IAB1'], 'bcat', ['IAB2'], ''],
  ['wlangb', ['de-AT'], 'wlang', ['de'], ''],
  ['kwarray', ['a'], 'keywords', 'a', 'site.'],
  ['kwarray', ['a'], 'keywords', 'a', 'user.'],
  ['kwarray', ['a'], 'keywords', 'a', 'site.content.'],
  ['langb', 'de-AT', 'language', 'de', 'device.'],
  ['langb', 'de-AT', 'language', 'de', 'site.content.'],
])('2.2: beside %s=%j, %s=%j is dropped and noted (%s)', (preferred, first, dropped, second, above) => {
  const result = readBidRequest(buildRequest('banner', [above + preferred, first], [above + dropped, second]));
  expect(result).toMatchObject({
    ok: true,
    notes: [{ code: 'contradictory', message: `Ignored: cannot be combined with ${preferred}`, path: above + dropped }],
  });
  expect(result).toHaveProperty(`request.${above}${preferred}`, first);
  expect(result).not.toHaveProperty(`request.${above}${dropped}`);
});

test.each(['wlang', 'wlangb'])('OpenRTB 2.6, 3.2.1: an unreadable %s is ignored and noted', (name) => {
  for (const value of ['en', 1, { en: 1 }, ['en', 1]]) {
    const result = readBidRequest(buildRequest('banner', [name, value]));
    expect(result).toMatchObject({ ok: true, notes: [{ code: 'invalid_type', path: name }] });
    expect(result).not.toHaveProperty(`request.${name}`);
  }
});

test('OpenRTB 2.6, 3.2.1: an unreadable wlangb does not exclude wlang', () => {
  expect(read(buildRequest('banner', ['wlangb', 'de-AT'], ['wlang', ['de']]))).toHaveProperty('wlang', ['de']);
});

test('2.2: an empty list does not exclude the other one', () => {
  const value = buildRequest('banner', ['wseat', []], ['bseat', ['b']]);
  expect(readBidRequest(value)).toEqual({ ok: true, request: value, notes: [] });
});

describe('OpenRTB 2.6 and 2.5: fields that 2.5 has elsewhere move to their place in 2.6', () => {
  const chain = { ver: '1.0', complete: 1, nodes: [{ asi: 'ssp.example', sid: '1', hp: 1 }] };
  const other = { ...chain, complete: 0 };
  const eids = [{ source: 'ids.example', uids: [{ id: 'x' }] }];

  test.each<[string, [string, unknown][], Partial<Record<string, unknown>>]>([
    ['source.ext.schain', [['source', { ext: { schain: chain } }]], { source: { schain: chain } }],
    [
      'ext.schain',
      [
        ['source', undefined],
        ['ext', { schain: chain }],
      ],
      { source: { schain: chain } },
    ],
    [
      'regs.ext',
      [['regs', { coppa: 0, ext: { gdpr: 1, us_privacy: '1YNN', gpp: 'DBAA', gpp_sid: [7], gpc: '1' } }]],
      { regs: { coppa: 0, gdpr: 1, us_privacy: '1YNN', gpp: 'DBAA', gpp_sid: [7], ext: { gpc: '1' } } },
    ],
    [
      'user.ext',
      [['user', { id: 'u', ext: { consent: 'CQ', eids, data: 1 } }]],
      { user: { id: 'u', consent: 'CQ', eids, ext: { data: 1 } } },
    ],
  ])('from %s', (_, changes, expected) => {
    const request = read(buildRequest('banner', ...changes));
    expect(request).toMatchObject(expected);
    expect(request.source?.ext).toBeUndefined();
    expect(request).not.toHaveProperty('ext');
    for (const [name, value] of Object.entries(expected)) expect(request).toHaveProperty(name, value);
  });

  test('the value of 2.6 wins, and the other one is removed', () => {
    const value = buildRequest(
      'banner',
      ['source', { schain: chain, ext: { schain: other } }],
      ['ext', { schain: other, a: 1 }],
      ['regs', { gdpr: 0, us_privacy: '', ext: { gdpr: 1, us_privacy: '1YYN' } }],
    );
    expect(read(value)).toMatchObject({
      source: { schain: chain },
      ext: { a: 1 },
      regs: { gdpr: 0, us_privacy: '1YYN' },
    });
    expect(JSON.stringify(read(value))).not.toContain('"complete":0');
  });

  test.each([
    [1, 1],
    [2, 4],
    [3, 4],
    [4, 4],
    [5, 3],
    [9, undefined],
  ])('placement %i is plcmt %s', (placement, plcmt) => {
    const value = buildRequest('video', ['imp.0.video.plcmt', undefined], ['imp.0.video.placement', placement]);
    expect(read(value).imp[0]?.video).toMatchObject(plcmt === undefined ? { placement } : { placement, plcmt });
    expect(read(value).imp[0]?.video?.plcmt).toBe(plcmt);
  });

  test('plcmt stays as it is beside placement', () => {
    expect(read(buildRequest('video', ['imp.0.video.plcmt', 2])).imp[0]?.video?.plcmt).toBe(2);
  });

  test('sequence 1 is the first slot of a pod; other numbers have no equivalent', () => {
    const slotOf = (sequence: number) => read(buildRequest('video', ['imp.0.video.sequence', sequence])).imp[0]?.video;
    expect(slotOf(1)?.slotinpod).toBe(1);
    expect(slotOf(2)?.slotinpod).toBeUndefined();
  });
});

describe('for any input', () => {
  function freeze(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze);
      Object.freeze(value);
    }
    return value;
  }

  test('the input is not changed', () => {
    const value = buildRequest(
      'video',
      ['source', { ext: { schain: { complete: 1, nodes: [{ asi: 'a.example', sid: '1' }] } } }],
      ['user', { keywords: 'a', kwarray: ['a'], yob: null, ext: { consent: 'CQ' } }],
      ['imp.0.video.plcmt', undefined],
      ['imp.0.video.sequence', 1],
      ['bseat', ['a']],
      ['wseat', ['b']],
    );
    const before = structuredClone(value);
    expect(readBidRequest(freeze(value))).toMatchObject({ ok: true });
    expect(value).toEqual(before);
  });

  test('keys named like parts of every object are ordinary fields', () => {
    const text = JSON.stringify(minimal['banner']).replace('{"id"', '{"__proto__":{"at":"x"},"constructor":1,"id"');
    const request = read(JSON.parse(text));
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    expect(request.at).toBe(1);
    expect(JSON.stringify(request)).toContain('"__proto__":{"at":"x"}');
  });

  test('excessive nesting is rejected before anything fails', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    expect(faultsOf(buildRequest('banner', ['imp.0.ext.deep', deep]))).toEqual(['too_big ']);
    expect(faultsOf(buildRequest('native', ['imp.0.native', { request: `{"assets":${'['.repeat(60_000)}` }]))).toEqual([
      'invalid_format imp.0.native.request',
    ]);
  });

  test('excessive lists and texts are rejected', () => {
    const imps = Array.from({ length: MAX_IMPS + 1 }, (_, index) => ({ id: String(index) }));
    expect(faultsOf(buildRequest('banner', ['imp', imps]))).toEqual(['too_many imp']);
    const badv = Array.from({ length: 10_001 }, () => 'a.example');
    expect(faultsOf(buildRequest('banner', ['badv', badv]))).toEqual(['too_many badv']);
    expect(faultsOf(buildRequest('banner', ['id', 'x'.repeat(513)]))).toEqual(['too_big id']);
    expect(faultsOf(buildRequest('banner', ['site.page', 'x'.repeat(16_385)]))).toEqual(['too_big site.page']);
  });

  test('the list of faults is limited, and says so', () => {
    const faults = faultsOf(buildRequest('banner', ['badv', Array.from({ length: 10_000 }, () => 1)]));
    expect(faults).toHaveLength(MAX_FAULTS + 1);
    expect(faults.at(-1)).toBe('too_many ');
  });

  test('numbers beyond the safe integers are not whole numbers', () => {
    const text = JSON.stringify(minimal['banner']).replace('"tmax":250', '"tmax":1e999');
    expect(faultsOf(JSON.parse(text))).toEqual(['invalid_type tmax']);
  });
});
