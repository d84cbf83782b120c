import { DOMParser, type Element } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { buildTrackingSlots, readFixture, readInline, readVast, readWrapper } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { compileVast, renderTemplate } from './compileVast.ts';
import { mergeChain } from './mergeChain.ts';
import { spliceAd } from './spliceAd.ts';
import type { InlineAd, WrapperAd } from './types.ts';

const slots = buildTrackingSlots();
const inline = readFixture('full-inline-4.3');
const wrapper = readFixture('full-wrapper-4.3');

/** Every text and attribute of the ad of a document, by its path below Ad, as another parser reads them. */
function partsOf(xml: string): string[] {
  const ad = new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName('Ad')[0];
  if (!ad) throw new Error('no ad');
  return partsBelow(ad, 'Ad');
}

function partsBelow(element: Element, path: string): string[] {
  const children: Element[] = [];
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 1) children.push(node as Element);
  }
  const attributes = [...element.attributes].map(({ name, value }) => `${path}@${name}=${value}`);
  const text = (element.textContent ?? '').trim();
  const own = children.length === 0 ? [`${path}=${text}`] : [];
  return [...attributes, ...own, ...children.flatMap((child) => partsBelow(child, `${path}/${child.localName}`))];
}

/** The parts of a source that the result does not have, or has less often. */
function lost(source: readonly string[], result: string): string[] {
  const left = partsOf(result);
  return source.filter((part) => {
    const index = left.indexOf(part);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function spliced(xml: string): string {
  const [ad] = readVast(xml).ads;
  const template = ad && spliceAd(ad);
  if (!template) throw new Error('it must be rewritten');
  return renderTemplate(template, slots);
}

const position = (sequence: number) => `Ad@sequence=${sequence}`;
const priceOf = (kind: string, currency: string, value: string) => [
  `Ad/${kind}/Pricing@model=CPM`,
  `Ad/${kind}/Pricing@currency=${currency}`,
  `Ad/${kind}/Pricing=${value}`,
];

/** Every part of VAST 4.3 is in the two documents. Each test names what is lost, which docs/standards.md explains. */
describe('VAST 4.3: of every element and attribute', () => {
  const rewritten = (ad: InlineAd | WrapperAd) => renderTemplate(compileVast(ad, '4.3'), slots);

  test('an inline ad as it was written loses its position in a pod and its price', () => {
    expect(lost(partsOf(inline), spliced(inline))).toEqual([position(1), ...priceOf('InLine', 'USD', '12.5')]);
  });

  test('a wrapper as it was written loses its permission to bring several ads too', () => {
    const several = 'Ad/Wrapper@allowMultipleAds=true';
    expect(lost(partsOf(wrapper), spliced(wrapper))).toEqual([
      position(2),
      several,
      ...priceOf('Wrapper', 'EUR', '3.5'),
    ]);
  });

  test('an inline ad that is rewritten loses nothing more', async () => {
    const xml = rewritten(readInline(inline));
    expect(await validateVast(xml, '4.3')).toEqual([]);
    expect(lost(partsOf(inline), xml)).toEqual([position(1)]);
  });

  test('a wrapper that is rewritten loses nothing more', async () => {
    const xml = rewritten(readWrapper(wrapper));
    expect(await validateVast(xml, '4.3')).toEqual([]);
    expect(lost(partsOf(wrapper), xml)).toEqual([position(2), 'Ad/Wrapper@allowMultipleAds=true']);
  });

  test('a wrapper that is followed loses what its ad replaces, and what has been applied', async () => {
    const xml = rewritten(mergeChain([readWrapper(wrapper)], readInline(inline)));
    expect(await validateVast(xml, '4.3')).toEqual([]);
    const parts = partsOf(wrapper).map((part) => part.replace('Ad/Wrapper', 'Ad/InLine'));
    const left = partsOf(xml);
    for (const part of partsOf(inline).filter((each) => !each.includes('Pricing'))) {
      const index = left.indexOf(part);
      if (index >= 0) left.splice(index, 1);
      else expect(part).toBe(position(1));
    }
    const creative = 'Ad/InLine/Creatives/Creative';
    expect(parts.filter((part) => !left.includes(part))).toEqual([
      'Ad@id=full-wrapper',
      position(2),
      'Ad@conditionalAd=false',
      'Ad@adType=video',
      'Ad/InLine@followAdditionalWrappers=true',
      'Ad/InLine@allowMultipleAds=true',
      'Ad/InLine@fallbackOnNoAd=true',
      'Ad/InLine/AdSystem@version=3',
      'Ad/InLine/AdSystem=Full wrapper',
      'Ad/InLine/ViewableImpression@id=wvi',
      'Ad/InLine/BlockedAdCategories@authority=https://iabtechlab.com',
      'Ad/InLine/BlockedAdCategories=IAB7,IAB26',
      'Ad/InLine/BlockedAdCategories@authority=https://w.example',
      'Ad/InLine/BlockedAdCategories=42',
      `${creative}@id=w-film`,
      `${creative}@sequence=1`,
      `${creative}@adId=WF`,
      `${creative}/Linear@skipoffset=00:00:05`,
      `${creative}/Linear/VideoClicks/ClickThrough@id=wland`,
      `${creative}/Linear/VideoClicks/ClickThrough=https://w.example/landing`,
      `${creative}@id=w-tracked-companion`,
      `${creative}/CompanionAds/Companion@width=300`,
      `${creative}/CompanionAds/Companion@height=250`,
      `${creative}@id=w-overlay`,
      `${creative}@sequence=3`,
      'Ad/InLine/VASTAdTagURI=https://w.example/next',
    ]);
  });
});
