import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkVast } from './checkVast.ts';
import type { Playback } from './vastFinding.ts';
import { checkTagUrl, macrosIn } from './checkVastUrl.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
const page: Playback = { isTv: false, canRunScripts: true, isSecure: true };
const tv: Playback = { isTv: true, canRunScripts: false, isSecure: true };

const media =
  '<MediaFile delivery="progressive" type="video/mp4" width="1280" height="720"><![CDATA[https://cdn.example/a.mp4]]></MediaFile>';

interface Parts {
  version?: string;
  head?: string;
  linear?: string;
  duration?: string;
  clicks?: string;
  files?: string;
}

/** A valid inline document with some parts replaced. */
function buildVast({
  version = ' version="3.0"',
  head = '<AdSystem>Partner</AdSystem><AdTitle>Title</AdTitle><Error>https://t.example/e</Error><Impression>https://t.example/i</Impression>',
  linear = '',
  duration = '<Duration>00:00:15</Duration>',
  clicks = '<VideoClicks><ClickThrough>https://land.example/</ClickThrough></VideoClicks>',
  files = media,
}: Parts = {}): string {
  return `<VAST${version}><Ad id="a"><InLine>${head}<Creatives><Creative><Linear${linear}>${duration}${clicks}<MediaFiles>${files}</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`;
}

const rulesOf = (xml: string, playback = page) =>
  checkVast(xml, playback).map(({ severity, rule }) => `${severity}: ${rule}`);

describe('a document', () => {
  test('without a fault has no findings', () => {
    expect(checkVast(buildVast(), page)).toEqual([]);
    expect(checkVast(buildVast(), tv)).toEqual([]);
  });

  test.each([
    ['<VAST', 'not_xml'],
    ['<!DOCTYPE VAST><VAST version="3.0"/>', 'not_xml'],
    ['<html/>', 'not_vast'],
    ['<VideoAdServingTemplate/>', 'wrong_version'],
    ['<VAST version="7.0"/>', 'wrong_version'],
  ])('%j cannot be read: %s', (xml, rule) => {
    expect(rulesOf(xml)).toEqual([`error: ${rule}`]);
  });

  test('without an ad is reported', () => {
    expect(rulesOf('<VAST version="3.0"/>')).toEqual(['warning: no_ad']);
  });

  test.each<[string, Parts, string]>([
    ['names no version', { version: '' }, 'error: version_missing'],
    [
      'has no Impression',
      { head: '<AdSystem>P</AdSystem><AdTitle>T</AdTitle><Error>https://t.example/e</Error>' },
      'error: impression_missing',
    ],
    [
      'has no Error URL',
      { head: '<AdSystem>P</AdSystem><AdTitle>T</AdTitle><Impression>https://t.example/i</Impression>' },
      'warning: error_missing',
    ],
    ['has no duration', { duration: '' }, 'error: duration_missing'],
    ['has a duration in words', { duration: '<Duration>15 s</Duration>' }, 'error: duration_unreadable'],
    ['can be skipped after its end', { linear: ' skipoffset="00:00:20"' }, 'warning: skip_too_late'],
    ['has an unreadable skip offset', { linear: ' skipoffset="soon"' }, 'warning: skip_unreadable'],
    ['has no media', { files: '' }, 'error: media_missing'],
    [
      'has media without a type',
      { files: media.replace(' type="video/mp4"', '') + media },
      'error: media_type_missing',
    ],
    ['has webm only', { files: media.replace('video/mp4', 'video/webm') }, 'warning: mp4_missing'],
    ['has media without a size', { files: media.replace(' width="1280"', '') }, 'warning: media_size_missing'],
    [
      'has media without delivery',
      { files: media.replace(' delivery="progressive"', '') },
      'warning: delivery_missing',
    ],
    ['loads media by http', { files: media.replace('https:', 'http:') }, 'error: insecure_media'],
    ['has media at no address', { files: media.replace('https://cdn.example', '') }, 'error: bad_media_url'],
    ['leads nowhere', { clicks: '' }, 'warning: click_through_missing'],
    [
      'has a VPAID unit',
      {
        files: `${media}<MediaFile delivery="progressive" type="application/javascript" apiFramework="VPAID">https://cdn.example/a.js</MediaFile>`,
      },
      'warning: vpaid',
    ],
    [
      'has macros of an ad server',
      {
        clicks:
          '<TrackingEvents><Tracking event="start">https://t.example/?c=%%CACHEBUSTER%%</Tracking></TrackingEvents><VideoClicks><ClickThrough>https://l.example/</ClickThrough></VideoClicks>',
      },
      'warning: foreign_macro',
    ],
  ])('that %s', (_what, parts, finding) => {
    expect(rulesOf(buildVast(parts))).toEqual([finding]);
  });

  test.each([
    ['https://t.example/?c=[CACHEBUSTING]&p=${AUCTION_PRICE}', 'start', []],
    ['http://t.example/', 'start', ['warning: insecure_tracker']],
    ['/start', 'start', ['error: bad_tracker_url']],
    ['https://t.example/', 'started', ['warning: unknown_event']],
    ['https://t.example/', 'progress', ['warning: offset_missing']],
  ])('with the tracker %s for %s', (url, event, findings) => {
    const clicks = `<TrackingEvents><Tracking event="${event}"><![CDATA[${url}]]></Tracking></TrackingEvents><VideoClicks><ClickThrough>https://l.example/</ClickThrough></VideoClicks>`;
    expect(rulesOf(buildVast({ clicks }))).toEqual(findings);
  });

  test('of 4.2 needs the IDs that broadcasters require', () => {
    const xml = buildVast({ version: ' version="4.2"' });
    expect(rulesOf(xml)).toEqual(['warning: ad_serving_id_missing', 'warning: universal_ad_id_missing']);
  });

  test.each<[string, string, readonly string[]]>([
    ['an image', '<StaticResource creativeType="image/png">https://cdn.example/a.png</StaticResource>', []],
    ['HTML', '<HTMLResource><![CDATA[<b>x</b>]]></HTMLResource>', []],
    ['nothing', '', ['error: overlay_resource_missing']],
    [
      'an image at no address',
      '<StaticResource creativeType="image/png">a.png</StaticResource>',
      ['error: bad_overlay_url'],
    ],
    ['a page by http', '<IFrameResource>http://cdn.example/a</IFrameResource>', ['error: insecure_overlay']],
  ])('VAST 4.3, 3.12: an overlay of %s is one, not an ad without media', (_what, resource, findings) => {
    const click = '<NonLinearClickThrough>https://land.example/</NonLinearClickThrough>';
    const overlay = `<NonLinearAds><NonLinear width="480" height="70">${resource}${click}</NonLinear></NonLinearAds>`;
    const xml = buildVast().replace(/<Linear>.*<\/Linear>/, overlay);
    expect(rulesOf(xml)).toEqual(['warning: overlay_only', ...findings]);
    expect(
      rulesOf(xml.replace('<Creative>', '<Creative><Linear><Duration>00:00:10</Duration></Linear></Creative>$&')),
    ).toEqual(['warning: overlay_only', ...findings]);
  });

  test('an overlay that leads nowhere is reported', () => {
    const overlay =
      '<NonLinearAds><NonLinear width="480" height="70"><StaticResource creativeType="image/png">https://cdn.example/a.png</StaticResource></NonLinear></NonLinearAds>';
    expect(rulesOf(buildVast().replace(/<Linear>.*<\/Linear>/, overlay))).toEqual([
      'warning: overlay_only',
      'warning: overlay_click_through_missing',
    ]);
  });

  test('with an unreadable price is reported with it', () => {
    const head =
      '<AdSystem>P</AdSystem><AdTitle>T</AdTitle><Pricing model="CPM" currency="USD">3,50</Pricing><Error>https://t.example/e</Error><Impression>https://t.example/i</Impression>';
    expect(checkVast(buildVast({ head }), page)).toEqual([
      expect.objectContaining({ rule: 'pricing_unreadable', subject: '3,50 USD CPM' }),
    ]);
  });

  test('is checked against its TV: VPAID and no mp4 are errors there, small videos a warning', () => {
    const files =
      '<MediaFile delivery="progressive" type="application/javascript" apiFramework="VPAID">https://cdn.example/a.js</MediaFile><MediaFile delivery="progressive" type="video/webm" width="640" height="360">https://cdn.example/a.webm</MediaFile>';
    expect(rulesOf(buildVast({ files }), tv)).toEqual(['error: vpaid', 'error: mp4_missing', 'warning: small_for_tv']);
  });

  test('may use http where the player does', () => {
    const files = media.replace('https:', 'http:');
    expect(rulesOf(buildVast({ files }), { ...page, isSecure: false })).toEqual([]);
  });

  test.each(readdirSync(fixtures))('%s is checked without an exception', (name) => {
    const xml = readFileSync(join(fixtures, name), 'utf8');
    for (const playback of [page, tv]) {
      for (const { message, rule } of checkVast(xml, playback)) {
        expect(message).toMatch(/^[A-Z].*\.$/);
        expect(rule).toMatch(/^[a-z0-9_]+$/);
      }
    }
  });
});

describe('a tag URL', () => {
  test('is absolute, without macros, by https', () => {
    expect(checkTagUrl('https://ads.example/?w=640&cb=12345678&p=-1', page)).toEqual([]);
    expect(checkTagUrl('ads.example/vast', page)).toMatchObject([{ severity: 'error', rule: 'bad_tag_url' }]);
    expect(checkTagUrl('http://ads.example/', page)).toMatchObject([{ rule: 'insecure_tag' }]);
    expect(checkTagUrl('http://ads.example/', { isSecure: false })).toEqual([]);
  });

  test('is reported with the macros left in it, each once', () => {
    const url =
      'https://ads.example/?a=[FOO]&b=%5BFOO_BAR%5D&c=%%CACHEBUSTER%%&d=${GDPR}&e={{app.name}}&f={bundle}&g=__IP__&h=[FOO]';
    expect(macrosIn(url)).toEqual([
      '[FOO]',
      '%5BFOO_BAR%5D',
      '%%CACHEBUSTER%%',
      '${GDPR}',
      '{{app.name}}',
      '{bundle}',
      '__IP__',
    ]);
    expect(checkTagUrl(url, page)).toMatchObject([{ severity: 'error', rule: 'unfilled_macro' }]);
  });

  test.each(['https://ads.example/?x=[1]', 'https://ads.example/a_b__c/', 'https://ads.example/?q=100%25%20off'])(
    '%s has none',
    (url) => expect(macrosIn(url)).toEqual([]),
  );
});
