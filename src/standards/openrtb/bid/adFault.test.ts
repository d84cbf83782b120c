import { describe, expect, test } from 'vitest';
import { adMarkup, type AdSketch } from '../../../../tests/vast/adMarkup.ts';
import { parseVast } from '../../vast/parseVast.ts';
import type { VastAd } from '../../vast/types.ts';
import type { Audio, Video } from '../types.ts';
import { adFault, type AdTerms } from './adFault.ts';
import { adTraits } from './adTraits.ts';
import { normalizeMime } from './normalizeMime.ts';

function adIn(xml: string): VastAd {
  const parsed = parseVast(xml);
  const ad = parsed.ok ? parsed.vast.ads[0] : undefined;
  if (!ad) throw new Error('no ad');
  return ad;
}

const faultOf = (xml: string, terms: AdTerms): string | null => adFault(adTraits(adIn(xml)), terms);
const ofVideo = (asked: Partial<Video>): AdTerms => ({ video: { mimes: ['video/mp4'], ...asked } });
const ofAudio = (asked: Partial<Audio>): AdTerms => ({ audio: { mimes: ['audio/mpeg'], ...asked } });

const fileOf = (type: string, more = ''): string =>
  `<MediaFile delivery="progressive" type="${type}" width="640" height="360"${more}>https://cdn.example/b</MediaFile>`;
const script: AdSketch = { mime: 'application/javascript', api: 'VPAID' };
const song: AdSketch = { mime: 'audio/mpeg' };
const wrapper =
  '<VAST version="4.2"><Ad><Wrapper><AdSystem>A</AdSystem><VASTAdTagURI>https://a.example/</VASTAdTagURI></Wrapper></Ad></VAST>';

type Row = [title: string, ad: AdSketch | string, terms: AdTerms, fault: string | null];

function check(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, ad, terms, fault) => {
    expect(faultOf(typeof ad === 'string' ? ad : adMarkup(ad), terms)).toBe(fault);
  });
}

describe('OpenRTB 2.6, 3.2.7, linearity', () => {
  const both = adMarkup().replace('</Creatives>', `${creativeOf(adMarkup({ isOverlay: true }))}</Creatives>`);
  const onlyOverlay = adMarkup({ isOverlay: true });
  const besideLinear = (linear: string): string =>
    onlyOverlay.replace('<Creatives>', `<Creatives><Creative>${linear}</Creative>`);
  const unplayable = besideLinear('<Linear><MediaFiles><MediaFile type="video/mp4"/></MediaFiles></Linear>');
  const noResource = adMarkup({ isOverlay: true }).replace(/<StaticResource.*<\/StaticResource>/, '');
  check([
    ['absent allows a linear ad', {}, ofVideo({}), null],
    ['absent allows an overlay', { isOverlay: true }, ofVideo({}), null],
    ['absent allows no overlay in a pod', { isOverlay: true }, ofVideo({ poddur: 30 }), 'linearity_not_offered'],
    [
      'absent allows no overlay in a slot of a pod',
      { isOverlay: true },
      ofVideo({ podid: 'p' }),
      'linearity_not_offered',
    ],
    ['a pod of 0 seconds is none', { isOverlay: true }, ofVideo({ poddur: 0 }), null],
    ['an overlay beside a Linear without files', besideLinear('<Linear></Linear>'), ofVideo({ linearity: 2 }), null],
    ['2 allows no ad with a video beside its overlay', both, ofVideo({ linearity: 2 }), 'linearity_not_offered'],
    ['1 allows an ad with an overlay beside its video', both, ofVideo({ linearity: 1 }), null],
    ['an overlay is held against no type of media', { isOverlay: true }, ofVideo({ mimes: ['video/webm'] }), null],
    ['nothing asked', { isOverlay: true }, {}, null],
  ]);

  test('an overlay without a resource is none', () => {
    expect(adTraits(adIn(noResource)).form).toBeNull();
  });

  test('an overlay beside a Linear that cannot be played is none', () => {
    expect(adTraits(adIn(unplayable)).form).toBeNull();
  });
});

function creativeOf(xml: string): string {
  return /<Creative .*<\/Creative>/.exec(xml)?.[0] ?? '';
}

describe('OpenRTB 2.6, 3.2.7, mimes, minbitrate, maxbitrate and delivery', () => {
  check([
    ['one file of several is enough', { mime: 'video/webm', beside: fileOf('video/mp4') }, ofVideo({}), null],
    ['a type has parameters and any case', { mime: 'Video/MP4; codecs=avc1' }, ofVideo({}), null],
    ['an offered type has any case', {}, ofVideo({ mimes: ['VIDEO/MP4'] }), null],
    ['every type where none is listed', { mime: 'video/webm' }, ofVideo({ mimes: [] }), null],
    [
      'a stream under its other name',
      { mime: 'application/vnd.apple.mpegurl' },
      ofVideo({ mimes: ['application/x-mpegURL'] }),
      null,
    ],
    [
      'a playlist of unknown medium under a name of audio',
      { mime: 'audio/mpegurl' },
      ofVideo({ mimes: ['application/x-mpegURL'] }),
      null,
    ],
    ['an asked type under another name', {}, ofVideo({ mimes: ['mp4'] }), null],
    ['any type of video', {}, ofVideo({ mimes: ['video/*'] }), null],
    ['any type', { mime: 'video/webm' }, ofVideo({ mimes: ['*/*'] }), null],
    [
      'any type of audio is no stream',
      { mime: 'application/x-mpegURL' },
      ofAudio({ mimes: ['audio/*'] }),
      'file_not_offered',
    ],
    ['a bitrate that is not declared', { bitrate: 0 }, ofVideo({ minbitrate: 500, maxbitrate: 1000 }), null],
    ['a bitrate that is too low', { bitrate: 400 }, ofVideo({ minbitrate: 500 }), 'file_not_offered'],
    ['a maximum bitrate of 0 is none', {}, ofVideo({ maxbitrate: 0 }), null],
    ['a delivery that is not known, which is progressive', { delivery: 'somehow' }, ofVideo({ delivery: [2] }), null],
    ['a delivery that is not known', { delivery: 'somehow' }, ofVideo({ delivery: [1] }), 'file_not_offered'],
    [
      'a playlist whose delivery is not known',
      { mime: 'application/x-mpegURL', delivery: '' },
      ofVideo({ mimes: ['application/x-mpegURL'], delivery: [1] }),
      null,
    ],
    ['a download', {}, ofVideo({ delivery: [3] }), null],
    [
      'a file must meet all at once',
      { bitrate: 3000, beside: fileOf('video/webm', ' bitrate="800"') },
      ofVideo({ maxbitrate: 1000 }),
      'file_not_offered',
    ],
  ]);
});

describe('OpenRTB 2.6, 3.2.7, api', () => {
  check([
    ['VPAID 2.0 runs scripts', script, ofVideo({ api: [2] }), null],
    ['VPAID 1.0 runs none', script, ofVideo({ api: [1] }), 'api_not_offered'],
    ['a listed type is no API', script, ofVideo({ mimes: ['application/javascript'] }), 'api_not_offered'],
    [
      'Flash under VPAID needs its type too',
      { mime: 'application/x-shockwave-flash', api: 'VPAID' },
      ofVideo({ api: [1] }),
      'file_not_offered',
    ],
    ['VPAID with its version, as 2', { mime: 'video/mp4', api: 'VPAID2' }, ofVideo({}), 'api_not_offered'],
    ['VPAID with its version, as 2.0', { mime: 'video/mp4', api: 'VPAID 2.0' }, ofVideo({}), 'api_not_offered'],
    ['VPAID with its version, as 2_0', { mime: 'video/mp4', api: 'VPAID_2_0' }, ofVideo({}), 'api_not_offered'],
    ['VPAID with its version, in lower case', { ...script, api: ' vpaid2.0' }, ofVideo({ api: [2] }), null],
    ['a script that names no API', { mime: 'application/x-javascript' }, ofVideo({}), 'api_not_offered'],
    ['a script that names another one', { ...script, api: 'none' }, ofVideo({ api: [7] }), 'api_not_offered'],
    [
      'Flash that names no API, though its type is listed',
      { mime: 'application/x-shockwave-flash' },
      ofVideo({ mimes: ['application/x-shockwave-flash'] }),
      'api_not_offered',
    ],
    ['a script under SIMID', { ...script, api: 'SIMID' }, ofVideo({ api: [8] }), null],
    ['a script beside a video', { ...script, beside: fileOf('video/mp4') }, ofVideo({}), null],
    [
      'a script beside a video of another type',
      { ...script, beside: fileOf('video/webm') },
      ofVideo({}),
      'file_not_offered',
    ],
    ['SIMID', { mime: 'text/html', api: 'SIMID' }, ofVideo({ api: [7] }), 'api_not_offered'],
    ['a name that is no API', { api: 'none' }, ofVideo({}), null],
    [
      'an overlay that needs MRAID',
      adMarkup({ isOverlay: true }).replace('<NonLinear ', '<NonLinear apiFramework="MRAID" '),
      ofVideo({ api: [7] }),
      'api_not_offered',
    ],
  ]);
});

describe('OpenRTB 2.6, 3.2.7, durations', () => {
  const lasting = (duration: string): string => adMarkup().replace('00:00:15', duration);
  check([
    ['are whole seconds', lasting('00:00:30.033'), ofVideo({ maxduration: 30, minduration: 30 }), null],
    ['are whole seconds of a list', lasting('00:00:29.98'), ofVideo({ rqddurs: [15, 30] }), null],
    ['that are not in a list', lasting('00:00:20'), ofVideo({ rqddurs: [15, 30] }), 'duration_not_offered'],
    ['may be extended', lasting('00:00:35'), ofVideo({ maxduration: 30, maxextended: 5 }), null],
    ['of a whole pod', lasting('00:00:35'), ofVideo({ poddur: 30 }), 'duration_not_offered'],
    ['of zero are unknown', lasting('00:00:00'), ofVideo({ minduration: 5 }), null],
    ['that cannot be read are unknown', lasting('soon'), ofVideo({ maxduration: 10 }), null],
    ['that cannot be read are not in a list', lasting('soon'), ofVideo({ rqddurs: [30] }), 'duration_not_offered'],
    ['of zero have no place in a pod', lasting('00:00:00'), ofVideo({ poddur: 30 }), 'duration_not_offered'],
    ['that are missing have none in a slot', lasting(''), ofVideo({ podid: 'p' }), 'duration_not_offered'],
    ['below half a second are known', lasting('00:00:00.400'), ofVideo({ minduration: 5 }), 'duration_not_offered'],
    ['below half a second are a second', lasting('00:00:00.400'), ofVideo({ minduration: 1 }), null],
    ['without a limit, as 0 is none', {}, ofVideo({ maxduration: 0, poddur: 0 }), null],
    ['of an overlay are none', { isOverlay: true }, ofVideo({ rqddurs: [30] }), null],
  ]);
});

describe('OpenRTB 2.6, 3.2.7, skip and skipmin', () => {
  const skippable: AdSketch = { isSkippable: true };
  check([
    ['0 allows no skippable ad', skippable, ofVideo({ skip: 0 }), 'attribute_blocked'],
    ['0 allows one that is not skippable', {}, ofVideo({ skip: 0 }), null],
    ['1 allows it', skippable, ofVideo({ skip: 1 }), null],
    ['an ad that is not longer than skipmin', skippable, ofVideo({ skip: 1, skipmin: 15 }), 'attribute_blocked'],
    ['a longer one', skippable, ofVideo({ skip: 1, skipmin: 14 }), null],
  ]);
});

describe('VAST 4.3, Linear: an ad with several linear creatives is sold with all of them', () => {
  const before = (further: AdSketch): string =>
    adMarkup().replace('</Creatives>', `${creativeOf(adMarkup(further))}</Creatives>`);
  check([
    ['which may fit', before({ seconds: 20 }), ofVideo({ maxduration: 30 }), null],
    ['their durations', before({ seconds: 45 }), ofVideo({ maxduration: 30 }), 'duration_not_offered'],
    ['their types', before({ mime: 'video/webm' }), ofVideo({}), 'file_not_offered'],
    ['their APIs', before(script), ofVideo({}), 'api_not_offered'],
    ['their media', before(song), ofVideo({ mimes: [] }), 'markup_mismatch'],
    ['whether they can be skipped', before({ isSkippable: true }), ofVideo({ battr: [16] }), 'attribute_blocked'],
    ['but none that cannot be played', before({ url: '', seconds: 45 }), ofVideo({ maxduration: 30 }), null],
  ]);
});

describe('OpenRTB 2.6, 3.2.7, protocols', () => {
  check([
    ['a version that we can write', { version: '4.2' }, ofVideo({ protocols: [2] }), null],
    ['an empty list asks nothing', {}, ofVideo({ protocols: [] }), null],
    ['wrappers alone', {}, ofVideo({ protocols: [5, 6, 8, 12, 14, 16] }), 'protocol_not_offered'],
    ['VAST 1.0 and DAAST', {}, ofVideo({ protocols: [1, 4, 9, 10] }), 'protocol_not_offered'],
    ['VAST 4.3', {}, ofVideo({ protocols: [15] }), null],
    ['a wrapper where only inline ads are played', wrapper, ofVideo({ protocols: [3, 7] }), 'protocol_not_offered'],
    ['a wrapper', wrapper, ofVideo({ protocols: [3, 6] }), null],
  ]);
});

describe('OpenRTB 2.6, 3.2.8: audio', () => {
  const stream: AdSketch = { mime: 'application/vnd.apple.mpegurl' };
  const declared = (medium: string): string => adMarkup(stream).replace('<Ad ', `<Ad adType="${medium}" `);
  const mimes = ['application/x-mpegurl'];
  check([
    ['files of both media fit either', { ...song, beside: fileOf('video/mp4') }, ofVideo({}), null],
    ['files of both media fit audio', { ...song, beside: fileOf('video/mp4') }, ofAudio({}), null],
    ['a stream of unknown medium fits either', stream, ofAudio({ mimes }), null],
    ['a stream that is declared a video', declared('video'), ofAudio({ mimes }), 'markup_mismatch'],
    ['a stream that is declared audio', declared('Audio'), ofVideo({ mimes }), 'markup_mismatch'],
    ['a stream that is declared a hybrid', declared('hybrid'), ofVideo({ mimes }), null],
    [
      'files decide against what is declared',
      declared('audio').replace('application/vnd.apple.mpegurl', 'video/mp4'),
      ofAudio({}),
      'markup_mismatch',
    ],
    ['audio where both are asked for', song, { ...ofVideo({}), ...ofAudio({}) }, null],
    ['audio that does not fit', song, { ...ofVideo({}), ...ofAudio({ maxduration: 5 }) }, 'duration_not_offered'],
    [
      'a video where both are asked for',
      {},
      { ...ofVideo({ maxduration: 5 }), ...ofAudio({}) },
      'duration_not_offered',
    ],
    ['an unknown medium is a video', stream, { ...ofVideo({ mimes }), ...ofAudio({ maxduration: 5 }) }, null],
    ['a wrapper that declares nothing', wrapper, ofAudio({}), null],
  ]);
});

describe('OpenRTB 2.6, 3.2.4, secure', () => {
  const insecure: AdSketch = { url: 'http://cdn.example/a' };
  const hidden = adMarkup(insecure).replace('<![CDATA[http:', '<!-- --><![CDATA[]]><![CDATA[http:');
  const commented = adMarkup().replace('<Impression>', '<!-- <Error>http://a.example/</Error> --><Impression>');
  const beside = adMarkup().replace(
    '</VAST>',
    '<Ad id="b"><InLine><Error>http://b.example/</Error></InLine></Ad></VAST>',
  );
  check([
    ['1 allows no http', insecure, { ...ofVideo({}), secure: 1 }, 'not_secure'],
    ['1 allows no HTTP', { url: 'HTTP://cdn.example/a' }, { ...ofVideo({}), secure: 1 }, 'not_secure'],
    ['1 allows no http behind a comment', hidden, { ...ofVideo({}), secure: 1 }, 'not_secure'],
    ['1 allows http in a comment', commented, { ...ofVideo({}), secure: 1 }, null],
    ['1 allows no http of a wrapper', wrapper.replace('https', 'http'), { secure: 1 }, 'not_secure'],
    ['0 allows http', insecure, { ...ofVideo({}), secure: 0 }, null],
    ['absent assumes http', insecure, ofVideo({}), null],
    ['another ad of the response does not count', beside, { ...ofVideo({}), secure: 1 }, null],
  ]);
});

describe('OpenRTB 2.6, 3.2.7 and 3.2.8, companionad and companiontype; VAST 4.3, 3.15, required', () => {
  const places = [
    { w: 300, h: 250 },
    {
      format: [
        { w: 728, h: 90 },
        { wratio: 1, hratio: 1, wmin: 50 },
      ],
    },
  ];
  const both: AdSketch = { companions: ['300x250', '320x50'] };
  const asked = ofVideo({ companionad: places });
  check([
    ['one of a listed size', both, asked, null],
    ['none of a listed size', { companions: ['320x50'] }, asked, 'companion_not_offered'],
    ['of a format', { companions: ['728x90'] }, asked, null],
    ['of a flexible format', { companions: ['100x100'] }, asked, null],
    ['all, of which one has no place', { ...both, required: 'all' }, asked, 'companion_not_offered'],
    ['all, each with a place', { companions: ['300x250', '728x90'], required: 'all' }, asked, null],
    ['none required', { companions: ['320x50'], required: 'none' }, asked, null],
    ['no place listed', { companions: ['320x50'], required: 'all' }, ofVideo({}), null],
    ['a place of any size', { companions: ['320x50'] }, ofVideo({ companionad: [{ id: 'c' }] }), null],
    ['a type that is not listed', both, ofVideo({ companiontype: [2, 3] }), 'companion_not_offered'],
    ['a listed type', both, ofVideo({ companiontype: [1] }), null],
    ['of audio', { ...song, companions: ['320x50'] }, ofAudio({ companionad: places }), 'companion_not_offered'],
  ]);
});

describe('VAST 4.3, 3.19, and OpenRTB 2.6, 3.2.7: a wrapper that the player follows', () => {
  const terms: Partial<Video> = { linearity: 2, mimes: ['video/webm'], delivery: [1], battr: [16], api: [] };
  const exact: readonly Partial<Video>[] = [{ rqddurs: [6, 15] }, { poddur: 30 }, { podid: 'p' }];

  test('is not held against what is unknown of it', () => {
    expect(faultOf(wrapper, { ...ofVideo({ ...terms, minduration: 5, maxduration: 30 }), secure: 1 })).toBeNull();
  });

  test.each(exact)('fits %j only if it lasts as long', (slot) => {
    const lasting = (durationS: number) => adFault({ ...adTraits(adIn(wrapper)), durationS }, ofVideo(slot));
    expect([lasting(0), lasting(15)]).toEqual(['duration_not_offered', null]);
    expect(lasting(45)).toBe('podid' in slot ? null : 'duration_not_offered');
    expect(faultOf(wrapper, ofAudio(slot))).toBe('duration_not_offered');
  });
});

test.each([
  [' Text/JavaScript ; charset=utf-8', 'text/javascript'],
  ['application/x-javascript', 'text/javascript'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-mpeg', 'audio/mpeg'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/mpeg3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['video/x-mp4', 'video/mp4'],
  ['video/x-m4v', 'video/mp4'],
  ['video/m4v', 'video/mp4'],
  ['video/mpeg4', 'video/mp4'],
  ['MP4', 'video/mp4'],
  ['vnd.apple.mpegURL', 'application/vnd.apple.mpegurl'],
  ['application/mpegurl', 'application/vnd.apple.mpegurl'],
  ['audio/mpegurl', 'application/vnd.apple.mpegurl'],
  ['audio/x-mpegurl', 'application/vnd.apple.mpegurl'],
  ['', ''],
])('RFC 2045, 5.1: the type “%s” is %s', (type, name) => {
  expect(normalizeMime(type)).toBe(name);
});
