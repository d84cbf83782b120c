import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import { adMarkup, type AdSketch } from './adMarkup.ts';
import { documents } from './mutatedDocuments.ts';
import { mutateMarkup } from './mutateMarkup.ts';

const media: readonly AdSketch[] = [
  {},
  { mime: 'video/webm' },
  { mime: 'audio/mpeg', bitrate: 128 },
  { mime: 'audio/mpeg', bitrate: 128, seconds: 30 },
  { mime: 'application/javascript', api: 'VPAID' },
  { mime: 'application/javascript', api: 'SIMID' },
  { mime: 'application/x-mpegURL', delivery: 'streaming' },
  { delivery: 'streaming' },
  { bitrate: 300 },
  { url: 'http://cdn.example/ad' },
  { isSkippable: true },
  { isOverlay: true },
  { url: '' },
];
const versions = ['2.0', '3.0', '4.0', '4.1', '4.2', '4.3'];
const durations = [0, 1, 5, 6, 15, 15, 15, 30, 59];

/** The VAST of a partner: of any kind and version, sometimes broken; wrappers lead to `tagUrl`. */
export function randomAd(random: RandomSource, tagUrl: string): string {
  const markup = wellFormedAd(random, tagUrl);
  return random.boolean(0.2) ? mutateMarkup(markup, (below) => random.below(below)) : markup;
}

function wellFormedAd(random: RandomSource, tagUrl: string): string {
  if (random.boolean(0.05)) return random.pick(documents);
  if (random.boolean(0.03)) return buildVast({ kind: 'empty' });
  if (random.boolean(0.12)) return buildVast({ kind: 'wrapper', to: tagUrl, ...wrapperTraits(random) });
  const first = inlineAd(random);
  // The further stand-alone ads of a response may replace the first one.
  return random.boolean(0.15) ? first.replace('</VAST>', adOf(inlineAd(random)) + '</VAST>') : first;
}

function inlineAd(random: RandomSource): string {
  const sketch = { ...random.pick(media), ...random.pick(media) };
  const url = `https://cdn.example/ad-${random.below(9)}`;
  return adMarkup({ version: random.pick(versions), seconds: random.pick(durations), url, ...sketch });
}

function adOf(vast: string): string {
  return vast.slice(vast.indexOf('<Ad '), vast.indexOf('</VAST>'));
}

function wrapperTraits(random: RandomSource): { impression?: string; takesPods?: boolean; fallsBack?: boolean } {
  return {
    ...(random.boolean(0.2) ? { impression: 'http://partner.example/impression' } : {}),
    ...(random.boolean(0.5) ? { takesPods: true, fallsBack: random.boolean(0.5) } : {}),
  };
}
