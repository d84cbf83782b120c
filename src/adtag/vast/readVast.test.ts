import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { readVast } from './readVast.ts';

/** Parses a text as a browser would. */
function read(xml: string) {
  return readVast(new DOMParser().parseFromString(xml, 'text/xml').documentElement as unknown as Element);
}

const inline = (linear: string, more = '') => `<Ad><InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle>
<Error><![CDATA[ https://a.example/e?c=[ERRORCODE] ]]></Error><Impression id="1"><![CDATA[https://a.example/i]]></Impression>
<Impression>https://b.example/i?a=1&amp;b=2</Impression>${more}<Creatives><Creative><CompanionAds/></Creative><Creative>${linear}</Creative></Creatives></InLine></Ad>`;

const linear = `<Linear skipoffset="00:00:05"><Duration>00:00:15.500</Duration>
<TrackingEvents><Tracking event="start"><![CDATA[https://a.example/s]]></Tracking>
<Tracking event="progress" offset="25%">https://a.example/p</Tracking></TrackingEvents>
<VideoClicks><ClickThrough>https://a.example/landing</ClickThrough><ClickTracking>https://a.example/c</ClickTracking></VideoClicks>
<MediaFiles><MediaFile delivery="progressive" type="video/MP4" width="640" height="360"> https://a.example/v.mp4 </MediaFile>
<MediaFile delivery="progressive" type="application/javascript" apiFramework="VPAID">https://a.example/v.js</MediaFile></MediaFiles></Linear>`;

describe('a VAST response', () => {
  test.each([
    ['2.0', ''],
    ['3.0', ''],
    ['4.0', ' xmlns="http://www.iab.com/VAST"'],
    ['4.1', ' xmlns="http://www.iab.com/VAST"'],
    ['4.2', ' xmlns="http://www.iab.com/VAST"'],
    ['4.3', ' xmlns="http://www.iab.com/VAST"'],
  ])('of version %s is parsed with all trackers', (version, namespace) => {
    expect(read(`<VAST version="${version}"${namespace}>${inline(linear)}</VAST>`)).toEqual({
      ok: true,
      errors: [],
      ads: [
        {
          kind: 'inline',
          sequence: null,
          errors: ['https://a.example/e?c=[ERRORCODE]'],
          ad: {
            impressions: ['https://a.example/i', 'https://b.example/i?a=1&b=2'],
            errors: ['https://a.example/e?c=[ERRORCODE]'],
            tracking: [
              { event: 'start', url: 'https://a.example/s', offset: '' },
              { event: 'progress', url: 'https://a.example/p', offset: '25%' },
            ],
            clickThrough: 'https://a.example/landing',
            clickTracking: ['https://a.example/c'],
            verificationNotExecuted: [],
            skipOffset: '00:00:05',
            duration: 15.5,
            files: [
              {
                url: 'https://a.example/v.mp4',
                type: 'video/mp4',
                delivery: 'progressive',
                width: 640,
                height: 360,
                apiFramework: '',
              },
              expect.objectContaining({ apiFramework: 'VPAID' }),
            ],
          },
        },
      ],
    });
  });

  test('may use any prefix for its elements', () => {
    const prefixed = `<v:VAST xmlns:v="http://www.iab.com/VAST" version="4.2">${inline(linear)}</v:VAST>`;
    expect(read(prefixed.replace(/<(\/?)(?!v:|!|\/)/g, '<$1v:'))).toMatchObject({
      ok: true,
      ads: [{ kind: 'inline' }],
    });
  });

  test('has the flags of a wrapper, with the defaults of VAST', () => {
    const wrapper = (attributes: string) =>
      read(
        `<VAST version="3.0"><Ad sequence="2"><Wrapper ${attributes}><VASTAdTagURI>https://b.example/tag</VASTAdTagURI></Wrapper></Ad></VAST>`,
      );
    const flags = {
      tagUrl: 'https://b.example/tag',
      followAdditionalWrappers: true,
      allowMultipleAds: false,
      fallbackOnNoAd: false,
    };
    expect(wrapper('')).toMatchObject({ ads: [{ kind: 'wrapper', sequence: 2, wrapper: flags }] });
    expect(wrapper('followAdditionalWrappers="0" allowMultipleAds="true" fallbackOnNoAd="1"')).toMatchObject({
      ads: [{ wrapper: { ...flags, followAdditionalWrappers: false, allowMultipleAds: true, fallbackOnNoAd: true } }],
    });
  });

  test('without a linear creative has a null ad', () => {
    expect(read(`<VAST version="3.0">${inline('<NonLinearAds/>')}</VAST>`)).toMatchObject({ ads: [{ ad: null }] });
  });

  test('lists the trackers of measurement that does not run', () => {
    const verification = `<AdVerifications><Verification vendor="m"><TrackingEvents>
<Tracking event="verificationNotExecuted">https://m.example/?r=[REASON]</Tracking></TrackingEvents></Verification></AdVerifications>`;
    expect(read(`<VAST version="4.1">${inline(linear, verification)}</VAST>`)).toMatchObject({
      ads: [{ ad: { verificationNotExecuted: ['https://m.example/?r=[REASON]'] } }],
    });
  });

  test('without an ad still has its error trackers', () => {
    const empty = read('<VAST version="4.2"><Error>https://a.example/none</Error></VAST>');
    expect(empty).toEqual({ ok: true, errors: ['https://a.example/none'], ads: [] });
    expect(read('<VAST/>')).toEqual({ ok: true, errors: [], ads: [] });
  });

  test.each([
    ['<html/>', 101],
    ['<VAST version="3.0"><Ad/></VAST>', 101],
    ['<VAST version="3.0"><Ad><Wrapper/></Ad></VAST>', 101],
    ['<VideoAdServingTemplate/>', 102],
    ['<VAST version="1.0"/>', 102],
    ['<VAST version="50"/>', 102],
  ])('%s fails with its VAST error code', (xml, code) => {
    expect(read(xml)).toEqual({ ok: false, code });
  });
});
