import { describe, expect, test } from 'vitest';
import minimalRequests from '../fixtures/minimalRequests.json' with { type: 'json' };
import { MAX_FAULTS } from '../fieldChecks.ts';
import { readBidRequest, type BidRequestResult } from '../request/readBidRequest.ts';
import type { Native } from '../types.ts';
import { nativeRequestOf } from './nativeRequestOf.ts';

type Json = Record<string, unknown>;

const title = { id: 1, title: { len: 90 } };
const video = { mimes: ['video/mp4'], minduration: 5, maxduration: 30, protocols: [2, 3] };

/** Reads a bid request for a native ad. */
function read(native: Json): BidRequestResult {
  return readBidRequest({ ...minimalRequests.native, imp: [{ id: '1', native }] });
}

/** "code path" of every fault of a native request; paths start inside of it. */
function faultsOf(request: unknown): string[] {
  const result = read({ request });
  const shorten = (path: string) => path.replace(/^imp\.0\.native\.request\.?/, '');
  return result.ok ? [] : result.faults.map(({ code, path }) => `${code} ${shorten(path)}`.trim());
}

/** Faults of fields beside a valid asset, as JSON in a string. */
const ofRequest = (fields: Json) => faultsOf(JSON.stringify({ ver: '1.2', assets: [title], ...fields }));
/** Faults of the only asset. */
const ofAsset = (fields: Json) => ofRequest({ assets: [{ id: 1, ...fields }] });

/** The native object sent to bidders. */
function sent(native: Json): Native | undefined {
  const result = read(native);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.request.imp[0]?.native;
}

describe('Native 1.2, 4.1: the request', () => {
  test('is accepted as a string and as an object, wrapped as by 1.0 or bare', () => {
    const request = { ver: '1.2', assets: [title] };
    for (const form of [request, { native: request }]) {
      expect(faultsOf(JSON.stringify(form))).toEqual([]);
      expect(faultsOf(form)).toEqual([]);
    }
  });

  test.each<[string, Json, string[]]>([
    ['no assets', { assets: undefined }, ['required assets']],
    ['an empty list of assets', { assets: [] }, ['required assets']],
    ['assets that are no list', { assets: { 1: title } }, ['invalid_type assets']],
    ['an asset that is no object', { assets: [title, 3] }, ['invalid_type assets.1']],
    ['a version that is neither text nor number', { ver: [] }, ['invalid_type ver']],
    ['a context that is a word', { context: 'feed' }, ['invalid_type context']],
    ['a negative number of placements', { plcmtcnt: -1 }, ['too_small plcmtcnt']],
    ['a negative position', { seq: -1 }, ['too_small seq']],
    ['privacy that is a word', { privacy: 'yes' }, ['invalid_type privacy']],
  ])('with %s is refused', (_, fields, faults) => {
    expect(ofRequest(fields)).toEqual(faults);
  });

  test.each<Json>([
    { context: 0, contextsubtype: 0, plcmttype: 0 },
    { context: 3, contextsubtype: 32, plcmttype: 4, plcmtcnt: 2, seq: 0 },
    { context: 500, contextsubtype: 11, plcmttype: 501 },
    { context: 1, contextsubtype: 500 },
    { contextsubtype: 22 },
    { context: 4, contextsubtype: 33, plcmttype: 5, plcmtcnt: 0 },
    { context: -1, aurlsupport: 2, durlsupport: 2, privacy: 2 },
    { context: 1, contextsubtype: 20 },
    { aurlsupport: 1, durlsupport: 0, privacy: 1, ext: { any: 1 } },
    { context: null, plcmttype: null, eventtrackers: null },
  ])('with %j is accepted', (fields) => {
    expect(ofRequest(fields)).toEqual([]);
  });

  test.each(['', '{', 'null', '[]', '"x"', '5', '{"native":{"assets":[]},"__proto__":{}}'])(
    'that is %j is refused',
    (request) => {
      expect(faultsOf(request)).toEqual(['invalid_format']);
    },
  );

  test.each([[5], [[]], [true]])('that is %j is refused', (request) => {
    expect(faultsOf(request)).toEqual(['invalid_type']);
  });

  test('is required', () => {
    expect(read({})).toMatchObject({ ok: false, faults: [{ code: 'required', path: 'imp.0.native.request' }] });
  });

  test('has all of its faults listed, each with its path from the bid request', () => {
    const request = { assets: [{ title: { len: 0 } }, { id: 2, img: { w: -1 }, data: {} }], eventtrackers: [{}] };
    const result = read({ request: JSON.stringify({ native: request }) });
    expect(result.ok ? [] : result.faults.map(({ path }) => path)).toEqual([
      'imp.0.native.request.assets.0.title.len',
      'imp.0.native.request.assets.0.id',
      'imp.0.native.request.assets.1.img.w',
      'imp.0.native.request.assets.1.data.type',
      'imp.0.native.request.assets.1.data',
      'imp.0.native.request.eventtrackers.0.event',
      'imp.0.native.request.eventtrackers.0.methods',
    ]);
  });
});

describe('Native 1.2, 4.2: an asset', () => {
  test.each<[string, Json, string[]]>([
    ['has an id', { id: undefined, title: { len: 5 } }, ['required assets.0.id']],
    ['has a whole number as its id', { id: 'a', title: { len: 5 } }, ['invalid_type assets.0.id']],
    ['is required or not', { required: 'no', title: { len: 5 } }, ['invalid_type assets.0.required']],
    ['may be required in an unknown way', { required: 2, title: { len: 5 } }, []],
    ['is of a kind', {}, ['required assets.0']],
    ['of absent kinds is of none', { title: null, img: null }, ['required assets.0']],
    ['is of one kind', { title: { len: 5 }, data: { type: 1 } }, ['contradictory assets.0.data']],
    [
      'is not of three kinds',
      { img: {}, data: { type: 1 }, video },
      ['contradictory assets.0.video', 'contradictory assets.0.data'],
    ],
    ['may name other kinds as absent', { title: { len: 5 }, img: null, video: null, data: null }, []],
  ])('%s', (_, fields, faults) => {
    expect(ofAsset(fields)).toEqual(faults);
  });

  test('has an id of its own', () => {
    expect(ofRequest({ assets: [title, { ...title, id: 2 }, title] })).toEqual(['twice assets.2.id']);
    expect(ofRequest({ assets: [title, { ...title, id: '1' }] })).toEqual(['twice assets.1.id']);
  });
});

describe('Native 1.2, 4.3, 4.4, 4.5 and 4.6: an asset', () => {
  test.each<[string, Json, string[]]>([
    ['4.3', { title: {} }, ['required title.len']],
    ['4.3', { title: { len: 0 } }, ['too_small title.len']],
    ['4.3', { title: { len: -5 } }, ['too_small title.len']],
    ['4.3', { title: { len: 'long' } }, ['invalid_type title.len']],
    ['4.3', { title: { len: '0' } }, ['too_small title.len']],
    ['4.3', { title: 'x' }, ['invalid_type title']],
    ['4.3', { title: { len: 1 } }, []],
    ['4.4', { img: {} }, []],
    ['4.4', { img: { type: 1, wmin: 0, hmin: 50, mimes: [] } }, []],
    ['4.4', { img: { type: 2, w: 10, h: 10, mimes: ['image/png'] } }, []],
    ['4.4', { img: { type: 500 } }, []],
    ['4.4', { img: { type: 0 } }, []],
    ['4.4', { img: { type: 4 } }, []],
    [
      '4.4',
      { img: { w: -1, wmin: -1, h: -1, hmin: -1 } },
      ['too_small img.w', 'too_small img.wmin', 'too_small img.h', 'too_small img.hmin'],
    ],
    ['4.4', { img: { w: '-1.5' } }, ['too_small img.w']],
    ['4.4', { img: { w: 1e300 } }, ['invalid_type img.w']],
    ['4.4', { img: { mimes: 'image/png' } }, ['invalid_type img.mimes']],
    ['4.4', { img: { mimes: [1] } }, ['invalid_type img.mimes.0']],
    ['4.5', { video }, []],
    ['4.5', { video: { ...video, minduration: 0, w: 640, linearity: 1 } }, []],
    ['4.5', { video: {} }, ['required video.mimes', 'required video.protocols']],
    ['4.5', { video: { ...video, mimes: [], protocols: [] } }, ['required video.mimes', 'required video.protocols']],
    ['4.5', { video: { ...video, minduration: -1 } }, ['too_small video.minduration']],
    ['4.5', { video: { mimes: ['video/mp4'], protocols: [3, 97] } }, []],
    ['4.5', { video: { ...video, w: -1 } }, ['too_small video.w']],
    ['4.6', { data: {} }, ['required data.type']],
    ['4.6', { data: { type: 0 } }, []],
    ['4.6', { data: { type: 364 } }, []],
    ['4.6', { data: { type: 2, len: -1 } }, ['too_small data.len']],
    ['4.6', { data: { type: 12, len: 0 } }, []],
    ['4.6', { data: { type: 500, len: 15 } }, []],
  ])('%s: %j', (_section, fields, faults) => {
    expect(ofAsset(fields)).toEqual(faults.map((fault) => fault.replace(' ', ' assets.0.')));
  });
});

describe('Native 1.2, 4.7: an event tracker', () => {
  test.each<[Json, string[]]>([
    [{ event: 1, methods: [1, 2] }, []],
    [{ event: 4, methods: [500] }, []],
    [{ event: 555, methods: [1] }, []],
    [{}, ['required eventtrackers.0.event', 'required eventtrackers.0.methods']],
    [{ event: 5, methods: [1] }, []],
    [{ event: 0, methods: [1, 3] }, []],
    [{ event: 1, methods: [] }, ['required eventtrackers.0.methods']],
    [{ event: 1, methods: ['image'] }, ['invalid_type eventtrackers.0.methods.0']],
    [{ event: 1, methods: 1 }, ['invalid_type eventtrackers.0.methods']],
  ])('%j', (tracker, faults) => {
    expect(ofRequest({ eventtrackers: [tracker] })).toEqual(faults);
  });
});

describe('Native 1.2, 4: a faulty native object', () => {
  const faulty = { request: '{"assets":[]}' };
  const banner = { format: [{ w: 300, h: 250 }] };
  const readImps = (imp: Json[]) => readBidRequest({ ...minimalRequests.native, imp });
  const path = (index: number) => `imp.${index}.native.request.assets`;

  test.each<[string, Json[], number[]]>([
    ['alone', [{ id: '1', native: faulty }], [0]],
    ['beside other media of its imp', [{ id: '1', banner, native: faulty }], [0]],
    [
      'beside other imps',
      [
        { id: '1', banner },
        { id: '2', native: faulty },
      ],
      [1],
    ],
    [
      'in several imps',
      [
        { id: '1', native: faulty },
        { id: '2', banner, native: faulty },
      ],
      [0, 1],
    ],
  ])('is refused with every fault and its path: %s', (_, imps, faultyOnes) => {
    const result = readImps(imps);
    expect(result.ok ? [] : result.faults.map((fault) => fault.path)).toEqual(faultyOnes.map(path));
  });

  test('has no more faults listed than others', () => {
    const assets = Array.from({ length: 99 }, () => ({}));
    const native = { request: JSON.stringify({ assets }) };
    const result = readImps([
      { id: '1', native },
      { id: '2', native },
    ]);
    expect(result.ok ? 0 : result.faults.length).toBe(MAX_FAULTS + 1);
  });
});

describe('OpenRTB 2.6, 3.2.9: bidders are sent the request as a well-formed string', () => {
  test('as it was received, where nothing is to be corrected', () => {
    const native = { ver: '1.2', request: ` ${JSON.stringify({ native: { assets: [title], other: 1 } })}` };
    expect(sent(native)).toEqual(native);
  });

  test.each<[string, unknown, unknown]>([
    ['an object', { ver: '1.2', assets: [title] }, { ver: '1.2', assets: [title] }],
    ['an object that wraps it', { native: { assets: [title] } }, { native: { assets: [title] } }],
    [
      'an object beside the one in its root',
      JSON.stringify({ native: { assets: [title] }, assets: [{ id: 9, img: {} }] }),
      { native: { assets: [title] } },
    ],
    [
      'a version that is a number',
      JSON.stringify({ native: { ver: 1.2, assets: [title] } }),
      { native: { ver: '1.2', assets: [title] } },
    ],
    ['nulls among assets', JSON.stringify({ assets: [null, title] }), { assets: [title] }],
    ['texts with numbers', JSON.stringify({ assets: [{ id: '1', title: { len: '90' } }] }), { assets: [title] }],
    ['absent kinds as null', JSON.stringify({ assets: [{ ...title, img: null }] }), { assets: [title] }],
  ])('corrected from %s', (_, request, expected) => {
    const text = sent({ request, api: [3] })?.request;
    expect(typeof text).toBe('string');
    expect(JSON.parse(text ?? '')).toEqual(expected);
    expect(nativeRequestOf(text ?? '')?.assets).toEqual([title]);
  });

  test.each<[Json, Json]>([
    [
      { privacy: true, plcmtcnt: '1', aurlsupport: '0' },
      { privacy: 1, plcmtcnt: 1, aurlsupport: 0 },
    ],
    [{ assets: [{ ...title, required: true }] }, { assets: [{ ...title, required: 1 }] }],
    [
      { assets: [{ id: 2, img: { type: '3', w: 1199.6, wmin: '300.2' } }] },
      { assets: [{ id: 2, img: { type: 3, w: 1200, wmin: 300 } }] },
    ],
    [
      { assets: [{ id: 2, video: { ...video, minduration: '5', skip: true, protocols: ['2', 3] } }] },
      { assets: [{ id: 2, video: { ...video, skip: 1 } }] },
    ],
    [{ eventtrackers: [{ event: '1', methods: ['1'] }] }, { eventtrackers: [{ event: 1, methods: [1] }] }],
  ])('%j is corrected with notes', (fields, expected) => {
    const result = read({ request: JSON.stringify({ assets: [title], ...fields }) });
    const text = result.ok ? result.request.imp[0]?.native?.request : undefined;
    expect(JSON.parse(text ?? 'null')).toEqual({ assets: [title], ...expected });
    expect(result.ok && result.notes.length).toBeGreaterThan(0);
  });

  test('with a note on what was not the type of the standard', () => {
    const result = read({ request: { ver: 1, assets: [title] } });
    expect(result.ok && result.notes.map(({ path }) => path)).toEqual([
      'imp.0.native.request.ver',
      'imp.0.native.request',
    ]);
  });
});

test.each(['', '{', '{"assets":[{"id":1}]}', '{"assets":[5]}'])(
  'a request of a trace that was recorded unchecked is none: %s',
  (text) => {
    expect(nativeRequestOf(text)).toBeNull();
  },
);
