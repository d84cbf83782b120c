import type { BidFault } from '../bid/bidFault.ts';
import { isDurationOffered } from '../bid/creativeFault.ts';
import type { RequestedVideo } from './nativeTypes.ts';
import { parseVast } from '../../vast/parseVast.ts';
import { selectAd } from '../../vast/selectAd.ts';
import type { InlineAd } from '../../vast/types.ts';
import { parseVastTime } from '../../vast/vastTime.ts';

/** AdCOM's protocols by VAST version: inline and wrapper. */
const protocolsOf: Readonly<Record<string, readonly [inline: number, wrapper: number]>> = {
  '2.0': [2, 5],
  '3.0': [3, 6],
  '4.0': [7, 8],
  '4.1': [11, 12],
  '4.2': [13, 14],
  '4.3': [15, 16],
};

/**
 * The term of a requested video (Native 1.2, 4.5) that the VAST of a response (5.6) violates; null when there is none. A
 * wrapper's media are unknown: it is checked by its protocol alone.
 */
export function nativeVideoFault(vasttag: string, offer: RequestedVideo): BidFault | null {
  const parsed = parseVast(vasttag);
  const ad = parsed.ok ? selectAd(parsed.vast) : undefined;
  if (!parsed.ok || !ad) return 'native_malformed';
  const protocol = protocolsOf[parsed.vast.version.slice(0, 3)]?.[ad.kind === 'inline' ? 0 : 1];
  if (protocol === undefined || !offer.protocols.includes(protocol)) return 'protocol_not_offered';
  return ad.kind === 'inline' ? mediaFault(ad, offer) : null;
}

function mediaFault({ creatives }: InlineAd, offer: RequestedVideo): BidFault | null {
  const linear = creatives.find((creative) => creative.linear)?.linear;
  if (!linear) return 'native_asset_not_requested';
  const durationMs = parseVastTime(linear.duration);
  if (durationMs !== undefined && !isDurationOffered(Math.round(durationMs / 1000), offer)) {
    return 'duration_not_offered';
  }
  const mimes = offer.mimes.map((mime) => mime.toLowerCase());
  return linear.mediaFiles.some(({ type }) => mimes.includes(type.toLowerCase())) ? null : 'native_asset_not_requested';
}
