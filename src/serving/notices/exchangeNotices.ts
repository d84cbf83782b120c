import type { EventRecord, ServedAd, TokenPayload } from '#events/record/records.ts';
import { nanosFromUsd, type TrackedEvent } from '#model/index.ts';
import { fillAuctionMacros, priceText, type AuctionMacroValues } from '#standards/openrtb/bid/auctionMacros.ts';
import type { FilledNotice, NoticeSender } from './noticeSender.ts';
import type { UrlSealer } from './urlSealer.ts';

/** An ad exchange's bid that we resell to a supplier. */
export interface ResoldBid {
  /** The exchange's own notice URLs as it sent them, with macros; null where it has none. */
  win: string | null;
  bill: string | null;
  loss: string | null;
  /**
   * Macro values of our auction. `price` is what the exchange pays unless the supplier reports a price below our bid.
   */
  values: AuctionMacroValues;
}

/** A notice that an exchange gets, with the macros in its URL. */
type ExchangeNotice = FilledNotice;

/** The notices that one event triggers, sealed beside its token. */
interface SealedNotices {
  /** Serve ID and event of the token. With any other token no notice is sent. */
  serveId: string;
  event: TrackedEvent;
  notices: readonly ExchangeNotice[];
  values: AuctionMacroValues;
}

/** Seals notices, and the prices in them, so that the parties passing them on cannot read them. */
export function sealNotices(sealer: UrlSealer, notices: SealedNotices, at: number): string {
  return sealer.seal(JSON.stringify(notices), at);
}

/** A hit on one of our URLs, whatever it counts. */
export type Hit = Pick<EventRecord, 'at' | 'event' | 'errorCode' | 'price'>;

/** Calls the exchange's notices that an event of its ad triggers, once, with their macros filled. */
export function notifyExchange(
  { sealer, sealedNotices }: { sealer: UrlSealer; sealedNotices: NoticeSender },
  sealed: string,
  { at, event, errorCode, price, payload }: Hit & { payload: TokenPayload },
): void {
  const text = sealer.open(sealed, at);
  if (text === null) return;
  const read = parseNotices(text);
  if (!read || read.serveId !== payload.serveId || read.event !== event) return;
  const values = event === 'loss' ? lossValues(read.values, errorCode) : winValues(read.values, payload.ad, price);
  const filled = read.notices.map(({ kind, url }) => ({ kind, url: fillAuctionMacros(url, values) }));
  sealedNotices.send(sealed, filled);
}

/** Returns null for a sealed text of another kind. URLs of earlier versions have their notices as `told`. */
function parseNotices(text: string): SealedNotices | null {
  if (!text.startsWith('{')) return null;
  const { told: formerNotices = [], ...sealed } = JSON.parse(text) as SealedNotices & { told?: ExchangeNotice[] };
  return { ...sealed, notices: sealed.notices ?? formerNotices };
}

/** Losing bidders receive no price. */
function lossValues({ price: _price, mbr: _mbr, ...values }: AuctionMacroValues, code: number): AuctionMacroValues {
  return { ...values, loss: String(code) };
}

/**
 * With second-price billing, the exchange's price is reduced in proportion when the supplier's price is below our bid.
 */
function winValues(values: AuctionMacroValues, { buying }: ServedAd, price: number | undefined): AuctionMacroValues {
  if (!buying?.isRevFollowing || !buying.isSecondPrice || price === undefined || price >= buying.bid) return values;
  const { price: full = '', mbr = '' } = values;
  const lowered = full === '' ? '' : priceText((nanosFromUsd(full) * BigInt(price)) / BigInt(buying.bid));
  const ratio = mbr === '' ? '' : String(Math.round((Number(mbr) * price * 10_000) / buying.bid) / 10_000);
  return { ...values, price: lowered, mbr: ratio };
}
