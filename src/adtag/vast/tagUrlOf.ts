import type { PageSignals } from '../readPage.ts';
import type { SlotConfig } from '../resolveSlotConfig.ts';
import type { RequestParams } from '../types.ts';
import { product, version } from '../version.ts';

/** The values that a tag URL declares. */
export interface VideoRequest {
  slotConfig: SlotConfig;
  privacy: RequestParams;
  page: PageSignals;
  /** Size of the player in pixels. */
  width: number;
  height: number;
  /** Placement subtype, start delay and playback method, as AdCOM numbers. */
  placement: number;
  startDelay: number;
  playback: number;
  /** In [0, 1). */
  random: number;
}

/** The tag URL of a channel. The page's parameters override the detected values. */
export function tagUrlOf({ slotConfig, privacy, page, ...video }: VideoRequest): string {
  const params: RequestParams = {
    w: String(Math.round(video.width)),
    h: String(Math.round(video.height)),
    url: page.url,
    ref: page.referrer,
    lang: page.language,
    plcmt: String(video.placement),
    startdelay: String(video.startDelay),
    playbackmethod: String(video.playback),
    player: `${product}/${version}`,
    // The highest version that the SDK reads.
    vast: '4.3',
    ...privacy,
    ...slotConfig.params,
    cb: String(Math.floor(video.random * 1e8)).padStart(8, '0'),
  };
  const query = Object.entries(params)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${slotConfig.base}/vast/${encodeURIComponent(slotConfig.channel)}?${query.join('&')}`;
}
