import { describe, expect, it } from 'vitest';
import {
  buildInlineAd,
  buildTrackingSlots,
  readFixture,
  readInline,
  readWrapper,
} from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import { mergeChain } from './mergeChain.ts';
import { vastVersions } from './vastVersions.ts';

const outer = readWrapper(readFixture('wrapper-4.2'));
const middle = readWrapper(readFixture('wrapper-3.0'));
const inner = readWrapper(readFixture('wrapper-2.0'));

describe('VAST 4.3, 3.19: mergeChain', () => {
  it('returns the inline ad itself when there is no wrapper', () => {
    const ad = buildInlineAd();
    expect(mergeChain([], ad)).toBe(ad);
  });

  it('collects impressions, errors, events, clicks, verifications and extensions of every hop, outermost first', () => {
    const ad = mergeChain([outer, middle, inner], readInline(readFixture('inline-4.2')));
    expect(ad.impressions.map((one) => one.url)).toEqual([
      'https://ridge.example/imp',
      'https://west.example/imp',
      'https://south.example/imp?a=1&b=2',
      'https://lake.example/imp?ts=[TIMESTAMP]',
    ]);
    expect(ad.errors).toEqual([
      'https://ridge.example/err?c=[ERRORCODE]',
      'https://west.example/err',
      'https://south.example/err?c=[ERRORCODE]',
      'https://lake.example/err?c=[ERRORCODE]',
    ]);
    const linear = ad.creatives[0]?.linear;
    expect(linear?.tracking.slice(0, 4).map((one) => one.url)).toEqual([
      'https://ridge.example/start',
      'https://west.example/complete',
      'https://south.example/start',
      'https://lake.example/loaded',
    ]);
    expect(linear?.clicks.clickTracking.map((one) => one.url)).toEqual([
      'https://ridge.example/click',
      'https://south.example/click',
      'https://lake.example/click',
    ]);
    expect(linear?.clicks.customClick.map((one) => one.url)).toEqual([
      'https://west.example/custom',
      'https://lake.example/custom',
    ]);
    expect(linear?.icons.map((icon) => icon.attributes.program)).toEqual(['West', 'DSA']);
    expect(ad.adVerifications.map((one) => one.attributes.vendor)).toEqual(['ridge.example', 'lake.example-omid']);
    expect(ad.extensions.map((one) => one.attributes.type)).toEqual(['west', 'custom']);
    expect(ad.viewableImpression).toMatchObject({
      viewable: ['https://ridge.example/viewable', 'https://lake.example/v'],
      notViewable: ['https://lake.example/nv'],
    });
  });

  it("uses the outermost price and the inline ad's IDs", () => {
    const ad = mergeChain([outer, middle], readInline(readFixture('inline-4.2')));
    expect(ad.pricing?.value).toBe('3.00');
    expect(ad.adServingId).toBe('lake-0001');
    expect(ad.creatives[0]?.universalAdIds[0]?.value).toBe('LAKE0484000H');
    expect(mergeChain([inner], readInline(readFixture('inline-4.2'))).pricing?.value).toBe('12.5');
  });

  it('takes the ClickThrough closest to the inline ad', () => {
    const own = mergeChain([outer], readInline(readFixture('inline-4.2')));
    expect(own.creatives[0]?.linear?.clicks.clickThrough?.url).toBe('https://lake.example/landing?utm=1&x=2');
    const closest = mergeChain(
      [outer, { ...outer, creatives: withClickThrough('https://closer.example/') }, inner],
      buildInlineAd(),
    );
    expect(closest.creatives[0]?.linear?.clicks.clickThrough?.url).toBe('https://closer.example/');
  });

  it('adds trackers of outer overlays and companions to the inner ones, and outer companions only for free places', () => {
    const ad = mergeChain([middle], readInline(readFixture('inline-3.0'), 1));
    const overlay = ad.creatives.find((creative) => creative.nonLinearAds)?.nonLinearAds;
    expect(overlay?.tracking.map((one) => one.url)).toEqual([
      'https://west.example/nlclose',
      'https://east.example/nl',
    ]);
    const clicks = overlay?.items[0]?.children.filter((child) => child.name === 'NonLinearClickTracking');
    expect(clicks?.map((one) => one.text)).toEqual(['https://west.example/nlclick', 'https://east.example/nlct']);
    const companions = ad.creatives.flatMap((creative) => creative.companionAds?.items ?? []);
    expect(companions.map((one) => one.attributes.width)).toEqual(['300', '970']);
    const own = companions[0]?.children;
    expect(own?.filter((child) => child.name === 'CompanionClickTracking').map((one) => one.text)).toEqual([
      'https://west.example/compclick',
      'https://east.example/kt',
    ]);
    expect(own?.find((child) => child.name === 'TrackingEvents')?.children[0]?.text).toBe(
      'https://west.example/compview',
    );
  });

  it('VAST 4.3, 3.7.3: gives the extensions of every creative of a wrapper to the first one of its kind, else to the first', () => {
    const kind = {
      linear: '<Linear/>',
      overlay: '<NonLinearAds><NonLinear/></NonLinearAds>',
      companion: '<CompanionAds><Companion width="300" height="250"/></CompanionAds>',
      placed:
        '<CompanionAds><Companion width="728" height="90"><HTMLResource>b</HTMLResource></Companion></CompanionAds>',
      nothing: '',
    };
    const creativeOf = (type: keyof typeof kind) =>
      `<Creative>${kind[type]}<CreativeExtensions><CreativeExtension type="${type}">x</CreativeExtension></CreativeExtensions></Creative>`;
    const wrapperOf = (...types: (keyof typeof kind)[]) =>
      readWrapper(
        `<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI>https://a.example/</VASTAdTagURI><Creatives>${types.map(creativeOf).join('')}</Creatives></Wrapper></Ad></VAST>`,
      );
    const all = wrapperOf('companion', 'overlay', 'placed', 'nothing', 'linear');
    const typesIn = (inlineCreatives: string) =>
      mergeChain(
        [all],
        readInline(`<VAST version="3.0"><Ad><InLine><Creatives>${inlineCreatives}</Creatives></InLine></Ad></VAST>`),
      ).creatives.map(({ extensions }) => extensions.map(({ attributes }) => attributes['type']));
    const plain = (type: keyof typeof kind) => `<Creative>${kind[type]}</Creative>`;
    expect(typesIn(plain('companion') + plain('overlay') + plain('linear'))).toEqual([
      ['companion', 'nothing'],
      ['overlay'],
      ['linear'],
      ['placed'],
    ]);
    expect(typesIn(plain('linear'))).toEqual([['companion', 'overlay', 'nothing', 'linear'], ['placed']]);
  });

  it('VAST 4.0, 3.16: keeps the slot of a companion, which its schema spells adSlotID', () => {
    const companion = (slot: string) =>
      `<Companion width="300" height="250" ${slot}><StaticResource creativeType="image/png">https://c.example/a.png</StaticResource></Companion>`;
    const read = (slot: string) =>
      readInline(
        `<VAST version="4.0"><Ad><InLine><Creatives><Creative><CompanionAds>${companion(slot)}</CompanionAds></Creative></Creatives></InLine></Ad></VAST>`,
      ).creatives[0]?.companionAds?.items[0]?.attributes;
    expect(read('adSlotID="top"')).toMatchObject({ adSlotId: 'top' });
    expect(read('adSlotID="top"')).not.toHaveProperty('adSlotID');
    expect(read('adSlotId="top"')).toMatchObject({ adSlotId: 'top' });
  });

  it('leaves its inputs unchanged', () => {
    const ad = readInline(readFixture('inline-4.2'));
    const before = structuredClone([outer, middle, ad]);
    mergeChain([outer, middle], ad);
    expect([outer, middle, ad]).toEqual(before);
  });

  it.each(vastVersions)('merges to an ad that is valid in %s', async (version) => {
    for (const name of ['inline-4.2', 'inline-2.0', 'overlay-3.0']) {
      const ad = mergeChain([outer, middle, inner], readInline(readFixture(name)));
      const xml = renderTemplate(compileVast(ad, version), buildTrackingSlots());
      expect(await validateVast(xml, version)).toEqual([]);
    }
  });
});

function withClickThrough(url: string): typeof outer.creatives {
  return outer.creatives.map((creative) => ({
    ...creative,
    linear: creative.linear && {
      ...creative.linear,
      clicks: { ...creative.linear.clicks, clickThrough: { url } },
    },
  }));
}
