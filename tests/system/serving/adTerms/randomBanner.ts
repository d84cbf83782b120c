import type { Banner } from '#standards/openrtb/types.ts';
import type { RandomSource } from '#tests/support/engine/randomSource.ts';
import { mutateMarkup } from '../../../vast/mutateMarkup.ts';

const sizes = [
  { w: 300, h: 250 },
  { w: 728, h: 90 },
  { w: 320, h: 50 },
] as const;

/** A banner that is asked for: its sizes, and sometimes what it may not be. */
export function randomBanner(random: RandomSource): Banner {
  const form = random.below(4);
  const size = random.pick(sizes);
  return {
    ...(form === 0 ? size : {}),
    ...(form === 1 ? { format: [size] } : {}),
    ...(form === 2 ? { ...size, format: [size, random.pick(sizes)] } : {}),
    ...(form === 3 ? { format: [{ wratio: 6, hratio: 5, wmin: 240 }, size] } : {}),
    ...(random.boolean(0.3) ? { btype: random.pick([[1], [2], [3], [4], [1, 3]]) } : {}),
    ...(random.boolean(0.3) ? { battr: random.pick([[1], [6, 7]]) } : {}),
  };
}

const markups = [
  '<a href="https://advertiser.example/"><img src="https://cdn.example/a.png"></a>',
  '<a href="http://advertiser.example/"><img src="http://cdn.example/a.png"></a>',
  '<a href="https://advertiser.example/">Buy</a>',
  '<script src="https://cdn.example/a.js"></script>',
  '<script src="http://cdn.example/a.js"></script>',
  '<!doctype html><html><body><iframe src="https://cdn.example/a.html"></iframe></body></html>',
  '<div><iframe src="http://cdn.example/a.html"></iframe></div>',
];

/** The markup of a partner's banner, sometimes broken. */
export function randomBannerMarkup(random: RandomSource): string {
  const markup = random.pick(markups);
  return random.boolean(0.1) ? mutateMarkup(markup, (below) => random.below(below)) : markup;
}

/** The size that a bid declares, mostly one that is asked for. */
export function randomBannerSize({ format, w, h }: Banner, random: RandomSource): { w?: number; h?: number } {
  if (random.boolean(0.15)) return random.pick<object>([{}, { w: 301, h: 250 }, { w: 0, h: 0 }, { w: 300 }]);
  const first = format?.find((each) => each.w !== undefined) ?? { w, h };
  return random.boolean(0.8) && first.w && first.h ? { w: first.w, h: first.h } : { w: 300, h: 250 };
}
