import type { EventRecord, ServedAd, TokenPayload } from '#events/record/records.ts';
import { nanosFromUsd, type TrackedEvent } from '#model/index.ts';
import { fillAuctionMacros, priceText, type AuctionMacroValues } from '#standards/openrtb/auctionMacros.ts';
import type { UrlQueue } from './urlQueue.ts';
import type { UrlSealer } from './urlSealer.ts';

/** A bid of an ad exchange that a supplier is bid with. */
export interface ResoldBid {
  /** The exchange's own notices as it sent them, macros and all; null where it has none. */
  win: string | null;
  bill: string | null;
  loss: string | null;
  /** What our auction tells it: `price` is what it pays where the supplier tells no price below our bid. */
  values: AuctionMacroValues;
}

/** What an exchange is told with one event, sealed beside its token. */
interface SealedNotices {
  /** Serve id and event of the token: with another one, nothing is told. */
  serveId: string;
  event: TrackedEvent;
  told: { kind: 'win' | 'bill' | 'loss'; url: string }[];
  values: AuctionMacroValues;
}

/** Hides notices, and the prices in them, from whoever carries them. */
export function sealNotices(sealer: UrlSealer, notices: SealedNotices, at: number): string {
  return sealer.seal(JSON.stringify(notices), at);
}

/** A hit on a URL of ours, whatever it counts. */
export type Hit = Pick<EventRecord, 'at' | 'event' | 'errorCode' | 'price'>;

/** Tells an exchange what an event of its ad means for it, once: calls what was sealed, with its macros filled. */
export function notifyExchange(
  { sealer, notices }: { sealer: UrlSealer; notices: UrlQueue },
  sealed: string,
  { at, event, errorCode, price, payload }: Hit & { payload: TokenPayload },
): void {
  const text = sealer.open(sealed, at);
  if (text === null) return;
  const read = parseNotices(text);
  if (!read || read.serveId !== payload.serveId || read.event !== event) return;
  const values = event === 'loss' ? lossValues(read.values, errorCode) : winValues(read.values, payload.ad, price);
  for (const { kind, url } of read.told) {
    const filled = fillAuctionMacros(url, values);
    // A bill that is not heard is an impression that nobody pays.
    if (kind === 'bill') notices.addWithRetries(filled);
    else notices.add([filled]);
  }
}

/** A sealed URL of another kind is none of these. */
function parseNotices(text: string): SealedNotices | null {
  return text.startsWith('{') ? (JSON.parse(text) as SealedNotices) : null;
}

/** Losers learn no price. */
function lossValues({ price: _price, mbr: _mbr, ...values }: AuctionMacroValues, code: number): AuctionMacroValues {
  return { ...values, loss: String(code) };
}

/** An exchange that pays by second price pays so much less as the supplier's price is below our bid. */
function winValues(values: AuctionMacroValues, { buying }: ServedAd, price: number | undefined): AuctionMacroValues {
  if (!buying?.isRevFollowing || !buying.isSecondPrice || price === undefined || price >= buying.bid) return values;
  const { price: full = '', mbr = '' } = values;
  const lowered = full === '' ? '' : priceText((nanosFromUsd(full) * BigInt(price)) / BigInt(buying.bid));
  const ratio = mbr === '' ? '' : String(Math.round((Number(mbr) * price * 10_000) / buying.bid) / 10_000);
  return { ...values, price: lowered, mbr: ratio };
}
