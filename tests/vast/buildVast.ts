import { readFileSync } from 'node:fs';
import { parseVast } from '#standards/vast/parseVast.ts';
import type { InlineAd, TrackingSlots, VastDocument, WrapperAd } from '#standards/vast/types.ts';

/** Trackers as serving would insert them, recognizable by their host. */
export function buildTrackingSlots(overrides: Partial<TrackingSlots> = {}): TrackingSlots {
  const url = (event: string): string => `https://ours.example/e/${event}/TOKEN?cb=[CACHEBUSTING]`;
  return {
    adServingId: 'ours-1',
    impression: url('impression'),
    start: url('start'),
    firstQuartile: url('firstQuartile'),
    midpoint: url('midpoint'),
    thirdQuartile: url('thirdQuartile'),
    complete: url('complete'),
    click: url('click'),
    error: `${url('error')}&code=[ERRORCODE]`,
    ...overrides,
  };
}

/** A minimal inline ad with one video. */
export function buildInlineAd(overrides: Partial<InlineAd> = {}): InlineAd {
  return {
    kind: 'inline',
    id: 'spot',
    adSystem: { name: 'Builder' },
    adTitle: 'Spot',
    impressions: [{ url: 'https://demand.example/imp' }],
    errors: [],
    adVerifications: [],
    extensions: [],
    categories: [],
    creatives: [
      {
        id: 'creative',
        universalAdIds: [],
        extensions: [],
        linear: {
          duration: '00:00:15',
          tracking: [],
          clicks: { clickTracking: [], customClick: [] },
          mediaFiles: [
            {
              url: 'https://cdn.example/spot.mp4',
              type: 'video/mp4',
              delivery: 'progressive',
              width: 640,
              height: 360,
              attributes: { type: 'video/mp4', delivery: 'progressive', width: '640', height: '360' },
            },
          ],
          mezzanines: [],
          interactiveCreativeFiles: [],
          closedCaptionFiles: [],
          icons: [],
        },
      },
    ],
    ...overrides,
  };
}

const fixtures = new URL('../../src/standards/vast/fixtures/', import.meta.url);

/** Text of a fixture, by its name without `.xml`. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`${name}.xml`, fixtures), 'utf8');
}

/** A response; throws if it cannot be parsed. */
export function readVast(xml: string): VastDocument {
  const result = parseVast(xml);
  if (!result.ok) throw new Error(`${result.errorCode}: ${result.message}`);
  return result.vast;
}

/** The inline ad of a response without its source, by its position among the ads. */
export function readInline(xml: string, index = 0): InlineAd {
  const ad = readVast(xml).ads[index];
  if (ad?.kind !== 'inline') throw new Error('no inline ad there');
  const { source: _source, ...parts } = ad;
  return parts;
}

/** The wrapper of a response without its source. */
export function readWrapper(xml: string): WrapperAd {
  const ad = readVast(xml).ads[0];
  if (ad?.kind !== 'wrapper') throw new Error('no wrapper there');
  const { source: _source, ...parts } = ad;
  return parts;
}
