import { describe, expect, test } from 'vitest';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { readBidRequest } from './readBidRequest.ts';
import type { BidRequest, Imp } from '../types.ts';
import { createBidRequestWriter, type OpenRtbVersion } from './writeBidRequest.ts';

const minimal = Object.entries(minimalRequests as Record<string, unknown>) as [string, BidRequest][];

const video: Imp['video'] = { mimes: ['video/mp4'], w: 640, h: 360, protocols: [3, 7] };

/** Every field that 2.6 moved, in its place there. */
const moved: BidRequest = {
  id: 'r1',
  imp: [
    { id: '1', video: { ...video, mimes: ['video/mp4'], plcmt: 4, slotinpod: 1, podid: 'p' } },
    { id: '2', audio: { mimes: ['audio/mp4'], slotinpod: 1 } },
    { id: '3', banner: { w: 300, h: 250 } },
  ],
  site: { id: 's1', kwarray: ['news', 'sport'], content: { langb: 'de-AT' } },
  device: { langb: 'de-AT', ext: { ifa_type: 'dpid' } },
  user: { id: 'u1', consent: 'CQ', eids: [{ source: 'ids.example', uids: [{ id: 'x' }] }], ext: { a: 1 } },
  regs: { coppa: 0, gdpr: 1, us_privacy: '1YNN', gpp: 'DBAA', gpp_sid: [7], ext: { gpc: '1' } },
  source: { tid: 't', schain: { ver: '1.0', complete: 1, nodes: [{ asi: 'ssp.example', sid: '1', hp: 1 }] } },
};

function written(request: BidRequest, version: OpenRtbVersion): BidRequest {
  return JSON.parse(createBidRequestWriter().write(request, version)) as BidRequest;
}

function roundTrip(request: BidRequest, version: OpenRtbVersion): unknown {
  const result = readBidRequest(written(request, version));
  return result.ok ? result.request : result.faults;
}

describe('OpenRTB 2.6 and 2.5: a request of 2.5 has moved fields in both places', () => {
  const older = written(moved, '2.5');

  test('SupplyChain 1.0, bidders of 2.5: the supply chain', () => {
    expect(older.source).toEqual({ ...moved.source, ext: { schain: moved.source?.schain } });
  });

  test('the privacy signals', () => {
    const { gdpr, us_privacy, gpp, gpp_sid } = moved.regs ?? {};
    expect(older.regs).toEqual({ ...moved.regs, ext: { gpc: '1', gdpr, us_privacy, gpp, gpp_sid } });
  });

  test("the viewer's consent and ids", () => {
    const { consent, eids } = moved.user ?? {};
    expect(older.user).toEqual({ ...moved.user, ext: { a: 1, consent, eids } });
  });

  test('the placement and the slot of a pod', () => {
    expect(older.imp[0]?.video).toMatchObject({ plcmt: 4, placement: 3, slotinpod: 1, sequence: 1 });
    expect(older.imp[1]?.audio).toMatchObject({ slotinpod: 1, sequence: 1 });
  });

  test('but only one form of keywords and languages, which must not be combined', () => {
    expect(older.site).toEqual({ id: 's1', keywords: 'news,sport', content: { language: 'de' } });
    expect(older.device).toEqual({ language: 'de', ext: { ifa_type: 'dpid' } });
  });
});

test.each([
  [1, 1],
  [2, undefined],
  [3, 5],
  [4, 3],
])('OpenRTB 2.6 and 2.5: plcmt %i is placement %s of 2.5', (plcmt, placement) => {
  const imp = [{ id: '1', video: { mimes: ['video/mp4'], plcmt } }];
  expect(written({ ...moved, imp }, '2.5')).toHaveProperty('imp.0.video', {
    mimes: ['video/mp4'],
    plcmt,
    ...(placement === undefined ? {} : { placement }),
  });
});

test('OpenRTB 2.6 and 2.5: a received placement stays beside plcmt', () => {
  const imp = [{ id: '1', video: { mimes: ['video/mp4'], plcmt: 4, placement: 2 } }];
  expect(written({ ...moved, imp }, '2.5')).toHaveProperty('imp.0.video.placement', 2);
});

test('OpenRTB 2.6 and 2.5: a request of 2.6 has nothing in the places of 2.5', () => {
  expect(written(moved, '2.6')).toEqual(moved);
});

describe.each(minimal)('2.3: the %s request', (_, request) => {
  test('survives the round trip through 2.6', () => {
    expect(roundTrip(request, '2.6')).toEqual(request);
  });

  test('survives the round trip through 2.5', () => {
    expect(roundTrip(request, '2.5')).toMatchObject(request);
  });
});

test('fields that 2.6 moved survive the round trip through 2.5, as far as 2.5 can express them', () => {
  expect(roundTrip(moved, '2.5')).toEqual({
    ...moved,
    imp: [
      { id: '1', video: { ...moved.imp[0]?.video, placement: 3, sequence: 1 } },
      { id: '2', audio: { ...moved.imp[1]?.audio, sequence: 1 } },
      moved.imp[2],
    ],
    site: { id: 's1', keywords: 'news,sport', content: { language: 'de' } },
    device: { language: 'de', ext: { ifa_type: 'dpid' } },
  });
});

describe.each<OpenRtbVersion>(['2.5', '2.6'])('a request of %s', (version) => {
  test('contains no undefined fields', () => {
    const loose = {
      ...moved,
      app: undefined,
      site: { ...moved.site, page: undefined },
      badv: ['a.example', undefined],
      ext: { a: undefined, b: [{ c: undefined }] },
    } as unknown as BidRequest;
    const read = written(loose, version);
    expect(read).not.toHaveProperty('app');
    expect(read).toMatchObject({ badv: ['a.example'], ext: { b: [{}] } });
    expect(read.ext).not.toHaveProperty('a');
  });

  test('leaves its input unchanged', () => {
    const before = structuredClone(moved);
    written(moved, version);
    expect(moved).toEqual(before);
  });

  test('differs from the previous one in any changed part', () => {
    const writer = createBidRequestWriter();
    const first: BidRequest = { ...moved, cur: ['USD'], wseat: ['a', 'b'] };
    const { wseat: _left, ...fewer } = first;
    const others: BidRequest[] = [
      { ...first, cur: ['EUR'] },
      { ...first, wseat: ['a'] },
      { ...first, wseat: ['b', 'a'] },
      { ...first, imp: first.imp.map((imp) => ({ ...imp, bidfloor: 3 })) },
      { ...first, tmax: 1 },
      { ...first, bseat: ['c'] },
      fewer,
    ];
    for (const other of others) {
      const text = writer.write(first, version);
      expect(writer.write({ ...first, cur: ['USD'] }, version)).toBe(text);
      expect(JSON.parse(writer.write(other, version))).toEqual(written(other, version));
    }
  });

  test('is written with parts shared with an earlier one as if it were the first', () => {
    const writer = createBidRequestWriter();
    const [imp = { id: '1' }] = moved.imp;
    const requests: BidRequest[] = [
      moved,
      { ...moved, id: 'r2', imp: [imp, { id: '4', bidfloor: 2 }], device: { ip: '203.0.113.9' } },
      { ...moved, user: { id: 'u2' }, tmax: 80, cur: ['EUR'] },
    ];
    for (const older of ['2.5', '2.6'] as const) for (const each of requests) writer.write(each, older);
    for (const each of requests) expect(JSON.parse(writer.write(each, version))).toEqual(written(each, version));
  });
});
