import { describe, expect, it } from 'vitest';
import { buildTrackingSlots, readVast, readWrapper } from '../../../tests/vast/buildVast.ts';
import { validateVast } from '../../../tests/vast/validateVast.ts';
import { renderWrapper } from './renderWrapper.ts';
import { renderNoAd } from './renderNoAd.ts';
import type { VastVersion } from './types.ts';
import { vastVersions } from './vastVersions.ts';

const slots = buildTrackingSlots({
  more: {
    impression: ['https://pixel.example/i?a=1&b=2'],
    midpoint: ['https://pixel.example/half'],
    click: ['https://pixel.example/click'],
    error: ['https://pixel.example/error'],
  },
});

describe('renderWrapper', () => {
  const render = (version: VastVersion): string =>
    renderWrapper({
      version,
      adId: 'tag "7" & more',
      adTagUri: 'https://demand.example/vast?w=640&cb=[CACHEBUSTING]',
      slots,
    });

  it.each(vastVersions)('is valid %s', async (version) => {
    expect(await validateVast(render(version), version)).toEqual([]);
  });

  it.each(vastVersions)('contains our trackers and the tag in %s', (version) => {
    const wrapper = readWrapper(render(version));
    expect(wrapper).toMatchObject({
      id: 'tag "7" & more',
      vastAdTagUri: 'https://demand.example/vast?w=640&cb=[CACHEBUSTING]',
      errors: version === '2.0' ? [slots.error] : [slots.error, 'https://pixel.example/error'],
      impressions: [{ url: slots.impression }, { url: 'https://pixel.example/i?a=1&b=2' }],
      followAdditionalWrappers: true,
    });
    const linear = wrapper.creatives[0]?.linear;
    expect(linear?.tracking.map((tracking) => tracking.event)).toEqual([
      'start',
      'firstQuartile',
      'midpoint',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
    expect(linear?.clicks.clickTracking).toEqual([{ url: slots.click }, { url: 'https://pixel.example/click' }]);
    expect(wrapper.pricing).toBeUndefined();
  });
});

describe('renderNoAd', () => {
  it.each(vastVersions)('is valid %s with and without an error URL', async (version) => {
    expect(await validateVast(renderNoAd(version), version)).toEqual([]);
    expect(await validateVast(renderNoAd(version, slots.error), version)).toEqual([]);
  });

  it('includes the error URL where the version has room for it at the root', () => {
    const [two, ...higher] = vastVersions.map((version) => readVast(renderNoAd(version, slots.error)).errors);
    expect(two).toEqual([]);
    expect(higher).toEqual(Array.from({ length: 5 }, () => [slots.error]));
  });
});
