import { percentEncode } from '../../percentEncode.ts';

/** Auction values sent to a bidder, as plain text. Absent values are unknown and become empty. */
export interface AuctionMacroValues {
  /** `BidRequest.id`. */
  id?: string | undefined;
  /** `BidResponse.bidid`. */
  bidId?: string | undefined;
  impId?: string | undefined;
  seatId?: string | undefined;
  /** `bid.adid`. */
  adId?: string | undefined;
  /** Clearing price as written by priceText, in the bid's currency; AUDIT when an ad is only inspected. */
  price?: string | undefined;
  currency?: string | undefined;
  /** Clearing price / bid price. */
  mbr?: string | undefined;
  /** A code from lossCodeOf. */
  loss?: string | undefined;
  minToWin?: string | undefined;
  multiplier?: string | undefined;
  /** Time of the impression, milliseconds since the epoch. */
  impTs?: string | undefined;
  discountPct?: string | undefined;
  discountCpm?: string | undefined;
}

const keys: ReadonlyMap<string, keyof AuctionMacroValues> = new Map([
  ['ID', 'id'],
  ['BID_ID', 'bidId'],
  ['IMP_ID', 'impId'],
  ['SEAT_ID', 'seatId'],
  ['AD_ID', 'adId'],
  ['PRICE', 'price'],
  ['CURRENCY', 'currency'],
  ['MBR', 'mbr'],
  ['LOSS', 'loss'],
  ['MIN_TO_WIN', 'minToWin'],
  ['MULTIPLIER', 'multiplier'],
  ['IMP_TS', 'impTs'],
  ['DISCOUNT_PCT', 'discountPct'],
  ['DISCOUNT_CPM', 'discountCpm'],
]);

/**
 * `${AUCTION_NAME}` or `${AUCTION_NAME:CODE}`; dollar, braces and colon may be percent-encoded, as often as the URLs in
 * whose parameters they are, up to four times.
 */
const pattern =
  /(?:\$|%((?:25){0,3})24)(?:\{|%(?:25){0,3}7B)AUCTION_([A-Z_]{1,32})(?:(?::|%(?:25){0,3}3A)([A-Za-z0-9_-]{1,32}))?(?:\}|%(?:25){0,3}7D)/gi;

/**
 * A notice URL or markup with the auction macros filled (2.5): values percent-encoded once, or as often as the macro
 * is, unknown ones empty. `:B64` requests Base64; any other code leaves the value empty, because it must not be sent in
 * clear text. Unknown macro names stay.
 */
export function fillAuctionMacros(text: string, values: AuctionMacroValues): string {
  if (!text.includes('AUCTION_')) return text;
  return text.replace(pattern, (written, escapes: string | undefined, name: string, code: string | undefined) => {
    const key = keys.get(name);
    if (key === undefined) return written;
    const value = values[key];
    if (value === undefined || value === '') return '';
    if (code !== undefined && code !== 'B64') return '';
    return percentEncode(code === 'B64' ? base64Of(percentEncode(value)) : value, (escapes?.length ?? 0) / 2);
  });
}

/** Billionths of a unit as the shortest exact decimal: 1_250_000_000 → "1.25". Negative amounts and NaN are "0". */
export function priceText(nanos: bigint | number): string {
  if (!(nanos > 0) || nanos === Infinity) return '0';
  const rounded = typeof nanos === 'bigint' ? nanos : Math.round(nanos);
  // String() writes numbers far above the safe integers with an exponent.
  const digits = (Number.isSafeInteger(rounded) ? String(rounded) : String(BigInt(rounded))).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0{1,9}$/, '');
  const integerPart = digits.slice(0, -9);
  return fraction === '' ? integerPart : `${integerPart}.${fraction}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of the bytes of a percent-encoded text. */
function base64Of(encoded: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < encoded.length; at += 1) {
    if (encoded[at] === '%') {
      bytes.push(Number.parseInt(encoded.slice(at + 1, at + 3), 16));
      at += 2;
    } else bytes.push(encoded.charCodeAt(at));
  }
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    out += alphabet.charAt(bits >> 18) + alphabet.charAt((bits >> 12) & 63);
    out += second === undefined ? '=' : alphabet.charAt((bits >> 6) & 63);
    out += third === undefined ? '=' : alphabet.charAt(bits & 63);
  }
  return out;
}
