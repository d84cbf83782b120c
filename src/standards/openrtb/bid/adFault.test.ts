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
    ['2 allows no ad with a video beside its overlay', both, ofVideo({ linearity: 2 }), 'linearity_not_offered'],
    ['1 allows an ad with an overlay beside its video', both, ofVideo({ linearity: 1 }), null],
    ['an overlay is held against no type of media', { isOverlay: true }, ofVideo({ mimes: ['video/webm'] }), null],
    ['nothing asked', { isOverlay: true }, {}, null],
  ]);

  test('an overlay without a resource is none', () => {
    expect(adTraits(adIn(noResource)).form).toBeNull();
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
    ['a bitrate that is not declared', { bitrate: 0 }, ofVideo({ minbitrate: 500, maxbitrate: 1000 }), null],
    ['a bitrate that is too low', { bitrate: 400 }, ofVideo({ minbitrate: 500 }), 'file_not_offered'],
    ['a maximum bitrate of 0 is none', {}, ofVideo({ maxbitrate: 0 }), null],
    ['a delivery that is not known', { delivery: 'somehow' }, ofVideo({ delivery: [1] }), null],
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
    ['that cannot be read are unknown', lasting('soon'), ofVideo({ rqddurs: [30] }), null],
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
    ['sold as video where both are asked for', song, { ...ofAudio({}), ...ofVideo({}) }, 'markup_mismatch'],
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

test('what is unknown of a wrapper never counts against it', () => {
  const terms = ofVideo({ linearity: 2, mimes: ['video/webm'], rqddurs: [6], delivery: [1], battr: [16], api: [] });
  expect(faultOf(wrapper, { ...terms, secure: 1 })).toBeNull();
});

test.each([
  [' Text/JavaScript ; charset=utf-8', 'text/javascript'],
  ['application/x-javascript', 'text/javascript'],
  ['audio/mp3', 'audio/mpeg'],
  ['', ''],
])('RFC 2045, 5.1: the type “%s” is %s', (type, name) => {
  expect(normalizeMime(type)).toBe(name);
});
