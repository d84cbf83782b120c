import { isDurationOffered } from '#standards/openrtb/bid/creativeFault.ts';
import type { Imp, Video, Banner } from '#standards/openrtb/types.ts';
import type { DemoCreative } from '../demoCreatives.ts';
import { inlineVast, wrapperVast } from '../partnerVast.ts';
import { bannerAd } from './bannerAd.ts';
import type { BuyerFormat, DemoBuyer } from './buyers.ts';
import { nativeAd } from './nativeAd.ts';

/** A banner size that the demo's ads support. */
interface BannerSize {
  width: number;
  height: number;
}

/** The minimum size of a readable banner, in pixels. */
const minSize = { width: 120, height: 50 } as const;

/** The first offered size that a banner fits; null when there is none, or HTML markup is blocked. */
function bannerSizeOf({ format, w, h, btype }: Banner): BannerSize | null {
  // 2 = XHTML banner ad (list 5.2).
  if (btype?.includes(2)) return null;
  const sizes = format?.length ? format : [{ w, h }];
  for (const { w: width = 0, h: height = 0 } of sizes) {
    if (width >= minSize.width && height >= minSize.height) return { width, height };
  }
  return null;
}

/** Duration of the demo's video ads in seconds. */
export const videoSeconds = 8;

/** Bitrate of the demo's video ads in kilobits per second. */
const videoKbps = 40;

/** The protocols of the demo's video ads (OpenRTB list 5.8): VAST 3.0 and its wrapper. */
const protocols = { inline: 3, wrapper: 6 } as const;

/** The format-specific part of a bid. Sizes are in pixels. */
export interface BidContent {
  adm: string;
  w?: number;
  h?: number;
  protocol?: number;
}

/** The markup for an imp; null when the creative does not fit it. */
export function contentOf(
  creative: DemoCreative,
  imp: Imp,
  format: BuyerFormat,
  buyer: DemoBuyer,
  base: string,
): BidContent | null {
  const source = `rtb-${buyer.name}`;
  const clickUrl = `${base}/rtb/${buyer.name}/click/${creative}`;
  const pixelUrl = `${base}/partner/pixel/${source}/impression?price=\${AUCTION_PRICE}`;
  const inline = () => inlineVast({ base, creative, source, price: '${AUCTION_PRICE}' });
  if (format === 'video' && imp.video) {
    if (!isPlayable(imp.video, buyer.sendsWrappers)) return null;
    const adm = buyer.sendsWrappers
      ? wrapperVast({ base, creative, source, price: '${AUCTION_PRICE}' }, 1, `${base}/partner/inline/${creative}`)
      : inline();
    return { adm, w: 640, h: 360, protocol: buyer.sendsWrappers ? protocols.wrapper : protocols.inline };
  }
  if (format === 'native' && imp.native) {
    const adm = nativeAd(imp.native.request, { creative, base, clickUrl, pixelUrl, vast: inline() });
    return adm === null ? null : { adm };
  }
  const size = imp.banner ? bannerSizeOf(imp.banner) : null;
  if (!size) return null;
  return { adm: bannerAd({ creative, ...size, clickUrl, pixelUrl }), w: size.width, h: size.height };
}

/** True when the player accepts the demo's media and VAST. */
function isPlayable(video: Video, isWrapper: boolean): boolean {
  const { mimes, protocols: known, linearity = 1, minbitrate = 0 } = video;
  const isRead = !known?.length || known.includes(isWrapper ? protocols.wrapper : protocols.inline);
  const isPlayed = mimes.includes('video/mp4') && linearity === 1 && minbitrate <= videoKbps;
  return isRead && isPlayed && isDurationOffered(videoSeconds, video);
}
