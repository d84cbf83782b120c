import { inlineAdOf } from '#engine/auction/inlineAdOf.ts';
import type { Sale } from '#engine/auction/types.ts';
import { hashText } from '#standards/vast/hashText.ts';
import type { IdentifiedCreative } from '../imp/createInventoryDeduplicator.ts';
import type { StoredMarkup } from './storedMarkup.ts';

/** Identifies the creative of a sold ad. Returns null when the player fetches it itself. */
export function identifyCreative(
  markup: Pick<StoredMarkup, 'creativeOf' | 'read'>,
  sale: Sale,
): IdentifiedCreative | null {
  const { ad, winner } = sale;
  if (ad.kind === 'markup') return bidCreative(sale);
  const inline = inlineAdOf(ad, winner.tag, markup.read);
  if (!inline) return null;
  const depth = ad.kind === 'merged' ? ad.depth : 0;
  return { identity: markup.creativeOf(inline), title: inline.adTitle, depth };
}

/** The creative of a bid other than video, as its bidder declares it. */
function bidCreative({ won, winner }: Sale): IdentifiedCreative | null {
  if (!won) return null;
  const { crid = '', adid = '', adomain = [], iurl = '', w = 0, h = 0 } = won.bid.bid;
  const key = hashText(`bid ${winner.tag.id} ${crid}`);
  return {
    identity: {
      key,
      ids: [key, crid, adid].filter((id) => id !== ''),
      advertiser: '',
      adomains: adomain.map((domain) => domain.toLowerCase().replace(/^www\./, '')),
      durationS: 0,
      media: { url: iurl, type: won.bid.mediaType, width: w, height: h, bitrate: 0 },
      isVpaid: false,
    },
    title: crid,
    depth: 0,
  };
}
