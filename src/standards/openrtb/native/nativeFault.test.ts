import { describe, expect, test } from 'vitest';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { nativeFault } from './nativeFault.ts';

type Json = Record<string, unknown>;

const requested = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 10 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, data: { type: 1, len: 5 } },
  ],
};
const title = { id: 1, title: { text: 'Hello' } };
const image = { id: 2, img: { url: 'https://cdn.example/i.png' } };
const link = { url: 'http://brand.example/' };
const response = { ver: '1.2', link, assets: [title, image] };

/** The fault of a response with other fields, to a request with others. */
function faultOf(fields: Json, ofRequest: Json = {}): string | null {
  return nativeFault(JSON.stringify({ ...response, ...fields }), JSON.stringify({ ...requested, ...ofRequest }), true);
}

/** The fault of a response with one asset to a request for one. */
function faultOfAsset(wanted: Json, given: Json, ofRequest: Json = {}): string | null {
  return faultOf({ assets: [{ id: 5, ...given }] }, { assets: [{ id: 5, ...wanted }], ...ofRequest });
}

describe('Native 1.2, 5.1 and 5.7: the response', () => {
  test('is valid with every required asset, in any order', () => {
    expect(faultOf({})).toBeNull();
    expect(faultOf({ assets: [{ id: 3, data: { value: 'Brand' } }, image, title] })).toBeNull();
  });

  test('may be wrapped, and so may the request', () => {
    const [wrappedRequest = '', wrappedResponse = ''] = [requested, response].map((native) =>
      JSON.stringify({ native }),
    );
    expect(nativeFault(wrappedResponse, JSON.stringify(requested), true)).toBeNull();
    expect(nativeFault(wrappedResponse, wrappedRequest, true)).toBeNull();
    expect(nativeFault(JSON.stringify(response), wrappedRequest, true)).toBeNull();
    expect(nativeFault('{"native":{"link":{"url":"x"},"assets":[]}}', wrappedRequest, true)).toBe(
      'native_asset_missing',
    );
  });

  test.each(['', 'null', '[]', '"x"', '{', '<VAST/>', '{"__proto__":{}}', '{"link":{"url":"x"},"__proto__":{}}'])(
    'that is %j is malformed',
    (adm) => {
      expect(nativeFault(adm, JSON.stringify(requested), true)).toBe('native_malformed');
    },
  );

  test('to no native request is malformed', () => {
    expect(nativeFault(JSON.stringify(response), '{"assets":[]}', true)).toBe('native_malformed');
  });

  test.each<Json>([
    { link: null },
    { link: {} },
    { link: { url: '' } },
    { link: { url: 5 } },
    { link: { ...link, clicktrackers: [5] } },
    { assets: { 1: title, 2: image } },
    { imptrackers: [5] },
    { jstracker: {} },
    { assetsurl: '' },
  ])('with %j is malformed', (fields) => {
    expect(faultOf(fields)).toBe('native_malformed');
  });

  test.each<Json>([
    { assets: [null, title, image, null] },
    { assets: [{ ...title, id: '1' }, image] },
    { assets: [{ ...title, video: {}, img: {} }, image] },
    { assets: [title, image, { id: 3, data: { value: 4.5 } }] },
    { imptrackers: [null] },
    { imptrackers: 'https://t.example/' },
    { eventtrackers: [null] },
    { link: { ...link, clicktrackers: 'https://t.example/' } },
    { privacy: 1 },
  ])('with %j is valid', (fields) => {
    expect(faultOf(fields)).toBeNull();
  });

  test.each(['assetsurl', 'dcourl'])('has its assets at %s only where the request supports it', (name) => {
    const fields = { [name]: 'https://ads.example/assets', assets: undefined };
    expect(faultOf(fields)).toBe('native_url_not_supported');
    expect(faultOf(fields, { aurlsupport: 0, durlsupport: 0 })).toBe('native_url_not_supported');
    const support = { assetsurl: { aurlsupport: 1 }, dcourl: { durlsupport: 1 } }[name] ?? {};
    expect(faultOf(fields, support)).toBeNull();
    expect(faultOf({ ...fields, assets: [{ title: { text: 'x' } }] }, support)).toBeNull();
    expect(faultOf({ ...fields, [name]: 'http://ads.example/assets' }, support)).toBe('not_secure');
  });

  test('may inform of privacy where the request does not ask for it', () => {
    expect(faultOf({ privacy: 'https://dsp.example/privacy' })).toBeNull();
  });
});

describe('Native 1.2, 5.2: a required asset', () => {
  test.each<[string, Json]>([
    ['is not there', { assets: [title] }],
    ['has another id', { assets: [title, { ...image, id: 7 }] }],
    ['is of another kind', { assets: [title, { id: 2, title: { text: 'x' } }] }],
    ['is empty', { assets: [{ id: 1, title: { text: '' } }, image] }],
    ['is null', { assets: [{ id: 1, title: null }, image] }],
    ['has no list', { assets: undefined }],
  ])('that %s is missing', (_, fields) => {
    expect(faultOf(fields)).toBe('native_asset_missing');
  });

  test('is missing in an ad without any assets, even where none is required', () => {
    const ofRequest = { assets: [{ id: 1, title: { len: 10 } }] };
    expect(faultOf({ assets: [] }, ofRequest)).toBe('native_asset_missing');
    expect(faultOf({ assets: [title] }, ofRequest)).toBeNull();
  });
});

describe('Native 1.2, 5.2: an asset', () => {
  test.each<[string, Json[], string | null]>([
    ['that was not requested', [{ id: 9, data: { value: 'x' } }], 'native_asset_not_requested'],
    ['of another kind than requested', [{ id: 3, title: { text: 'x' } }], 'native_asset_not_requested'],
    ['of two kinds', [{ id: 3, data: { value: 'x' }, title: { text: 'x' } }], 'native_malformed'],
    [
      'twice',
      [
        { id: 3, data: { value: 'x' } },
        { id: 3, data: { value: 'y' } },
      ],
      'native_malformed',
    ],
    ['without an id', [{ data: { value: 'x' } }], 'native_malformed'],
    ['with an id that is a word', [{ id: 'three', data: { value: 'x' } }], 'native_malformed'],
    ['with a link without a URL', [{ id: 3, data: { value: 'x' }, link: {} }], 'native_malformed'],
    ['without content', [{ id: 3 }], null],
    ['with empty content, which is not required', [{ id: 3, data: { value: '' } }], null],
    ['with other kinds as null', [{ id: 3, data: { value: 'x' }, title: null, img: null }], null],
  ])('%s', (_, more, fault) => {
    expect(faultOf({ assets: [title, image, ...more] })).toBe(fault);
  });

  test.each<[string, Json, Json]>([
    ['5.3', { title: { len: 9 } }, { title: {} }],
    ['5.4', { img: {} }, { img: { w: 5 } }],
    ['5.4', { img: {} }, { img: { url: '' } }],
    ['5.4', { img: {} }, { img: { url: 'https://a.example/', w: 'wide' } }],
    ['5.5', { data: { type: 1 } }, { data: { type: 1 } }],
    ['5.5', { data: { type: 3 } }, { data: { value: [4] } }],
    ['5.6', { video: video() }, { video: {} }],
    ['5.6', { video: video() }, { video: { vasttag: '<VAST version="3.0"></VAST>' } }],
    ['5.6', { video: video() }, { video: { vasttag: 'https://ads.example/vast' } }],
  ])('%s: to %j, %j lacks its content', (_section, wanted, given) => {
    expect(faultOfAsset(wanted, given)).toBe('native_malformed');
  });
});

describe('Native 1.2, 4.3, 4.6, 5.3 and 5.5: a text', () => {
  test.each<[string, Json, Json, string | null]>([
    ['a title as long as allowed', { title: { len: 5 } }, { title: { text: 'Hello' } }, null],
    ['a title that is longer', { title: { len: 4 } }, { title: { text: 'Hello' } }, 'native_text_too_long'],
    ['a title of emoji, each of which is a character', { title: { len: 3 } }, { title: { text: '🚲🚲🚲' } }, null],
    ['a title of too many emoji', { title: { len: 2 } }, { title: { text: '🚲🚲🚲' } }, 'native_text_too_long'],
    ['data as long as allowed', { data: { type: 1, len: 5 } }, { data: { value: 'Brand' } }, null],
    ['data that is longer', { data: { type: 12, len: 4 } }, { data: { value: 'Order' } }, 'native_text_too_long'],
    ['data without a maximum', { data: { type: 12 } }, { data: { value: 'x'.repeat(500) } }, null],
    [
      '7.4: a description, which may be cut where it is shown',
      { data: { type: 2, len: 4 } },
      { data: { value: 'Order' } },
      null,
    ],
    ['data of the type requested', { data: { type: 3 } }, { data: { type: 3, value: '4' } }, null],
    ['data of another type', { data: { type: 3 } }, { data: { type: 4, value: '4' } }, 'native_asset_not_requested'],
  ])('%s', (_, wanted, given, fault) => {
    expect(faultOfAsset(wanted, given)).toBe(fault);
  });
});

describe('Native 1.2, 4.4 and 5.4: an image', () => {
  const url = 'https://cdn.example/i.png';
  test.each<[Json, Json, string | null]>([
    [{ wmin: 300, hmin: 157 }, { w: 300, h: 157 }, null],
    [{ wmin: 300, hmin: 157 }, { w: 1200, h: 627 }, null],
    [{ wmin: 300, hmin: 157 }, {}, null],
    [{ wmin: 300, hmin: 157 }, { w: 0, h: 0 }, null],
    [{ wmin: 300, hmin: 157 }, { w: 299, h: 157 }, 'size_not_offered'],
    [{ wmin: 300, hmin: 157 }, { w: 300, h: 156 }, 'size_not_offered'],
    [{ wmin: 300, hmin: 157 }, { h: 156 }, 'size_not_offered'],
    [{ w: 80, h: 80 }, { w: 80, h: 80 }, null],
    [{ w: 80, h: 80 }, { w: 81, h: 80 }, null],
    [{ w: 80, h: 80 }, { w: 82, h: 80 }, 'size_not_offered'],
    [{ w: 80, h: 80 }, { w: 78, h: 78 }, 'size_not_offered'],
    [{ w: 80, h: 80 }, { w: 160 }, null],
    [{ w: 80, h: 80 }, { w: 40 }, 'size_not_offered'],
    [{ w: 80 }, { w: 160, h: 160 }, 'size_not_offered'],
    [{ w: 1200, h: 627 }, { w: 1200, h: 628 }, null],
    [{ w: 1200, h: 627 }, { w: 1200, h: 626 }, null],
    [{ w: 1200, h: 627 }, { w: 2400, h: 1254 }, null],
    [{ w: 1200, h: 627 }, { w: '1200', h: '627' }, null],
    [{ w: 1200, h: 627 }, { w: 600, h: 314 }, 'size_not_offered'],
    [{ w: 1200, h: 627, wmin: 600 }, { w: 600, h: 314 }, 'size_not_offered'],
    [{ w: 1200, h: 627, wmin: 600, hmin: 314 }, { w: 600, h: 314 }, null],
    [{ w: 1200, h: 627 }, { w: 1198, h: 626 }, 'size_not_offered'],
    [{ w: 1200, h: 627 }, { w: 1200, h: 800 }, 'size_not_offered'],
    [{ w: 80, wmin: 50 }, { w: 60, h: 60 }, null],
    [{ type: 3 }, { type: 1 }, 'native_asset_not_requested'],
    [{ type: 2 }, { type: 1 }, null],
    [{ type: 3 }, { type: '3' }, null],
    [{ type: 3 }, { type: 0 }, null],
    [{ type: 0 }, { type: 3 }, null],
    [{}, { type: 1 }, null],
  ])('to %j, %j', (img, given, fault) => {
    expect(faultOfAsset({ img }, { img: { url, ...given } })).toBe(fault);
  });
});

function video(more: Json = {}): Json {
  return { mimes: ['video/mp4'], minduration: 5, maxduration: 30, protocols: [2, 3, 5, 6, 7, 13, 14], ...more };
}

describe('Native 1.2, 4.5 and 5.6: a video', () => {
  const wrapper = buildVast({ kind: 'wrapper', to: 'https://ads.example/vast' });
  const inline = (more = '') =>
    `<VAST version="3.0"><Ad><InLine><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">https://cdn.example/v.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>${more}`;
  test.each<[string, Json, string, string | null]>([
    ['within all terms', {}, inline(), null],
    ['of a protocol that is not listed', { protocols: [2, 5, 6] }, inline(), 'protocol_not_offered'],
    ['of version 2', {}, inline().replace('3.0', '2'), null],
    ['of version 2, which is not listed', { protocols: [3] }, inline().replace('3.0', '2'), 'protocol_not_offered'],
    ['without limits of its duration', { minduration: undefined, maxduration: undefined }, inline(), null],
    ['of a version of 4.2', {}, inline().replace('3.0', '4.2'), null],
    ['of a version that is not listed', {}, inline().replace('3.0', '4.1'), 'protocol_not_offered'],
    ['that is too short', { minduration: 16 }, inline(), 'duration_not_offered'],
    ['that is too long', { maxduration: 14 }, inline(), 'duration_not_offered'],
    ['of another type', { mimes: ['video/webm'] }, inline(), 'file_not_offered'],
    ['of the type in other letters', { mimes: ['VIDEO/MP4'] }, inline(), null],
    ['without media', {}, inline().replaceAll('Linear', 'CompanionAds'), 'native_malformed'],
    [
      'that only a script can play',
      {},
      inline().replace('type="video/mp4"', 'type="application/javascript" apiFramework="VPAID"'),
      'api_not_offered',
    ],
    ['that is a wrapper, whose media are unknown', { maxduration: 6 }, wrapper, null],
    ['that is a wrapper, of which none is listed', { protocols: [2, 3, 7, 13] }, wrapper, 'protocol_not_offered'],
  ])('%s', (_, terms, vasttag, fault) => {
    expect(faultOfAsset({ required: 1, video: video(terms) }, { video: { vasttag } })).toBe(fault);
  });
});

describe('Native 1.2, 5.8: an event tracker', () => {
  const tracker = (event: number, method: number, url: unknown = 'https://t.example/') => ({ event, method, url });
  const listed = [
    { event: 1, methods: [1] },
    { event: 2, methods: [2, 500] },
  ];
  test.each<[string, unknown, unknown, string | null]>([
    ['of a method listed for its event', listed, [tracker(1, 1), tracker(2, 2)], null],
    ['that is not listed, which is left out when the ad is passed on', listed, [tracker(3, 1), tracker(1, 2)], null],
    ['by plain http that is left out', listed, [tracker(3, 1, 'http://t.example/')], null],
    ['by plain http', listed, [tracker(1, 1, 'http://t.example/')], 'not_secure'],
    ['by plain http where the list is empty', [], [tracker(3, 1, 'http://t.example/')], 'not_secure'],
    ['with numbers in texts', listed, [{ event: '1', method: '1', url: 'https://t.example/' }], null],
    ['where the request says nothing of them', undefined, [tracker(1, 2)], null],
    ['without an event', listed, [{ method: 1, url: 'https://t.example/' }], 'native_malformed'],
    ['without a method', listed, [{ event: 1, url: 'https://t.example/' }], 'native_malformed'],
    ['without the URL of its image', listed, [tracker(1, 1, '')], 'native_malformed'],
    ['of a method of the exchange’s own, without a URL', listed, [tracker(2, 500, null)], null],
  ])('%s', (_, eventtrackers, given, fault) => {
    expect(faultOf({ eventtrackers: given }, { eventtrackers })).toBe(fault);
  });
});

describe('OpenRTB 2.6, 3.2.4: in a secure imp', () => {
  const plain = 'http://a.example/x';
  const vasttag = buildVast({ kind: 'wrapper', to: 'https://ads.example/vast' }).replaceAll('https:', 'http:');
  const asked = { assets: [...requested.assets, { id: 4, video: video() }] };
  test.each<[string, Json]>([
    ['a picture', { assets: [title, { id: 2, img: { url: plain } }] }],
    ['a video', { assets: [title, image, { id: 4, video: { vasttag } }] }],
    ['a tracker', { imptrackers: [plain] }],
    ['an event tracker', { eventtrackers: [{ event: 1, method: 1, url: plain }] }],
    ['a click tracker', { link: { ...link, clicktrackers: [plain] } }],
    ['a click tracker of an asset', { assets: [title, { ...image, link: { url: 'x', clicktrackers: [plain] } }] }],
    ['a script', { jstracker: `<script src="${plain}"></script>` }],
    ['the URL of a script', { jstracker: plain }],
    ['a script with a request', { jstracker: `<script>fetch("${plain}")</script>` }],
    ['a script in capitals', { jstracker: '<script src="HTTP://a.example/x"></script>' }],
  ])('%s by plain http is not secure', (_, fields) => {
    expect(faultOf(fields, asked)).toBe('not_secure');
    const [adm, request] = [
      { ...response, ...fields },
      { ...requested, ...asked },
    ].map((each) => JSON.stringify(each));
    expect(nativeFault(adm ?? '', request ?? '', false)).toBeNull();
  });
});
