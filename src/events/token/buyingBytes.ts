import { billingNotices, type BillingNotice } from '#model/index.ts';
import type { BuyingTerms, Origin, ServedAd, TokenPayload } from '../record/records.ts';
import { readVarint, writeVarint, type Cursor } from '../record/varint.ts';

/**
 * Binary form of a token's buying part: a byte of flags for what is present and whether the ad was returned to a test request, then
 * the IDs (varints), then the supplier's payment terms (a byte with the billing notice in its two lowest bits, and the
 * bid as a varint), then the key of the household (8 bytes). The deal is separate, at the end of the payload: its
 * length in bytes (varint) and its text.
 */
const supplierBit = 1;
const adexchangeBit = 2;
const campaignBit = 4;
const creativeBit = 8;
const termsBit = 16;
const householdBit = 32;
const testBit = 64;
const knownBits = 127;

/** Bytes of a household's key. */
const householdBytes = 8;

/** Codes of the billing notices, in 2 bits. An assigned code is never reassigned. */
const billingCodes: Record<BillingNotice, number> = { pixel: 1, burl: 2, nurl: 3 };
const billingOfCode = new Map(billingNotices.map(({ value }) => [billingCodes[value], value]));
const billingBits = 3;
const secondPriceBit = 4;
const followingBit = 8;

/** Whether a payload has any buying data, or is that of a test. */
export function hasBuyingData({ origin, ad, household, isTest }: TokenPayload): boolean {
  return (
    isTest === true ||
    origin.supplierId !== undefined ||
    ad.adexchangeId !== undefined ||
    ad.campaignId !== undefined ||
    ad.creativeId !== undefined ||
    ad.deal !== undefined ||
    ad.buying !== undefined ||
    household !== undefined
  );
}

/** Writes everything except the deal and returns its end. Throws a RangeError on negative or unsafe numbers. */
export function writeBuying(target: Buffer, start: number, { origin, ad, household, isTest }: TokenPayload): number {
  const { supplierId } = origin;
  const { adexchangeId, campaignId, creativeId, buying } = ad;
  target[start] =
    (supplierId === undefined ? 0 : supplierBit) |
    (adexchangeId === undefined ? 0 : adexchangeBit) |
    (campaignId === undefined ? 0 : campaignBit) |
    (creativeId === undefined ? 0 : creativeBit) |
    (buying === undefined ? 0 : termsBit) |
    (household === undefined ? 0 : householdBit) |
    (isTest ? testBit : 0);
  let at = start + 1;
  for (const id of [supplierId, adexchangeId, campaignId, creativeId]) {
    if (id !== undefined) at = writeVarint(target, at, id);
  }
  if (buying) {
    target[at++] =
      billingCodes[buying.billing] |
      (buying.isSecondPrice ? secondPriceBit : 0) |
      (buying.isRevFollowing ? followingBit : 0);
    at = writeVarint(target, at, buying.bid);
  }
  if (household === undefined) return at;
  if (!/^[0-9a-f]{16}$/.test(household)) throw new RangeError(`not a household's key: ${household}`);
  return at + target.write(household, at, 'hex');
}

/** Reads the output of writeBuying; null for invalid bytes. */
export function readBuying(cursor: Cursor): {
  origin: Pick<Origin, 'supplierId'>;
  ad: Pick<ServedAd, 'adexchangeId' | 'campaignId' | 'creativeId' | 'buying'>;
  household: string | undefined;
  isTest: boolean;
} | null {
  const bits = cursor.bytes[cursor.at++] ?? 0;
  if ((bits & ~knownBits) !== 0) return null;
  const idOf = (bit: number) => ((bits & bit) === 0 ? undefined : readVarint(cursor));
  const supplierId = idOf(supplierBit);
  const adexchangeId = idOf(adexchangeBit);
  const campaignId = idOf(campaignBit);
  const creativeId = idOf(creativeBit);
  const buying = (bits & termsBit) === 0 ? undefined : readTerms(cursor);
  if (buying === null) return null;
  const household = (bits & householdBit) === 0 ? undefined : readHousehold(cursor);
  return {
    origin: supplierId === undefined ? {} : { supplierId },
    ad: {
      ...(adexchangeId === undefined ? {} : { adexchangeId }),
      ...(campaignId === undefined ? {} : { campaignId }),
      ...(creativeId === undefined ? {} : { creativeId }),
      ...(buying === undefined ? {} : { buying }),
    },
    household,
    isTest: (bits & testBit) !== 0,
  };
}

function readHousehold(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at += householdBytes;
  return cursor.bytes.toString('hex', start, cursor.at);
}

function readTerms(cursor: Cursor): BuyingTerms | null {
  const bits = cursor.bytes[cursor.at++] ?? 0;
  const billing = billingOfCode.get(bits & billingBits);
  const bid = readVarint(cursor);
  if (billing === undefined) return null;
  const isSecondPrice = (bits & secondPriceBit) !== 0;
  return { billing, isSecondPrice, bid, ...((bits & followingBit) === 0 ? {} : { isRevFollowing: true }) };
}

/** Writes the ID of a deal and returns its end. Throws a RangeError if it is longer than records.ts allows. */
export function writeDeal(target: Buffer, start: number, deal: string): number {
  if (deal.length > 100) throw new RangeError(`longer than 100 characters: ${deal}`);
  const at = writeVarint(target, start, Buffer.byteLength(deal));
  return at + target.write(deal, at, 'utf8');
}

/** Reads the output of writeDeal. */
export function readDeal(cursor: Cursor): string {
  const length = readVarint(cursor);
  const start = cursor.at;
  cursor.at += length;
  return cursor.bytes.toString('utf8', start, cursor.at);
}
