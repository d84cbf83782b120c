import type { ActivePixel } from '#engine/plan/activePixel.ts';
import { sampledPixels } from '#engine/plan/sampledPixels.ts';
import type { ServeRecord } from '#events/record/records.ts';
import { type Nanos, type OwnPixelMacro, usdFromNanos } from '#model/index.ts';
import { cachebusting } from '#standards/viewerMacros.ts';
import { fillPassedOnMacros, type MacroValues } from '#standards/macros.ts';
import type { MoreTrackers } from '#standards/vast/types.ts';
import { macroValues, type RequestSignals } from '../imp/requestSignals.ts';

/** An ad that may have third-party pixels. */
interface PixelAd {
  signals: RequestSignals;
  record: Pick<ServeRecord, 'serveId' | 'at' | 'origin'>;
  tag: { id: number; advertiserId: number };
  /** The ad's CPM in nano-USD. */
  cpm: Nanos;
  /** Today as YYYY-MM-DD in the account's time zone. */
  day: string;
  /** Values of the account's own parameters, by name. */
  own?: MacroValues;
  /** Values that the sale adds to those of the request: the supply chain and the price. */
  sale?: MacroValues;
}

/**
 * The third-party pixels of an ad by event, with the macros filled that the server knows; undefined when it has none.
 * Macros of the moment of the call are left for the player.
 */
export function pixelTrackers(
  pixels: readonly ActivePixel[],
  ad: PixelAd,
  random: () => number,
): MoreTrackers | undefined {
  const { serveId, at, origin } = ad.record;
  const sampled = sampledPixels(pixels, serveId, origin.environment, ad.day);
  if (sampled.length === 0) return undefined;
  const randomNumber = random();
  const viewer = {
    ...ad.own,
    ...macroValues(ad.signals, { now: at, random: randomNumber, serveId, serverSide: '0' }),
    ...ad.sale,
    ...adTypeOfSold(origin.audience?.mediaType),
    TIMESTAMP: undefined,
    CACHEBUSTING: undefined,
  };
  const own: Record<OwnPixelMacro, string> = {
    imp_id: serveId,
    channel: String(origin.channelId),
    tag: String(ad.tag.id),
    advertiser: String(ad.tag.advertiserId),
    publisher: origin.subpublisherId === 0 ? '' : String(origin.subpublisherId),
    pub_id: origin.publisher,
    supply_type: origin.environment,
    price: usdFromNanos(BigInt(ad.cpm)),
    cachebuster: cachebusting(randomNumber),
  };
  const trackers: Record<string, string[]> = {};
  for (const { event, url } of sampled) {
    const filled = fillOwnMacros(fillPassedOnMacros(url, viewer), own);
    const known = trackers[event];
    if (known) known.push(filled);
    else trackers[event] = [filled];
  }
  return trackers;
}

/** The type of an ad that is sold, of which the request may have left it open. */
function adTypeOfSold(mediaType: string | undefined): MacroValues {
  if (!mediaType) return {};
  return { ADTYPE: mediaType === 'video' || mediaType === 'audio' ? mediaType : undefined };
}

/** Our own macros are filled last: values of viewer macros are percent-encoded and cannot contain one. */
function fillOwnMacros(url: string, values: Readonly<Record<string, string>>): string {
  return url.replace(/(?<!\$)\{([a-z_]+)\}/g, (macro, name: string) => {
    const value = values[name];
    return value === undefined ? macro : encodeURIComponent(value);
  });
}
