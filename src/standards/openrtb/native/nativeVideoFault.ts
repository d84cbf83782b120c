import { mediaFault } from '../bid/adFault.ts';
import { adTraits } from '../bid/adTraits.ts';
import type { BidFault } from '../bid/bidFault.ts';
import type { RequestedVideo } from './nativeTypes.ts';
import { parseVast } from '../../vast/parseVast.ts';
import { selectAd } from '../../vast/selectAd.ts';
import { vastProtocols } from '../../vast/vastProtocols.ts';
import { vastVersionOf } from '../../vast/vastVersions.ts';

/**
 * The term of a requested video (Native 1.2, 4.5) that the VAST of a response (5.6) violates; null when there is none.
 * It is passed on as it is, so its own version must be requested.
 */
export function nativeVideoFault(vasttag: string, offer: RequestedVideo): BidFault | null {
  const parsed = parseVast(vasttag);
  const ad = parsed.ok ? selectAd(parsed.vast) : undefined;
  if (!parsed.ok || !ad) return 'native_malformed';
  const [, major = '', minor = '0'] = /^(\d)(?:\.(\d))?/.exec(parsed.vast.version.trim()) ?? [];
  const version = vastVersionOf(`${major}.${minor}`);
  if (!version || !offer.protocols.includes(vastProtocols[version][ad.kind])) return 'protocol_not_offered';
  const traits = adTraits(ad);
  if (traits.kind === 'inline' && traits.form === null) return 'native_malformed';
  return mediaFault(traits, 'video', { ...offer, linearity: 1 });
}
