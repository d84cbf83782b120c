import { describe, expect, test } from 'vitest';
import { buildTrackingSlots, readVast, readWrapper } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import type { VastVersion } from './types.ts';
import { isVersion4, vastVersions } from './vastVersions.ts';

const slots = buildTrackingSlots();

/** A URL, named after the part of a wrapper that has it. */
const url = (part: string): string => `<![CDATA[https://w.example/${part}]]>`;

/** A part of a wrapper: how it is recognized, the versions that have it, and the first one in which it can be written. */
interface Part {
  mark: string;
  from: readonly VastVersion[];
  writtenFrom: VastVersion;
}

const since = (first: VastVersion): VastVersion[] => vastVersions.filter((version) => version >= first);
const element = (name: string, first: VastVersion, writtenFrom = first): Part => ({
  mark: url(name),
  from: since(first),
  writtenFrom,
});

/** 2.0 has one Error, which is ours; its verifications and icons, and its extensions of creatives, are Extensions. */
const parts: readonly Part[] = [
  element('next', '2.0'),
  element('error', '2.0', '3.0'),
  element('impression', '2.0'),
  element('mute', '2.0'),
  element('click', '2.0'),
  element('companion.png', '2.0'),
  element('companion-view', '2.0'),
  element('overlay-close', '2.0'),
  element('extension', '2.0'),
  element('icon.png', '2.0'),
  element('omid.js', '2.0'),
  { mark: url('creative-extension'), from: ['3.0'], writtenFrom: '2.0' },
  { mark: url('overlay-extension'), from: ['3.0'], writtenFrom: '2.0' },
  { mark: url('companion-extension'), from: since('3.0'), writtenFrom: '2.0' },
  element('progress', '3.0'),
  element('custom-click', '3.0'),
  element('companion-click', '3.0'),
  element('overlay-click-1', '3.0'),
  { mark: url('overlay-click-2'), from: since('3.0'), writtenFrom: '3.0' },
  { mark: ' followAdditionalWrappers="false"', from: since('3.0'), writtenFrom: '3.0' },
  { mark: ' fallbackOnNoAd="true"', from: since('3.0'), writtenFrom: '3.0' },
  { mark: ' skipoffset="00:00:05"', from: since('4.0'), writtenFrom: '4.0' },
  { mark: ' conditionalAd="false"', from: since('4.0'), writtenFrom: '4.0' },
  element('viewable', '4.0'),
  element('not-viewable', '4.0'),
  element('view-undetermined', '4.0'),
  element('loaded', '4.1'),
  { mark: ' adType="audio"', from: since('4.1'), writtenFrom: '4.1' },
  { mark: '>IAB7,IAB26</BlockedAdCategories>', from: since('4.1'), writtenFrom: '4.1' },
  element('landing', '4.2'),
];

/** A wrapper with every part that its version has, and a price. */
function wrapperOf(version: VastVersion): string {
  const has = (first: VastVersion, xml: string): string => (version >= first ? xml : '');
  const is4 = isVersion4(version);
  const verification = `<Verification vendor="v"><JavaScriptResource apiFramework="omid">${url('omid.js')}</JavaScriptResource></Verification>`;
  const icon = `<Icon program="p" width="1" height="1" xPosition="0" yPosition="0"><StaticResource creativeType="image/png">${url('icon.png')}</StaticResource></Icon>`;
  const extensions = [
    `<Extension type="own"><Own>${url('extension')}</Own></Extension>`,
    version < '4.1'
      ? `<Extension type="AdVerifications"><AdVerifications>${verification}</AdVerifications></Extension>`
      : '',
    version === '2.0' ? `<Extension type="Icon">${icon}</Extension>` : '',
  ].join('');
  const events = ['mute', ...(version >= '4.1' ? ['loaded'] : [])];
  const tracking = events.map((event) => `<Tracking event="${event}">${url(event)}</Tracking>`).join('');
  const progress = has('3.0', `<Tracking event="progress" offset="00:00:03">${url('progress')}</Tracking>`);
  const clicks = `<ClickTracking id="c">${url('click')}</ClickTracking>${has('4.2', `<ClickThrough>${url('landing')}</ClickThrough>`)}${has('3.0', `<CustomClick>${url('custom-click')}</CustomClick>`)}`;
  const linear = `<Linear${has('4.0', ' skipoffset="00:00:05"')}>${has('3.0', `<Icons>${icon}</Icons>`)}<TrackingEvents>${tracking}${progress}</TrackingEvents><VideoClicks>${clicks}</VideoClicks></Linear>`;
  const extensionsOf = (part: string) =>
    `<CreativeExtensions><CreativeExtension type="own"><Own>${url(`${part}-extension`)}</Own></CreativeExtension></CreativeExtensions>`;
  const creativeExtensions = version === '3.0' ? extensionsOf('creative') : '';
  const companionTracking = `<TrackingEvents><Tracking event="creativeView">${url('companion-view')}</Tracking></TrackingEvents>`;
  const companionClick = has(
    '3.0',
    `<CompanionClickTracking${has('4.0', ' id="k"')}>${url('companion-click')}</CompanionClickTracking>`,
  );
  const companionExtensions = has('3.0', extensionsOf('companion'));
  const companion = `<Companion width="300" height="60"><StaticResource creativeType="image/png">${url('companion.png')}</StaticResource>${is4 ? companionClick + companionExtensions + companionTracking : companionExtensions + companionTracking + companionClick}</Companion>`;
  const overlayClicks = [1, 2].map(
    (index) =>
      `<NonLinear>${version === '3.0' && index === 1 ? extensionsOf('overlay') : ''}<NonLinearClickTracking>${url(`overlay-click-${index}`)}</NonLinearClickTracking></NonLinear>`,
  );
  // 3.0 allows several for one overlay.
  const overlays = has(
    '3.0',
    is4 ? overlayClicks.join('') : overlayClicks.join('').replace('</NonLinear><NonLinear>', ''),
  );
  const overlay = `<NonLinearAds><TrackingEvents><Tracking event="close">${url('overlay-close')}</Tracking></TrackingEvents>${overlays}</NonLinearAds>`;
  const creatives = `<Creatives><Creative id="l">${linear}${creativeExtensions}</Creative><Creative><CompanionAds>${companion}</CompanionAds></Creative><Creative>${overlay}</Creative></Creatives>`;
  const errors = `<Error>${url('error')}</Error>`;
  const impressions = `<Impression>${url('impression')}</Impression>`;
  const next = `<VASTAdTagURI>${url('next')}</VASTAdTagURI>`;
  const viewable = `<ViewableImpression id="v"><Viewable>${url('viewable')}</Viewable><NotViewable>${url('not-viewable')}</NotViewable><ViewUndetermined>${url('view-undetermined')}</ViewUndetermined></ViewableImpression>`;
  const verifications = has('4.1', `<AdVerifications>${verification}</AdVerifications>`);
  const blocked = has(
    '4.1',
    '<BlockedAdCategories authority="https://iabtechlab.com">IAB7,IAB26</BlockedAdCategories>',
  );
  const price = '<Pricing model="CPM" currency="USD">3.00</Pricing>';
  const content = is4
    ? `<AdSystem version="7">A</AdSystem>${errors}<Extensions>${extensions}</Extensions>${impressions}${price}${viewable}${verifications}${blocked}${creatives}${next}`
    : `<AdSystem version="7">A</AdSystem>${next}${errors}${impressions}${creatives}<Extensions>${extensions}</Extensions>`;
  const flags = has('3.0', ' followAdditionalWrappers="false" allowMultipleAds="true" fallbackOnNoAd="true"');
  const root = `<VAST version="${version}"${is4 ? ' xmlns="http://www.iab.com/VAST"' : ''}>`;
  const kind = has('4.0', ' conditionalAd="false"') + has('4.1', ' adType="audio"');
  return `${root}<Ad id="w"${kind}><Wrapper${flags}>${content}</Wrapper></Ad></VAST>`;
}

const rewrite = (xml: string, version: VastVersion): string => {
  const [ad] = readVast(xml).ads;
  if (ad?.kind !== 'wrapper') throw new Error('no wrapper there');
  return renderTemplate(compileVast({ ...ad, pricing: undefined }, version), slots);
};

describe.each(vastVersions)('VAST 4.3, 3.19: a wrapper of VAST %s', (from) => {
  const original = wrapperOf(from);

  test('is valid, and has all parts of its version', async () => {
    expect(await validateVast(original, from)).toEqual([]);
    for (const part of parts)
      expect([part.mark, original.includes(part.mark)]).toEqual([part.mark, part.from.includes(from)]);
  });

  test.each(vastVersions)('loses nothing that VAST %s, in which it is written, can express', async (version) => {
    const xml = rewrite(original, version);
    expect(await validateVast(xml, version)).toEqual([]);
    const written = parts.filter((part) => xml.includes(part.mark)).map(({ mark }) => mark);
    const expected = parts.filter((part) => part.from.includes(from) && part.writtenFrom <= version);
    expect(written).toEqual(expected.map(({ mark }) => mark));
    expect(xml).not.toMatch(/allowMultipleAds|Pricing/);
    for (const [name, ours] of Object.entries(slots)) {
      expect(xml.split(String(ours))).toHaveLength(name === 'adServingId' ? 1 : 2);
    }
    // Read again, it has its parts where they belong.
    const { adVerifications, creatives, ...again } = readWrapper(xml);
    expect(adVerifications).toHaveLength(1);
    expect(creatives.flatMap(({ linear }) => linear?.icons ?? [])).toHaveLength(1);
    expect(again.id).toBe('w');
  });
});

test.each(vastVersions)('a wrapper without a video gets our trackers in VAST %s', async (version) => {
  const xml = rewrite(
    '<VAST version="3.0"><Ad><Wrapper><AdSystem>A</AdSystem><VASTAdTagURI>https://a.example/v</VASTAdTagURI></Wrapper></Ad></VAST>',
    version,
  );
  expect(await validateVast(xml, version)).toEqual([]);
  for (const ours of [slots.impression, slots.error, slots.start, slots.click]) expect(xml.split(ours)).toHaveLength(2);
  expect(readWrapper(xml).followAdditionalWrappers).toBe(true);
});
