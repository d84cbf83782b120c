import { describe, expect, it } from 'vitest';
import { buildInlineAd, buildTrackingSlots, readFixture, readInline } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import type { InlineAd, VastVersion } from './types.ts';
import { vastVersions } from './vastVersions.ts';

const slots = buildTrackingSlots();

const render = (ad: InlineAd, version: VastVersion): string => renderTemplate(compileVast(ad, version), slots);

/** The ad without our trackers. */
function withoutOurs(ad: InlineAd): InlineAd {
  const isTheirs = (one: { url: string }): boolean => !one.url.startsWith('https://ours.example/');
  return {
    ...ad,
    adServingId: ad.adServingId === slots.adServingId ? undefined : ad.adServingId,
    impressions: ad.impressions.filter(isTheirs),
    errors: ad.errors.filter((url) => isTheirs({ url })),
    creatives: ad.creatives.map((creative) => ({
      ...creative,
      linear: creative.linear && {
        ...creative.linear,
        tracking: creative.linear.tracking.filter(isTheirs),
        clicks: {
          ...creative.linear.clicks,
          clickTracking: creative.linear.clicks.clickTracking.filter(isTheirs),
        },
      },
    })),
  };
}

describe('compileVast', () => {
  const inlines: readonly (readonly [string, number])[] = [
    ['inline-2.0', 0],
    ['inline-3.0', 0],
    ['inline-3.0', 1],
    ['inline-4.0', 0],
    ['inline-4.2', 0],
    ['inline-4.3', 0],
    ['overlay-3.0', 0],
  ];

  it.each(inlines.flatMap(([name, index]) => vastVersions.map((version) => [name, index, version] as const)))(
    'compiles %s (ad %d) to valid %s',
    async (name, index, version) => {
      expect(await validateVast(render(readInline(readFixture(name), index), version), version)).toEqual([]);
    },
  );

  it('loses no part of an ad in its own version', () => {
    const two = readInline(readFixture('inline-2.0'));
    // 2.0 has room for one Error.
    expect(withoutOurs(readInline(render(two, '2.0')))).toEqual({ ...two, errors: [] });
    const three = readInline(readFixture('inline-3.0'), 1);
    expect(withoutOurs(readInline(render(three, '3.0')))).toEqual({
      ...three,
      pricing: { value: '4.20', model: 'CPM', currency: 'EUR' },
    });
    const four = readInline(readFixture('inline-4.2'));
    const [video, companion] = four.creatives;
    for (const version of ['4.2', '4.3'] as const) {
      expect(withoutOurs(readInline(render(four, version)))).toEqual({
        ...four,
        creatives: [
          {
            ...video,
            linear: video?.linear && {
              ...video.linear,
              tracking: video.linear.tracking.filter((tracking) => tracking.event !== 'notUsed'),
            },
          },
          companion,
        ],
      });
    }
    const [first, ...mezzanines] = readInline(readFixture('inline-4.0')).creatives[0]?.linear?.mezzanines ?? [];
    expect([first?.text, mezzanines]).toEqual(['https://cdn.example/ferry_mezz.mp4', []]);
    const zero = readInline(readFixture('inline-4.0'));
    const back = readInline(render(zero, '4.0')).creatives[0];
    expect(back?.universalAdIds).toEqual([{ registry: 'Ad-ID', value: 'FERRY00100H' }]);
    expect(back?.linear?.mezzanines).toMatchObject([{ text: 'https://cdn.example/ferry_mezz.mp4' }]);
    expect(back?.linear?.tracking.map(({ event }) => event).slice(5)).toEqual(['playerExpand', 'timeSpentViewing']);
  });

  it('VAST 4.0 and 4.1: writes what they lack as extensions, and leaves the rest out', () => {
    const four = readInline(readFixture('inline-4.2'));
    const in41 = render(four, '4.1');
    const in40 = render(four, '4.0');
    // 3.7.1: one registered ID, in 4.0 with its value as an attribute too.
    expect(in41).toContain('<UniversalAdId idRegistry="ad-id.example">LAKE0484000H</UniversalAdId>');
    expect(in40).toContain(
      '<UniversalAdId idRegistry="ad-id.example" idValue="LAKE0484000H">LAKE0484000H</UniversalAdId>',
    );
    const { creatives, adVerifications } = four;
    for (const xml of [in40, in41]) {
      expect(xml).not.toContain('IconClickFallbackImage');
      const back = readInline(xml);
      expect(back.creatives.map(({ universalAdIds }) => universalAdIds)).toEqual(
        creatives.map(({ universalAdIds }) => universalAdIds),
      );
      expect(back.viewableImpression).toEqual(four.viewableImpression);
      expect(back.creatives[1]?.companionAds?.items[0]?.attributes).toMatchObject({ adSlotId: 'end' });
      // 4.3, 1.8: verifications are in an extension before 4.1.
      expect(back.adVerifications).toEqual(adVerifications);
    }
    expect(in41).toContain('<AdVerifications><Verification');
    expect(in40).toContain('<Extension type="AdVerifications"><AdVerifications>');
    expect(in41).toContain(' adSlotId="end"');
    expect(in40).toContain(' adSlotID="end"');
    const since41 = ['AdServingId', 'Expires', 'ClosedCaption', 'adType', 'fileSize', 'mediaType', 'renderingMode'];
    for (const name of [...since41, 'variableDuration']) {
      expect(in41).toContain(name);
      expect(in40).not.toContain(name);
    }
    expect(in40).toContain('<Mezzanine><![CDATA[https://cdn.example/lake_mezz.mp4]]></Mezzanine>');
    expect(in41).toContain('<Mezzanine id="mz" delivery="progressive"');
    // The order of clicks changed in 4.2.
    const clicksIn = (xml: string) => [...xml.matchAll(/<(Click\w+|CustomClick)[ >]/g)].map(([, name]) => name);
    expect(clicksIn(in40)).toEqual(['ClickTracking', 'ClickTracking', 'CustomClick', 'ClickThrough']);
    expect(clicksIn(render(four, '4.2'))).toEqual(['ClickTracking', 'ClickTracking', 'ClickThrough', 'CustomClick']);
  });

  it('carries registered ids, verifications, SIMID, mezzanines and icons through older versions', () => {
    const four = readInline(readFixture('inline-4.2'));
    for (const version of ['2.0', '3.0'] as const) {
      const back = readInline(render(four, version));
      expect(back.adVerifications).toEqual(four.adVerifications);
      expect(back.creatives[0]?.universalAdIds).toEqual(four.creatives[0]?.universalAdIds);
      expect(back.creatives[0]?.linear?.mezzanines[0]?.attributes).toMatchObject(
        four.creatives[0]?.linear?.mezzanines[0]?.attributes ?? {},
      );
      expect(back.creatives[0]?.linear?.interactiveCreativeFiles[0]?.text).toBe('https://cdn.example/simid.html');
      expect(back.creatives[0]?.linear?.icons).toHaveLength(1);
    }
    const xml = render(four, '2.0');
    expect(xml).toContain(
      '<Extension type="UniversalAdId"><UniversalAdId idRegistry="ad-id.example" creativeId="c42">',
    );
    expect(xml).not.toContain('skipoffset');
    expect(xml).not.toContain('codec="avc1');
  });

  it('puts an interactive file with its own HTML beside the media of a 4.2 ad, whose element can only contain a URL', () => {
    const xml = render(readInline(readFixture('inline-3.0'), 1), '4.2');
    expect(xml).toContain('<CreativeExtension type="InteractiveCreativeFile"><InteractiveCreativeFile');
    const back = readInline(xml);
    expect(back.creatives[0]?.linear?.interactiveCreativeFiles[0]?.children[0]?.name).toBe('HTMLResource');
  });

  it('puts our trackers before those of the ad', () => {
    const ad = readInline(render(readInline(readFixture('inline-4.2')), '4.2'));
    expect(ad.impressions.map((one) => one.url)).toEqual([slots.impression, 'https://lake.example/imp?ts=[TIMESTAMP]']);
    expect(ad.errors).toEqual([slots.error, 'https://lake.example/err?c=[ERRORCODE]']);
    const linear = ad.creatives[0]?.linear;
    expect(linear?.tracking.slice(0, 5)).toEqual([
      { event: 'start', url: slots.start },
      { event: 'firstQuartile', url: slots.firstQuartile },
      { event: 'midpoint', url: slots.midpoint },
      { event: 'thirdQuartile', url: slots.thirdQuartile },
      { event: 'complete', url: slots.complete },
    ]);
    expect(linear?.clicks.clickTracking.map((one) => one.url)).toEqual([slots.click, 'https://lake.example/click']);
  });

  it('renames events for the version and leaves out unknown ones', () => {
    const eventsIn = (version: VastVersion): string[] =>
      withoutOurs(
        readInline(render(readInline(readFixture('inline-4.2')), version)),
      ).creatives[0]?.linear?.tracking.map((tracking) => tracking.event) ?? [];
    expect(eventsIn('2.0')).toEqual(['start', 'fullscreen', 'expand']);
    expect(eventsIn('3.0')).toEqual(['start', 'progress', 'fullscreen', 'exitFullscreen', 'expand']);
    expect(eventsIn('4.0')).toEqual(['start', 'progress', 'playerExpand', 'playerCollapse', 'adExpand']);
    expect(eventsIn('4.1')).toEqual(['loaded', 'start', 'progress', 'playerExpand', 'playerCollapse', 'adExpand']);
    expect(eventsIn('4.2')).toEqual([...eventsIn('4.1'), 'interactiveStart']);
    expect(eventsIn('4.3')).toEqual(eventsIn('4.2'));
    const three = render(readInline(readFixture('inline-3.0'), 1), '4.2');
    expect(three).toContain('<Tracking event="playerCollapse"><![CDATA[https://east.example/exit]]>');
  });

  it('adds required parts that the ad lacks', async () => {
    const bare = buildInlineAd({ id: undefined, adTitle: '', adSystem: { name: '' }, impressions: [] });
    for (const version of vastVersions) expect(await validateVast(render(bare, version), version)).toEqual([]);
    const xml = render({ ...bare, categories: [{ code: '7' }] }, '4.2');
    expect(xml).toContain('<AdServingId><![CDATA[ours-1]]></AdServingId>');
    expect(xml).toContain('<UniversalAdId idRegistry="unknown">unknown</UniversalAdId>');
    expect(xml).toContain('<Category authority="https://iabtechlab.com">7</Category>');
    expect(render(bare, '2.0')).toContain('<Ad id="ad">');
    for (const version of vastVersions) {
      expect(await validateVast(render(buildInlineAd({ creatives: [] }), version), version)).toEqual([]);
    }
  });

  it('corrects sloppy values and leaves out the others', async () => {
    const ad = readInline(readFixture('sloppy-3.0'));
    const xml = render(ad, '3.0');
    expect(await validateVast(xml, '3.0')).toEqual([]);
    expect(xml).toContain('<Duration>00:00:15</Duration>');
    expect(xml).toContain('<MediaFile delivery="progressive" type="video/mp4" width="640" height="360">');
    expect(readInline(xml).creatives[0]?.linear?.mediaFiles).toHaveLength(1);
    for (const absent of ['Pricing', 'skipoffset', 'made-up', 'no-offset', 'offset', 'ClickThrough']) {
      expect(xml).not.toContain(absent);
    }
    expect(xml).toContain('<Extension type="waterfall" fallback_index="0">');
  });

  it('tracks an overlay without video by its own events and clicks', () => {
    const ad = readInline(render(readInline(readFixture('overlay-3.0')), '3.0'));
    const overlay = ad.creatives[0]?.nonLinearAds;
    expect(overlay?.tracking.map((tracking) => tracking.url)).toContain(slots.start);
    expect(overlay?.items[0]?.children.find((child) => child.name === 'NonLinearClickTracking')?.text).toBe(
      slots.click,
    );
  });

  it('writes a single ad of a pod as stand-alone', () => {
    expect(render(buildInlineAd({ sequence: 2 }), '4.2')).not.toContain('<Ad id="spot" sequence');
  });

  it('uses the namespace from 4.0 on', () => {
    expect(
      vastVersions.filter((version) => render(buildInlineAd(), version).includes('xmlns="http://www.iab.com/VAST"')),
    ).toEqual(['4.0', '4.1', '4.2', '4.3']);
  });
});

describe('renderTemplate', () => {
  const more = Object.fromEntries(
    (['impression', 'error', 'start', 'complete', 'click'] as const).map((name) => [
      name,
      [`https://one.example/${name}?a=1&b=2`, `https://two.example/${name}`],
    ]),
  );

  it.each(vastVersions)('adds third-party trackers after ours, valid %s', async (version) => {
    const xml = renderTemplate(compileVast(buildInlineAd(), version), buildTrackingSlots({ more }));
    expect(await validateVast(xml, version)).toEqual([]);
    const ad = readInline(xml);
    const linear = ad.creatives.find((creative) => creative.linear)?.linear;
    const urlsOf = (event: string) => linear?.tracking.filter((each) => each.event === event).map((each) => each.url);
    expect(ad.impressions.slice(0, 3).map((one) => one.url)).toEqual([slots.impression, ...(more['impression'] ?? [])]);
    expect(urlsOf('start')?.slice(0, 3)).toEqual([slots.start, ...(more['start'] ?? [])]);
    expect(urlsOf('complete')?.slice(0, 3)).toEqual([slots.complete, ...(more['complete'] ?? [])]);
    expect(urlsOf('midpoint')?.slice(0, 1)).toEqual([slots.midpoint]);
    expect(linear?.clicks.clickTracking.slice(0, 3).map((one) => one.url)).toEqual([
      slots.click,
      ...(more['click'] ?? []),
    ]);
    // 2.0 has room for one Error.
    const errors = version === '2.0' ? [slots.error] : [slots.error, ...(more['error'] ?? [])];
    expect(ad.errors.slice(0, errors.length)).toEqual(errors);
    if (version === '2.0') expect(ad.errors).toEqual(errors);
  });

  it('does not let any URL close a CDATA section', () => {
    const template = compileVast(buildInlineAd(), '4.2');
    const xml = renderTemplate(
      template,
      buildTrackingSlots({ more: { impression: ['https://one.example/?a=1&b=2', 'https://two.example/]]><Ad/>'] } }),
    );
    expect(readInline(xml).impressions.map((one) => one.url)).toEqual([
      slots.impression,
      'https://one.example/?a=1&b=2',
      'https://two.example/]]><Ad/>',
      'https://demand.example/imp',
    ]);
  });
});
