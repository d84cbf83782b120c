import { environments, maxReportParams, type Environment, type IvtVerdict } from '#model/index.ts';
import { readAudience, writeAudience } from '../record/audienceCodes.ts';
import { readBuying, readDeal, hasBuyingData, writeBuying, writeDeal } from './buyingBytes.ts';
import type { LivePayload, Origin, ServedAd, TokenPayload } from '../record/records.ts';
import { readVarint, writeVarint, type Cursor } from '../record/varint.ts';

/**
 * Binary form of a token's payload: version (1 byte), key ID (1), serve ID (12), seconds since 2020 (varint),
 * environment (6-bit code in a byte), IDs and tier and money (varints), site and app (length in UTF-8 bytes, bytes).
 * Varints are little-endian groups of seven bits and represent any safe integer.
 *
 * The version declares further parts. Of ads that a marketplace sold: after the money, the account's part of the
 * revenue (varint) and the partner's name (as site and app are written). At the end: the publisher (a text) and the key
 * of the creative (length in bytes, bytes). In the masked range: right after the time, the key of the viewer (8 bytes),
 * and after the environment, the traffic verdict (a code in a byte). At the end: the account's own parameters (their
 * number in a byte, then name and value of each as texts), the market of a dynamic floor (a text), and the vendors that
 * measure the impression (a sum in a byte). Ads without these have the shorter forms.
 *
 * Versions from 129 on are a second family. They have the same parts and, after the environment and the verdict, the
 * audience together with the vendors (audienceCodes.ts). The vendors' part is not used there, and their fee follows the
 * other money (varint) if there are any. Its bit declares the buying part instead (buyingBytes.ts): its numbers follow
 * the other money, the deal is at the end. An ad of a test has it too, for its mark. Version 256, an ad with all parts,
 * is written as 0.
 */
const plainVersion = 1;
/** Added to the version by the second family. */
const audiencePart = 128;
/** Added to the version by each part. */
const marketplacePart = 1;
const publisherPart = 2;
const ivtPart = 4;
const viewerPart = 8;
const paramsPart = 16;
const marketPart = 32;
const verificationPart = 64;
/** The same bit, in the second family. */
const buyingPart = 64;
const viewerBytes = 8;
/** 2020-01-01T00:00:00Z in seconds: limits the time to five bytes. */
const epochSeconds = 1_577_836_800;

/** Codes of the environments. An assigned code is never reassigned. */
const environmentCodes: Record<Environment, number> = { web: 1, mobileWeb: 2, app: 3, ctv: 4 };
const environmentOfCode = new Map(environments.map(({ value }) => [environmentCodes[value], value]));

/** Codes of traffic verdicts. An assigned code is never reassigned. */
const verdictCodes: Record<IvtVerdict, number> = {
  valid: 1,
  listed_address: 2,
  listed_agent: 3,
  prefetch: 4,
  no_agent: 5,
  headless: 6,
  crawler: 7,
  not_a_browser: 8,
  data_center: 9,
  device_mismatch: 10,
  hidden_player: 11,
  too_frequent: 12,
};
const verdictOfCode = new Map(Object.entries(verdictCodes).map(([verdict, code]) => [code, verdict as IvtVerdict]));

/** Offset and length of the serve ID in a payload. */
export const serveIdAt = 2;
export const serveIdBytes = 12;

/** Offset of the masked part of a payload: everything behind the serve ID. */
export const secretStart = serveIdAt + serveIdBytes;

/** Number of bytes from there on that the earlier version masked: time, IDs and money, not all texts. */
export function formerSecretBytes(bytes: Buffer): number {
  const more = has(bytes, marketplacePart) || has(bytes, viewerPart) ? 64 : 0;
  return 64 + more + (has(bytes, audiencePart) ? 64 : 0) + (hasBuying(bytes) ? 64 : 0);
}

/**
 * Upper bound of a payload: 29 bytes of head, 12 varints of at most 8 bytes, 15 texts of at most 193, keys of 9 and 8,
 * and 50 bytes of buying with a deal of at most 302.
 */
export const maxPayloadBytes = 3584;

/**
 * Writes a payload at the start of `target` (at least maxPayloadBytes long) and returns its length in bytes. Throws a
 * RangeError on negative or unsafe numbers and on IDs and texts longer than records.ts allows.
 */
export function writeTokenPayload(target: Buffer, keyId: number, payload: TokenPayload): number {
  const { origin, ad } = payload;
  target[0] = versionOf(payload);
  target[1] = keyId;
  if (payload.serveId.length !== 16 || target.write(payload.serveId, 2, 'base64url') !== serveIdBytes) {
    throw new RangeError(`not a serve id: ${payload.serveId}`);
  }
  let at = 2 + serveIdBytes;
  at = writeVarint(target, at, Math.floor(payload.servedAt / 1000) - epochSeconds);
  if (payload.viewer !== undefined) at = writeViewer(target, at, payload.viewer);
  target[at++] = environmentCodes[origin.environment];
  if (origin.ivt) target[at++] = verdictCodes[origin.ivt];
  const hasAudience = has(target, audiencePart);
  if (hasAudience) at = writeAudience(target, at, origin.audience, ad.verificationVendors ?? 0);
  at = writeVarint(target, at, origin.demandId);
  at = writeVarint(target, at, origin.channelId);
  at = writeVarint(target, at, origin.subpublisherId);
  at = writeVarint(target, at, ad.advertiserId);
  at = writeVarint(target, at, ad.tagId);
  at = writeVarint(target, at, ad.tier);
  at = writeVarint(target, at, ad.rev);
  at = writeVarint(target, at, ad.cost);
  at = writeVarint(target, at, ad.systemCost);
  if (hasAudience && ad.verificationVendors !== undefined) at = writeVarint(target, at, ad.verificationFee ?? 0);
  const hasBuyingPart = hasBuying(target);
  if (hasBuyingPart) at = writeBuying(target, at, payload);
  if (ad.marketplace) {
    at = writeVarint(target, at, ad.marketplace.revMd);
    at = writeText(target, at, ad.marketplace.name);
  }
  at = writeText(target, at, origin.site);
  at = writeText(target, at, origin.app);
  if (has(target, publisherPart)) {
    at = writeText(target, at, origin.publisher);
    at = writeKey(target, at, ad.creative);
  }
  if (origin.params) at = writeParams(target, at, origin.params);
  if (origin.market !== undefined) at = writeText(target, at, origin.market);
  if (!hasAudience && ad.verificationVendors !== undefined) target[at++] = ad.verificationVendors;
  if (hasBuyingPart) at = writeDeal(target, at, ad.deal ?? '');
  return at;
}

/** Reads the output of writeTokenPayload; null when the bytes are not exactly one payload. */
export function readTokenPayload(bytes: Buffer): TokenPayload | null {
  if (bytes.length < 2 + serveIdBytes) return null;
  const cursor = { bytes, at: 2 + serveIdBytes };
  const serveId = bytes.toString('base64url', 2, cursor.at);
  const servedAt = (readVarint(cursor) + epochSeconds) * 1000;
  const viewer = has(bytes, viewerPart) ? readHex(cursor, viewerBytes) : undefined;
  const environment = environmentOfCode.get(bytes[cursor.at++] ?? 0);
  const isJudged = has(bytes, ivtPart);
  const ivt = isJudged ? verdictOfCode.get(bytes[cursor.at++] ?? 0) : undefined;
  const audienceBlock = has(bytes, audiencePart) ? readAudience(bytes, cursor.at) : null;
  if (audienceBlock) cursor.at = audienceBlock.end;
  const demandId = readVarint(cursor);
  const channelId = readVarint(cursor);
  const subpublisherId = readVarint(cursor);
  const advertiserId = readVarint(cursor);
  const tagId = readVarint(cursor);
  const tier = readVarint(cursor);
  const rev = readVarint(cursor);
  const cost = readVarint(cursor);
  const systemCost = readVarint(cursor);
  const verificationFee = audienceBlock && audienceBlock.verificationVendors > 0 ? readVarint(cursor) : undefined;
  const isBought = hasBuying(bytes);
  const bought = isBought ? readBuying(cursor) : null;
  const isSold = has(bytes, marketplacePart);
  const revMd = isSold ? readVarint(cursor) : 0;
  const name = isSold ? readText(cursor) : '';
  const site = readText(cursor);
  const app = readText(cursor);
  const isPlaced = has(bytes, publisherPart);
  const publisher = isPlaced ? readText(cursor) : '';
  const creative = isPlaced ? readHex(cursor, bytes[cursor.at++] ?? 0) : '';
  const params = has(bytes, paramsPart) ? readParams(cursor) : undefined;
  const market = has(bytes, marketPart) ? readText(cursor) : undefined;
  const plainVendors = !audienceBlock && has(bytes, verificationPart) ? (bytes[cursor.at++] ?? 0) : undefined;
  const verificationVendors =
    audienceBlock && audienceBlock.verificationVendors > 0 ? audienceBlock.verificationVendors : plainVendors;
  const deal = isBought ? readDeal(cursor) : '';
  // After reading past the end, values are zeros or NaN; only the position shows it.
  if (environment === undefined || cursor.at !== bytes.length) return null;
  if (isJudged && ivt === undefined) return null;
  if (isBought && bought === null) return null;
  const origin: Origin = { demandId, channelId, subpublisherId, environment, site, app, publisher };
  if (ivt !== undefined) origin.ivt = ivt;
  if (params) origin.params = params;
  if (market !== undefined) origin.market = market;
  if (audienceBlock?.audience) origin.audience = audienceBlock.audience;
  const ad: ServedAd = { advertiserId, tagId, tier, creative, rev, cost, systemCost };
  if (isSold) ad.marketplace = { name, revMd };
  if (verificationVendors !== undefined) ad.verificationVendors = verificationVendors;
  if (verificationFee !== undefined) ad.verificationFee = verificationFee;
  if (bought) {
    Object.assign(origin, bought.origin);
    Object.assign(ad, bought.ad);
  }
  if (deal !== '') ad.deal = deal;
  const payload: LivePayload = { serveId, servedAt, origin, ad };
  if (viewer !== undefined) payload.viewer = viewer;
  if (bought?.household !== undefined) payload.household = bought.household;
  return bought?.isTest ? { ...payload, isTest: true } : payload;
}

/** The version of the shortest form that has all of a payload. */
function versionOf(payload: TokenPayload): number {
  const { origin, ad, viewer } = payload;
  const isPlaced = origin.publisher !== '' || ad.creative !== '';
  const isBought = hasBuyingData(payload);
  const isOfSecondFamily = origin.audience !== undefined || ad.verificationFee !== undefined || isBought;
  return (
    plainVersion +
    (isOfSecondFamily ? audiencePart : 0) +
    (ad.marketplace ? marketplacePart : 0) +
    (isPlaced ? publisherPart : 0) +
    (origin.ivt ? ivtPart : 0) +
    (viewer === undefined ? 0 : viewerPart) +
    (origin.params ? paramsPart : 0) +
    (origin.market === undefined ? 0 : marketPart) +
    (ad.verificationVendors === undefined || isOfSecondFamily ? 0 : verificationPart) +
    (isBought ? buyingPart : 0)
  );
}

/** The key ID of a payload, without reading anything else; -1 when there is none. */
export function keyIdOf(bytes: Buffer): number {
  return bytes[1] ?? -1;
}

/** Whether a payload has the buying part. */
function hasBuying(bytes: Buffer): boolean {
  return has(bytes, audiencePart) && has(bytes, buyingPart);
}

/** Whether a payload of a known version has a part. */
function has(bytes: Buffer, part: number): boolean {
  return (((bytes[0] ?? plainVersion) - plainVersion) & part) !== 0;
}

function writeText(target: Buffer, start: number, text: string): number {
  if (text.length > 64) throw new RangeError(`longer than 64 characters: ${text}`);
  const length = target.write(text, start + 1, 'utf8');
  target[start] = length;
  return start + 1 + length;
}

function writeParams(target: Buffer, start: number, params: Readonly<Record<string, string>>): number {
  const entries = Object.entries(params);
  if (entries.length > maxReportParams) throw new RangeError(`more than ${maxReportParams} parameters`);
  target[start] = entries.length;
  let at = start + 1;
  for (const [name, value] of entries) at = writeText(target, writeText(target, at, name), value);
  return at;
}

function writeKey(target: Buffer, start: number, key: string): number {
  if (!/^(?:[0-9a-f]{16})?$/.test(key)) throw new RangeError(`not a creative's key: ${key}`);
  target[start] = key.length / 2;
  return start + 1 + target.write(key, start + 1, 'hex');
}

function writeViewer(target: Buffer, start: number, viewer: string): number {
  if (!/^[0-9a-f]{16}$/.test(viewer)) throw new RangeError(`not a viewer's key: ${viewer}`);
  return start + target.write(viewer, start, 'hex');
}

function readText(cursor: Cursor): string {
  const length = cursor.bytes[cursor.at++] ?? 0;
  const start = cursor.at;
  cursor.at += length;
  return cursor.bytes.toString('utf8', start, cursor.at);
}

function readParams(cursor: Cursor): Record<string, string> {
  const count = Math.min(cursor.bytes[cursor.at++] ?? 0, maxReportParams);
  const params: Record<string, string> = {};
  for (let index = 0; index < count; index += 1) {
    const name = readText(cursor);
    params[name] = readText(cursor);
  }
  return params;
}

function readHex(cursor: Cursor, length: number): string {
  const start = cursor.at;
  cursor.at += length;
  return cursor.bytes.toString('hex', start, cursor.at);
}
