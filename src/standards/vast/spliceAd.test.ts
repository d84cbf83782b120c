import { expect, test } from 'vitest';
import { DOMParser } from '@xmldom/xmldom';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import { mutatedDocuments } from '../../../tests/vast/mutatedDocuments.ts';
import { buildTrackingSlots, readFixture, readVast } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { renderTemplate } from './compileVast.ts';
import { parseVast } from './parseVast.ts';
import { spliceAd } from './spliceAd.ts';
import type { VastAd, VastVersion } from './types.ts';

const slots = buildTrackingSlots();

/** An ad of a response as it is passed on; undefined where it must be rewritten. */
function passOn(xml: string, index = 0): string | undefined {
  const ad = readVast(xml).ads[index];
  const template = ad && spliceAd(ad);
  return template ? renderTemplate(template, slots) : undefined;
}

const events = [
  'impression',
  'error',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
] as const;

/** How often each of our trackers is in a response. */
function trackersIn(xml: string): Record<string, number> {
  return Object.fromEntries(events.map((event) => [event, xml.split(slots[event]).length - 1]));
}

/** The same as it should be for an ad with some videos. */
function trackersOfOurs(videos: number): Record<string, number> {
  return Object.fromEntries(events.map((event) => [event, event === 'impression' || event === 'error' ? 1 : videos]));
}

/** The only ad of a response, without our trackers, and without its position, price and source; a wrapper for one ad. */
function theirsOf(ad: VastAd | undefined): VastAd | undefined {
  const isTheirs = (one: { url: string }): boolean => !one.url.startsWith('https://ours.example/');
  return (
    ad && {
      ...ad,
      source: undefined,
      sequence: undefined,
      pricing: undefined,
      ...(ad.kind === 'wrapper' ? { allowMultipleAds: false } : {}),
      ...('adServingId' in ad && ad.adServingId === slots.adServingId ? { adServingId: undefined } : {}),
      impressions: ad.impressions.filter(isTheirs),
      errors: ad.errors.filter((url) => isTheirs({ url })),
      creatives: ad.creatives.map(({ linear, ...creative }) => ({
        ...creative,
        linear: linear && {
          ...linear,
          tracking: linear.tracking.filter(isTheirs),
          clicks: { ...linear.clicks, clickTracking: linear.clicks.clickTracking.filter(isTheirs) },
        },
      })),
    }
  );
}

test.each([
  ['inline-2.0', 0, '2.0'],
  ['inline-3.0', 0, '3.0'],
  ['inline-3.0', 1, '3.0'],
  ['inline-4.2', 0, '4.2'],
  ['inline-4.3', 0, '4.3'],
  ['wrapper-2.0', 0, '2.0'],
  ['wrapper-3.0', 0, '3.0'],
] as const)(
  '%s (ad %d) is passed on whole, with no more violations of %s than before',
  async (name, index, version: VastVersion) => {
    const original = readVast(readFixture(name)).ads[index];
    const xml = passOn(readFixture(name), index) ?? '';
    const known = await validateVast(readFixture(name), version);
    expect((await validateVast(xml, version)).filter((violation) => !known.includes(violation))).toEqual([]);
    const [ad, ...others] = readVast(xml).ads;
    expect(others).toEqual([]);
    // 2.0 has room for one Error.
    const errors = version === '2.0' ? [] : original?.errors;
    expect(theirsOf(ad)).toEqual({ ...theirsOf(original), errors });
  },
);

test.each([
  ['inline-4.0', '4.0'],
  ['inline-4.3', '4.3'],
])('%s keeps its own version', (name, version) => {
  const { version: passed, ads } = readVast(passOn(readFixture(name)) ?? '');
  expect(passed).toBe(version);
  const [original] = readVast(readFixture(name)).ads;
  expect(theirsOf(ads[0])).toEqual(theirsOf(original));
});

test.each([
  ['inline-4.3', '4.3', '4.2'],
  ['inline-4.2', '4.2', '4.3'],
] as const)('%s: from %s to %s, only the version changes', (name, from, to) => {
  const [ad] = readVast(readFixture(name)).ads;
  const template = ad && spliceAd(ad, to);
  const written = passOn(readFixture(name)) ?? '';
  expect(written).toContain(` version="${from}"`);
  expect(template && renderTemplate(template, slots)).toBe(written.replace(` version="${from}"`, ` version="${to}"`));
  expect(template?.version).toBe(to);
});

test('what we do not know is passed on as written, our trackers come first', () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><!-- by us --><VAST version="3.0"><Error>root</Error><Ad id="a" sequence='2' x="1">
<InLine><AdSystem>A</AdSystem><AdTitle>T</AdTitle><Pricing model="CPM" currency="USD">9</Pricing><Impression id="i">https://a.example/i</Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration><TrackingEvents><Tracking event="custom">https://a.example/c</Tracking></TrackingEvents><VideoClicks><ClickThrough>https://a.example/l</ClickThrough><ClickTracking>https://a.example/t</ClickTracking></VideoClicks><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1" codec="x">https://a.example/m</MediaFile></MediaFiles></Linear></Creative></Creatives><New a="1"><!-- kept --></New></InLine></Ad><Ad/></VAST>`;
  const cdata = (url: string): string => `<![CDATA[${url}]]>`;
  const tracking = (['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'] as const)
    .map((event) => `<Tracking event="${event}">${cdata(slots[event])}</Tracking>`)
    .join('');
  expect(passOn(xml)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<VAST version="3.0"><Ad id="a" x="1">
<InLine><AdSystem>A</AdSystem><AdTitle>T</AdTitle><Error>${cdata(slots.error)}</Error><Impression>${cdata(slots.impression)}</Impression><Impression id="i">https://a.example/i</Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration><TrackingEvents>${tracking}<Tracking event="custom">https://a.example/c</Tracking></TrackingEvents><VideoClicks><ClickThrough>https://a.example/l</ClickThrough><ClickTracking>${cdata(slots.click)}</ClickTracking><ClickTracking>https://a.example/t</ClickTracking></VideoClicks><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1" codec="x">https://a.example/m</MediaFile></MediaFiles></Linear></Creative></Creatives><New a="1"><!-- kept --></New></InLine></Ad></VAST>`);
});

const media =
  '<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1" height="1">https://a.example/m</MediaFile></MediaFiles>';
const inline = (version: string, linear: string, more = ''): string =>
  `<VAST version="${version}"><Ad id="a"><InLine><AdSystem>A</AdSystem>${more}<AdTitle>T</AdTitle><Impression>https://a.example/i</Impression><Creatives><Creative><Linear>${linear}</Linear></Creative></Creatives></InLine></Ad></VAST>`;
const wrapper = (version: string, rest: string): string =>
  `<VAST version="${version}"><Ad><Wrapper><AdSystem>A</AdSystem>${rest}</Wrapper></Ad></VAST>`;

test.each([
  ['2.0', inline('2.0', `<Duration>00:00:10</Duration>${media}`)],
  ['3.0', inline('3.0', `<Duration>00:00:10</Duration><TrackingEvents/><VideoClicks/>${media}`)],
  ['3.0', wrapper('3.0', '<VASTAdTagURI>https://a.example/v</VASTAdTagURI>')],
  [
    '3.0',
    wrapper(
      '3.0',
      '<VASTAdTagURI>https://a.example/v</VASTAdTagURI><Impression>https://a.example/i</Impression><Creatives/>',
    ),
  ],
  [
    '3.0',
    wrapper(
      '3.0',
      '<VASTAdTagURI>https://a.example/v</VASTAdTagURI><Creatives><Creative><Linear/></Creative></Creatives>',
    ),
  ],
  [
    '4.2',
    wrapper('4.2', '<VASTAdTagURI>https://a.example/v</VASTAdTagURI>').replace(
      '<VAST',
      '<VAST xmlns="http://www.iab.com/VAST"',
    ),
  ],
  [
    '4.2',
    wrapper(
      '4.2',
      '<Impression>https://a.example/i</Impression><Creatives><Creative><Linear><VideoClicks/></Linear></Creative></Creatives><VASTAdTagURI>https://a.example/v</VASTAdTagURI>',
    ).replace('<VAST', '<VAST xmlns="http://www.iab.com/VAST"'),
  ],
] as const)('elements that VAST %s does not require are added: %s', async (version, xml) => {
  const passed = passOn(xml) ?? '';
  expect(await validateVast(passed, version)).toEqual([]);
  for (const url of [slots.impression, slots.error, slots.start, slots.complete, slots.click]) {
    expect(passed.split(url)).toHaveLength(2);
  }
});

test.each([
  inline('2.0', `<Duration>00:00:10</Duration>${media}`).replace('</AdTitle>', '</AdTitle><Pricing>9</Pricing>'),
  inline('4.2', `<Duration>00:00:10</Duration>${media}`, '<Pricing model="CPM" currency="USD">9</Pricing>'),
  inline('4.2', `<Duration>00:00:10</Duration>${media}`, '<AdServingId></AdServingId>'),
  inline('4.2', `<Duration>00:00:10</Duration>${media}`, '<Pricing/>').replace(/<Impression>.*<\/Impression>/, ''),
  inline('3.0', `<Duration>00:00:10</Duration>&${media}`),
  wrapper(
    '3.0',
    '<VASTAdTagURI>https://a.example/v</VASTAdTagURI><Creatives><Creative><Linear/></Creative><Creative><Linear/></Creative></Creatives>',
  ),
])('each of our trackers is inserted once: %s', (xml) => {
  const passed = passOn(xml) ?? '';
  expect(passed).not.toContain('Pricing');
  expect(trackersIn(passed)).toEqual(trackersOfOurs(1));
});

test('a wrapper brings one ad, as the bid is for one', () => {
  const xml = wrapper('3.0', '<VASTAdTagURI>https://a.example/v</VASTAdTagURI>').replace(
    '<Wrapper',
    '<Wrapper followAdditionalWrappers="false" allowMultipleAds = "true"',
  );
  expect(passOn(xml)).toContain('<Wrapper followAdditionalWrappers="false"><AdSystem>');
});

test.each([
  ['4.0', false, '<UniversalAdId idRegistry="unknown" idValue="unknown">unknown</UniversalAdId>'],
  ['4.1', true, '<UniversalAdId idRegistry="unknown">unknown</UniversalAdId>'],
  ['4.3', true, '<UniversalAdId idRegistry="unknown">unknown</UniversalAdId>'],
] as const)('VAST %s, 3.4.3 and 3.7.1: an ad gets the IDs that it requires', async (version, needsServingId, id) => {
  const tracking = '<TrackingEvents/>';
  const xml = inline(version, `${tracking}<Duration>00:00:10</Duration>${media}`)
    .replace('<VAST', '<VAST xmlns="http://www.iab.com/VAST"')
    .replace(/(<AdTitle>.*<\/AdTitle>)(<Impression>.*<\/Impression>)/, '$2$1');
  const passed = passOn(xml) ?? '';
  expect(await validateVast(passed, version)).toEqual([]);
  expect(passed.includes('<AdServingId>')).toBe(needsServingId);
  expect(passed).toContain(id);
});

test('a 4.2 ad without AdServingId and UniversalAdId gets them', () => {
  const passed = passOn(
    inline('4.2', `<Duration>00:00:10</Duration>${media}`).replace('</Creatives>', '<Creative/>$&'),
  );
  expect(passed).toContain('<Creative/></Creatives>');
  const [ad] = readVast(passed ?? '').ads;
  expect(ad).toMatchObject({ adServingId: slots.adServingId });
  expect(ad?.creatives[0]?.universalAdIds).toEqual([{ registry: 'unknown', value: 'unknown' }]);
});

test('what strict parsers reject is repaired: bare ampersands, processing instructions, xsi without its namespace', () => {
  const xml = inline(
    '3.0',
    `<Duration>00:00:10</Duration>${media}`,
    '<!-- & --><Note xsi:type="a&b" c="&amp;">x & y &nbsp; &#65;<?x & ?><![CDATA[&]]></Note>',
  );
  const passed = passOn(xml) ?? '';
  expect(passed).toContain('<VAST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0">');
  expect(passed).toContain(
    '<!-- & --><Note xsi:type="a&amp;b" c="&amp;">x &amp; y &amp;nbsp; &#65;<![CDATA[&]]></Note>',
  );
});

const complete = inline('3.0', `<Duration>00:00:10</Duration>${media}`);

test.each([
  ['of an unknown version', inline('5.0', `<Duration>00:00:10</Duration>${media}`).replace('5.0', '4.9')],
  ['without a version', complete.replace(' version="3.0"', '')],
  ['with prefixes', readFixture('wrapper-4.2')],
  ['with a namespace that is no URI', complete.replace('<VAST', '<VAST xmlns:x="https://a.example/ "')],
  ['that is a wrapper as well', complete.replace('<InLine>', '<Wrapper/>$&')],
  ['that contains another', complete.replace('</Ad>', '<Ad/>$&')],
  ['with two lists of creatives', complete.replace('</InLine>', '<Creatives/>$&')],
  ['with two videos in a creative', complete.replace('</Creative>', '<Linear/>$&')],
  ['with two lists of media files', complete.replace('</Linear>', '<MediaFiles/>$&')],
  [
    'with two next tags',
    wrapper('3.0', '<VASTAdTagURI>https://a.example/1</VASTAdTagURI><VASTAdTagURI>https://a.example/2</VASTAdTagURI>'),
  ],
  ['without a duration', inline('3.0', media)],
  ['without a size', inline('3.0', `<Duration>00:00:10</Duration>${media.replace('width="1" ', '')}`)],
  ['without a video', readFixture('overlay-3.0')],
  ['that is sloppy', readFixture('sloppy-3.0')],
])('an ad %s is rewritten', (_, xml) => {
  expect(passOn(xml)).toBeUndefined();
});

test('mutated ads are passed on well-formed and whole, or rewritten', () => {
  const count = fullOrReduced(100_000, 3_000);
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  });
  let passedOn = 0;
  for (const source of mutatedDocuments(count)) {
    const parsed = parseVast(source);
    if (!parsed.ok) continue;
    for (const ad of parsed.vast.ads) {
      const template = spliceAd(ad);
      if (!template) continue;
      const xml = renderTemplate(template, slots);
      parser.parseFromString(xml, 'text/xml');
      const videos = ad.kind === 'wrapper' ? 1 : ad.creatives.filter(({ linear }) => linear).length;
      expect(trackersIn(xml)).toEqual(trackersOfOurs(videos));
      const again = readVast(xml);
      expect(again.ads).toHaveLength(1);
      const errors = template.version === '2.0' ? [] : ad.errors;
      const theirs = theirsOf(again.ads[0]);
      // A wrapper without a video gets a creative of ours, before its own.
      const added = ad.creatives.some(({ linear }) => linear) ? 0 : 1;
      const creatives = theirs?.creatives.slice(added).map((creative, index) => {
        return ad.creatives[index]?.universalAdIds.length === 0 ? { ...creative, universalAdIds: [] } : creative;
      });
      expect({ ...theirs, creatives }).toEqual({ ...theirsOf(ad), errors });
      passedOn += 1;
    }
  }
  expect(passedOn).toBeGreaterThan(count / 10);
});
