import type { PageFacts } from '../pageFacts.ts';
import type { Place } from '../placeOf.ts';
import type { Texts } from '../types.ts';
import { product, version } from '../version.ts';

/** What a video ad is wanted for. */
export interface VideoWish {
  place: Place;
  privacy: Texts;
  page: PageFacts;
  /** Of the player, in pixels. */
  width: number;
  height: number;
  /** As AdCOM numbers: how it is placed, when it starts and how playback begins. */
  placement: number;
  startDelay: number;
  playback: number;
  /** In [0, 1). */
  random: number;
}

/** The ad tag of a channel: what the page says goes before what we know. */
export function tagUrlOf({ place, privacy, page, ...wish }: VideoWish): string {
  const texts: Texts = {
    w: String(Math.round(wish.width)),
    h: String(Math.round(wish.height)),
    url: page.url,
    ref: page.referrer,
    lang: page.language,
    plcmt: String(wish.placement),
    startdelay: String(wish.startDelay),
    playbackmethod: String(wish.playback),
    player: `${product}/${version}`,
    ...privacy,
    ...place.params,
    cb: String(Math.floor(wish.random * 1e8)).padStart(8, '0'),
  };
  const query = Object.entries(texts)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${place.base}/vast/${encodeURIComponent(place.channel)}?${query.join('&')}`;
}
