import { describe, expect, test } from 'vitest';
import type { BidFault } from './bidFault.ts';
import { checkBidParts } from './checkBidParts.ts';
import { validateBid, type BidCase, type BidValidation } from './validateBid.ts';
import type { Bid } from './responseTypes.ts';
import type { Banner, BidRequest, Deal, Imp, MediaType, Video } from '../types.ts';

interface Story {
  bid?: Partial<Bid>;
  seat?: string | undefined;
  imp?: Partial<Imp>;
  request?: Partial<BidRequest>;
  currency?: string;
}

const html = '<a href="http://brand.example/"><img src="https://cdn.example/a.png"></a>';
const vast =
  '<?xml version="1.0"?>\n<VAST version="4.2"><Ad><InLine><Impression><![CDATA[https://t.example/i]]></Impression></InLine></Ad></VAST>';
const nativeRequest = '{"ver":"1.2","assets":[{"id":1,"required":1,"title":{"len":90}},{"id":2,"img":{}}]}';
const native = '{"ver":"1.2","link":{"url":"http://brand.example/"},"assets":[{"id":1,"title":{"text":"Hello"}}]}';
const banner: Banner = {
  w: 300,
  h: 250,
  format: [
    { w: 300, h: 250 },
    { w: 320, h: 50 },
  ],
};
const video: Video = { mimes: ['video/mp4'], protocols: [2, 3, 7], api: [7], minduration: 5, maxduration: 30 };

function buildCase({ bid, imp, request, currency = 'USD', ...rest }: Story): BidCase {
  const built: Imp = { id: '1', secure: 1, banner, ...imp };
  return {
    bid: { id: 'b1', impid: '1', price: 1.5, crid: 'c1', w: 300, h: 250, adm: html, ...bid },
    seat: 'seat' in rest ? rest.seat : 's1',
    imp: built,
    request: { id: 'r1', imp: [built], ...request },
    responseCurrency: currency,
  };
}

function validate(story: Story): BidValidation {
  return validateBid(buildCase(story));
}

/** Each row: the bid's title, its changes, and its fault; null when it is accepted. */
function rules(title: string, rows: readonly (readonly [string, Story, BidFault | null])[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_, story, fault) => {
      const validation = validate(story);
      expect(validation.ok ? null : validation.fault).toBe(fault);
      // The check of all parts finds the same fault first.
      const { parts } = checkBidParts(buildCase(story));
      expect(parts.find((part) => part.fault !== null)?.fault ?? null).toBe(fault);
    });
  });
}

const ofVideo = (bid: Partial<Bid>, offer: Partial<Video> = {}): Story => ({
  bid: { adm: vast, w: undefined, h: undefined, ...bid },
  imp: { banner: undefined, video: { ...video, ...offer } },
});

const ofBanner = (bid: Partial<Bid>, offer: Partial<Banner> = {}): Story => ({
  bid,
  imp: { banner: { ...banner, ...offer } },
});

const ofDeal = (bid: Partial<Bid>, deal: Partial<Deal> = {}): Story => ({
  bid: { dealid: 'd1', ...bid },
  imp: { pmp: { deals: [{ id: 'd0' }, { id: 'd1', ...deal }] } },
});

test('2.4: a valid bid is accepted, with its media type and deal', () => {
  expect(validate({})).toEqual({ ok: true, mediaType: 'banner', deal: null });
  expect(validate(ofDeal({}, { bidfloor: 2 }))).toEqual({
    ok: true,
    mediaType: 'banner',
    deal: { id: 'd1', bidfloor: 2 },
  });
});

test('2.4: a bid for an imp that was not offered is rejected', () => {
  expect(validateBid({ ...buildCase({}), imp: undefined })).toEqual({ ok: false, fault: 'imp_unknown' });
  expect(validate({ bid: { impid: '2' } })).toEqual({ ok: false, fault: 'imp_unknown' });
});

rules('2.4: currency', [
  ['dollars where nothing is said', {}, null],
  ['dollars where the list is empty', { request: { cur: [] } }, null],
  ['another where nothing is said', { currency: 'EUR' }, 'currency_not_accepted'],
  ['one of the list', { currency: 'EUR', request: { cur: ['GBP', 'EUR'] } }, null],
  ['dollars where they are not on the list', { request: { cur: ['EUR'] } }, 'currency_not_accepted'],
]);

rules('2.4: price', [
  ['above zero', { bid: { price: 0.000001 } }, null],
  ['of zero', { bid: { price: 0 } }, 'price_missing'],
  ['of zero with an empty deal', { bid: { price: 0, dealid: '' } }, 'price_missing'],
  ['of zero with a deal', ofDeal({ price: 0 }), null],
  ['of zero with a deal that is not offered', ofDeal({ price: 0, dealid: 'x' }), 'deal_unknown'],
  ['below zero', { bid: { price: -1 } }, 'price_missing'],
  ['below zero with a deal', ofDeal({ price: -1 }), 'price_missing'],
]);

rules('2.4: creative id and markup', [
  ['no creative id', { bid: { crid: undefined } }, 'crid_missing'],
  ['an empty creative id', { bid: { crid: '' } }, 'crid_missing'],
  ['neither markup nor win notice', { bid: { adm: undefined } }, 'markup_missing'],
  ['blank markup', { bid: { adm: ' \n' } }, 'markup_missing'],
  ['markup by the win notice', { bid: { adm: undefined, nurl: 'https://d.example/w' } }, null],
]);

rules('2.4: deals', [
  ['a deal that was not offered', { bid: { dealid: 'd1' } }, 'deal_unknown'],
  ['a deal of another name', ofDeal({ dealid: 'd2' }), 'deal_unknown'],
  ['no deal where deals may be used', { imp: { pmp: { deals: [{ id: 'd1' }] } } }, null],
  ['no deal in a private auction', { imp: { pmp: { private_auction: 1, deals: [{ id: 'd1' }] } } }, 'deal_required'],
  [
    'a deal in a private auction',
    { bid: { dealid: 'd1' }, imp: { pmp: { private_auction: 1, deals: [{ id: 'd1' }] } } },
    null,
  ],
  ['a seat of the deal', ofDeal({}, { wseat: ['s0', 's1'] }), null],
  ['a seat that is not of the deal', ofDeal({}, { wseat: ['s0'] }), 'deal_seat_not_allowed'],
  ['no seat where the deal names some', { ...ofDeal({}, { wseat: ['s1'] }), seat: undefined }, 'deal_seat_not_allowed'],
  ['an advertiser of the deal', ofDeal({ adomain: ['shop.brand.example'] }, { wadomain: ['brand.example'] }), null],
  [
    'another advertiser than the deal has',
    ofDeal({ adomain: ['brand.example', 'other.example'] }, { wadomain: ['brand.example'] }),
    'deal_advertiser_not_allowed',
  ],
  [
    'no advertiser where the deal names some',
    ofDeal({}, { wadomain: ['brand.example'] }),
    'deal_advertiser_not_allowed',
  ],
  [
    'an advertiser that only ends like one of the deal',
    ofDeal({ adomain: ['mybrand.example'] }, { wadomain: ['brand.example'] }),
    'deal_advertiser_not_allowed',
  ],
]);

rules('2.4: seats', [
  ['on the list', { request: { wseat: ['s0', 's1'] } }, null],
  ['not on the list', { request: { wseat: ['s0'] } }, 'seat_not_allowed'],
  ['missing where there is a list', { seat: undefined, request: { wseat: ['s1'] } }, 'seat_not_allowed'],
  ['on an empty list', { request: { wseat: [] } }, null],
  ['blocked', { request: { bseat: ['s1'] } }, 'seat_blocked'],
  ['not blocked', { request: { bseat: ['s0'] } }, null],
  ['missing where some are blocked', { seat: undefined, request: { bseat: ['s1'] } }, null],
]);

const ofDomain = (adomain: string[], badv: string[]): Story => ({ bid: { adomain }, request: { badv } });

rules('2.4: advertiser domains', [
  ['blocked itself', ofDomain(['brand.example'], ['other.example', 'brand.example']), 'advertiser_blocked'],
  ['below a blocked one', ofDomain(['a.shop.brand.example'], ['brand.example']), 'advertiser_blocked'],
  ['above a blocked one', ofDomain(['brand.example'], ['shop.brand.example']), null],
  ['only ending like a blocked one', ofDomain(['mybrand.example'], ['brand.example']), null],
  ['longer than a blocked one', ofDomain(['brand.example.org'], ['brand.example']), null],
  ['one of several', ofDomain(['fine.example', 'brand.example'], ['brand.example']), 'advertiser_blocked'],
  ['in capitals', ofDomain(['Brand.EXAMPLE'], ['brand.example']), 'advertiser_blocked'],
  ['on a list in capitals', ofDomain(['brand.example'], ['BRAND.Example']), 'advertiser_blocked'],
  ['with www', ofDomain(['www.brand.example'], ['brand.example']), 'advertiser_blocked'],
  ['on a list with www', ofDomain(['brand.example'], ['www.brand.example']), 'advertiser_blocked'],
  ['on a list with a star', ofDomain(['brand.example'], ['*.brand.example']), 'advertiser_blocked'],
  ['on a list with a dot', ofDomain(['brand.example'], ['.brand.example']), 'advertiser_blocked'],
  ['under a whole ending', ofDomain(['brand.casino.example'], ['casino.example', '']), 'advertiser_blocked'],
  ['as a URL', ofDomain(['https://WWW.brand.example:443/path?x=1'], ['brand.example']), 'advertiser_blocked'],
  ['with a dot at the end', ofDomain(['brand.example.'], ['brand.example']), 'advertiser_blocked'],
  ['that cannot be read', ofDomain(['no domain'], ['brand.example']), 'advertiser_malformed'],
  ['that cannot be read where none is blocked', ofDomain(['no domain'], []), null],
  ['left empty', ofDomain([''], ['brand.example', '']), null],
  ['missing', { request: { badv: ['brand.example'] } }, null],
]);

const ofCategory = (cat: string[] | undefined, request: Partial<BidRequest>, cattax?: number): Story => ({
  bid: { cat, ...(cattax === undefined ? {} : { cattax }) },
  request,
});

rules('2.4: categories', [
  ['blocked itself', ofCategory(['IAB1', 'IAB7-39'], { bcat: ['IAB7-39'] }), 'category_blocked'],
  ['part of a blocked one', ofCategory(['IAB7-39'], { bcat: ['IAB7'] }), 'category_blocked'],
  ['only beginning like a blocked one', ofCategory(['IAB17-2', 'IAB71'], { bcat: ['IAB7', 'IAB1'] }), null],
  ['with a blocked part', ofCategory(['IAB7'], { bcat: ['IAB7-39'] }), null],
  ['in small letters', ofCategory(['iab7-39'], { bcat: ['IAB7'] }), 'category_blocked'],
  ['on a list in small letters', ofCategory(['IAB7-39'], { bcat: ['iab7'] }), 'category_blocked'],
  ['missing', ofCategory(undefined, { bcat: ['IAB7'] }), null],
  ['of the taxonomy of the list', ofCategory(['223'], { bcat: ['223'], cattax: 6 }, 6), 'category_blocked'],
  ['of no taxonomy that it names', ofCategory(['223'], { bcat: ['223'], cattax: 6 }), 'category_blocked'],
  ['of another taxonomy with the same number', ofCategory(['223'], { bcat: ['223'], cattax: 6 }, 2), null],
  ['allowed', ofCategory(['IAB7-39'], { acat: ['IAB7', 'IAB8'] }), null],
  ['not allowed', ofCategory(['IAB7-39', 'IAB9'], { acat: ['IAB7'] }), 'category_not_allowed'],
  ['missing where some are allowed', ofCategory(undefined, { acat: ['IAB7'] }), 'category_not_allowed'],
]);

rules('2.4: apps', [
  ['blocked', { bid: { bundle: 'com.game' }, request: { bapp: ['123', 'com.game'] } }, 'app_blocked'],
  ['of another name', { bid: { bundle: 'com.game.two' }, request: { bapp: ['com.game'] } }, null],
  ['missing', { request: { bapp: ['com.game'] } }, null],
]);

rules('2.4: the form of a bid', [
  ['named and offered', { bid: { mtype: 1 } }, null],
  ['named and not offered', { bid: { mtype: 2, adm: vast } }, 'media_type_not_offered'],
  ['named by Prebid Server and not offered', { bid: { ext: { prebid: { type: 'video' } } } }, 'media_type_not_offered'],
  ['VAST where only banners are offered', { bid: { adm: vast } }, 'media_type_not_offered'],
  ['HTML where only video is offered', ofVideo({ adm: html }), 'media_type_not_offered'],
  ['HTML that is said to be video', ofVideo({ adm: html, mtype: 2 }), 'markup_mismatch'],
  ['VAST that is said to be a banner', { bid: { adm: vast, mtype: 1 } }, 'markup_mismatch'],
  ['a number that is not known, and HTML', { bid: { mtype: 9 } }, null],
  ['VAST after a comment', ofVideo({ adm: `\uFEFF\n<!-- <p> -->${vast}` }), null],
  ['VAST in small letters', ofVideo({ adm: vast.replaceAll('VAST', 'vast'), mtype: 2 }), 'markup_mismatch'],
  [
    'a win notice where several forms are offered',
    { bid: { adm: undefined, nurl: 'https://d.example/w' }, imp: { video } },
    'media_type_unknown',
  ],
  ['a win notice where one form is offered', ofVideo({ adm: undefined, nurl: 'https://d.example/w' }), null],
]);

describe('2.4: the media type of a bid that does not declare it', () => {
  const imp: Partial<Imp> = { video, audio: { mimes: ['audio/mpeg'] }, native: { request: nativeRequest } };
  test.each<[string, Partial<Bid>, MediaType]>([
    ['HTML is a banner', {}, 'banner'],
    ['VAST is video', { adm: vast }, 'video'],
    ['VAST with audio files only is audio', { adm: `${vast}<MediaFile type="audio/mpeg">` }, 'audio'],
    ['VAST with both is video', { adm: `${vast}<MediaFile type='audio/aac'><MediaFile type='video/mp4'>` }, 'video'],
    ['JSON is native', { adm: ` ${native}` }, 'native'],
    ['what Prebid Server says counts', { adm: vast, ext: { prebid: { type: 'audio' } } }, 'audio'],
    ['mtype counts more', { adm: vast, mtype: 2, ext: { prebid: { type: 'audio' } } }, 'video'],
  ])('%s', (_, bid, mediaType) => {
    expect(validate({ bid, imp })).toMatchObject({ ok: true, mediaType });
  });
});

rules('2.4: creative attributes', [
  ['blocked for banners', ofBanner({ attr: [3, 6] }, { battr: [1, 6] }), 'attribute_blocked'],
  ['blocked for other forms', { bid: { attr: [6] }, imp: { video: { ...video, battr: [6] } } }, null],
  ['blocked for video', ofVideo({ attr: [6] }, { battr: [6] }), 'attribute_blocked'],
  [
    'blocked for native',
    {
      bid: { adm: native, attr: [6] },
      imp: { banner: undefined, native: { request: nativeRequest, battr: [6] } },
    },
    'attribute_blocked',
  ],
  ['missing', ofBanner({}, { battr: [6] }), null],
]);

const script = { adm: '<script src="https://cdn.example/a.js"></script>' };

rules('OpenRTB 2.6, 3.2.6: what banners are', [
  ['a script where scripts are blocked', ofBanner(script, { btype: [3] }), 'ad_type_blocked'],
  ['a script where frames and pictures are blocked', ofBanner(script, { btype: [1, 2, 4] }), null],
  ['a text where its attribute is blocked', ofBanner({ adm: '<p>Buy' }, { battr: [12] }), 'attribute_blocked'],
  ['a script where pictures alone are shown', ofBanner(script, { mimes: ['image/gif'] }), 'file_not_offered'],
  ['an ad for MRAID', ofBanner({ adm: '<script src="mraid.js"></script>' }), 'api_not_offered'],
  ['an ad for MRAID that says so', ofBanner({ adm: '<script src="mraid.js"></script>', apis: [5] }), 'api_not_offered'],
  ['an ad for MRAID in an app', ofBanner({ adm: '<script src="mraid.js"></script>' }, { api: [5] }), null],
]);

const flex: Partial<Banner> = { w: undefined, h: undefined, format: [{ wratio: 16, hratio: 9, wmin: 320 }] };

rules('2.4: sizes of banners', [
  ['of the list', ofBanner({ w: 320, h: 50 }), null],
  ['not of the list', ofBanner({ w: 728, h: 90 }), 'size_not_offered'],
  ['turned round', ofBanner({ w: 250, h: 300 }), 'size_not_offered'],
  ['of the banner without a list', ofBanner({}, { format: undefined }), null],
  ['of the banner beside the list', ofBanner({}, { format: [{ w: 320, h: 50 }] }), null],
  ['any where none is offered', ofBanner({ w: 1, h: 2 }, { w: undefined, h: undefined, format: [] }), null],
  ['missing where one is offered', ofBanner({ w: undefined }, { format: [{ w: 300, h: 250 }] }), null],
  ['missing where one is offered alone', ofBanner({ w: 0, h: 0 }, { format: undefined }), null],
  ['missing where several are offered', ofBanner({ w: undefined, h: undefined }), 'size_not_offered'],
  ['of the ratio', ofBanner({ w: 640, h: 360 }, flex), null],
  ['of the ratio but for a pixel', ofBanner({ w: 333, h: 187 }, flex), null],
  ['of the ratio but too narrow', ofBanner({ w: 160, h: 90 }, flex), 'size_not_offered'],
  ['of another ratio', ofBanner({ w: 640, h: 400 }, flex), 'size_not_offered'],
  ['declared as the ratio', ofBanner({ w: undefined, h: undefined, wratio: 32, hratio: 18 }, flex), null],
  [
    'declared as another ratio',
    ofBanner({ w: undefined, h: undefined, wratio: 4, hratio: 3 }, flex),
    'size_not_offered',
  ],
]);

rules('2.4: durations', [
  ['within the limits', ofVideo({ dur: 30 }), null],
  ['too short', ofVideo({ dur: 4 }), 'duration_not_offered'],
  ['too long', ofVideo({ dur: 31 }), 'duration_not_offered'],
  ['missing', ofVideo({}), null],
  ['extended as far as allowed', ofVideo({ dur: 40 }, { maxextended: 10 }), null],
  ['extended further', ofVideo({ dur: 41 }, { maxextended: 10 }), 'duration_not_offered'],
  ['extended without limit', ofVideo({ dur: 300 }, { maxextended: -1 }), null],
  ['longer than the pod', ofVideo({ dur: 25 }, { poddur: 20 }), 'duration_not_offered'],
  ['of the list', ofVideo({ dur: 15 }, { rqddurs: [15, 30] }), null],
  ['between those of the list', ofVideo({ dur: 20 }, { rqddurs: [15, 30] }), 'duration_not_offered'],
  [
    'of audio too long',
    {
      bid: { adm: vast, dur: 20 },
      imp: { banner: undefined, audio: { mimes: ['audio/mpeg'], maxduration: 15 } },
    },
    'duration_not_offered',
  ],
]);

rules('OpenRTB 2.6, 4.2.3: protocols and APIs', [
  ['a protocol that is offered', ofVideo({ protocol: 3 }), null],
  ['a protocol that is not offered', ofVideo({ protocol: 8 }), 'protocol_not_offered'],
  ['a protocol where none is named', ofVideo({ protocol: 8 }, { protocols: undefined }), null],
  ['an API that is offered', ofVideo({ api: 7 }), null],
  ['an API that is not offered', ofVideo({ api: 2 }), 'api_not_offered'],
  ['an API where none is named', ofBanner({ api: 5 }), 'api_not_offered'],
  ['APIs that are offered', ofVideo({ apis: [7] }), null],
  ['4.2.3: supported APIs of which one is offered', ofVideo({ apis: [2, 7] }), null],
  ['4.2.3: supported APIs of which none is offered', ofVideo({ apis: [1, 2] }), 'api_not_offered'],
  ['4.2.3: an API that is not offered beside one that is', ofVideo({ api: 2, apis: [7] }), null],
  ['no APIs', ofVideo({ apis: [], api: 0 }), null],
]);

const ofNative = (adm: string): Story => ({
  bid: { adm },
  imp: { banner: undefined, native: { request: nativeRequest } },
});

rules('2.4: native', [
  ['with every asset', ofNative(native), null],
  ['without a required asset', ofNative('{"link":{"url":"x"},"assets":[]}'), 'native_asset_missing'],
  [
    'with an asset that was not requested',
    ofNative(native.replace('}]}', '},{"id":3}]}')),
    'native_asset_not_requested',
  ],
  ['that is broken', ofNative('{"link":'), 'native_malformed'],
  [
    'with a picture by plain http',
    ofNative(native.replace('}]}', '},{"id":2,"img":{"url":"http://a.example/i"}}]}')),
    'not_secure',
  ],
]);

const plainImage = '<img src="http://cdn.example/a.png">';

rules('2.4: https', [
  ['a landing page may be plain http', {}, null],
  ['a picture may not', { bid: { adm: plainImage } }, 'not_secure'],
  ['a picture may not in capitals', { bid: { adm: plainImage.replace('http', 'HTTP') } }, 'not_secure'],
  [
    'a picture may not behind a > in its tag',
    { bid: { adm: plainImage.replace('<img', '<img alt=">"') } },
    'not_secure',
  ],
  ['a beacon may not', { bid: { adm: '<script>navigator.sendBeacon("http://d.example/b")</script>' } }, 'not_secure'],
  ['a namespace may', { bid: { adm: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' } }, null],
  ['a picture may not where nothing is said', { bid: { adm: plainImage }, imp: { secure: undefined } }, 'not_secure'],
  ['a picture may where the place is not secure', { bid: { adm: plainImage }, imp: { secure: 0 } }, null],
  ['markup by the win notice may not', { bid: { adm: undefined, nurl: 'http://d.example/w' } }, 'not_secure'],
  ['a mere win notice may', { bid: { nurl: 'http://d.example/w' } }, null],
  ['the sample picture may not', { bid: { iurl: 'http://d.example/i.png' } }, 'not_secure'],
]);
