import { environments, type Environment } from '#model/index.ts';
import type { TokenPayload } from './records.ts';

/**
 * Binary form of a token's payload: version (1 byte), key id (1), serve id (12), seconds since 2020 (varint), environment
 * (6-bit code in a byte), ids and tier and money (varints), site and app (length in UTF-8 bytes, bytes).
 * Varints are little-endian groups of seven bits and hold any safe integer.
 * Even versions are those of ads that a marketplace sold: behind the money stand the account's part of the revenue (varint)
 * and the partner's name (as site and app are written). From version 3 on the publisher (a text) and the key of the creative
 * (length in bytes, bytes) follow at the end. Ads without these keep the shorter forms.
 */
const directVersion = 1;
const marketplaceVersion = 2;
const placedVersion = 3;
const placedMarketplaceVersion = 4;
const serveIdBytes = 12;
/** 2020-01-01T00:00:00Z in seconds: keeps the time in five bytes. */
const epochSeconds = 1_577_836_800;

/** Codes of the environments; a code, once given, is never given to another. */
const environmentCodes: Record<Environment, number> = { web: 1, mobileWeb: 2, app: 3, ctv: 4 };
const environmentOfCode = new Map(environments.map(({ value }) => [environmentCodes[value], value]));

/** Offset of the serve id in a payload. */
export const serveIdAt = 2;

/** Where the part of a payload begins that viewers need not read: time, ids and money, and the marketplace. */
export const secretStart = serveIdAt + serveIdBytes;

/** How many bytes of a payload from there on are masked, a digest's worth at a time: the marketplace's name needs more. */
export function secretBytes(bytes: Buffer): number {
  return isMarketplace(bytes[0]) ? 128 : 64;
}

/** More than the longest payload: 14 bytes of head, 11 varints of at most 8 bytes, four texts of at most 193, a key of 9. */
export const maxPayloadBytes = 896;

/**
 * Writes a payload at the start of `target` (at least maxPayloadBytes long) and returns its length in bytes.
 * Throws a RangeError on negative or unsafe numbers and on ids and texts longer than records.ts allows.
 */
export function writeTokenPayload(target: Buffer, keyId: number, payload: TokenPayload): number {
  const { origin, ad } = payload;
  const isPlaced = origin.publisher !== '' || ad.creative !== '';
  if (isPlaced) target[0] = ad.marketplace ? placedMarketplaceVersion : placedVersion;
  else target[0] = ad.marketplace ? marketplaceVersion : directVersion;
  target[1] = keyId;
  if (payload.serveId.length !== 16 || target.write(payload.serveId, 2, 'base64url') !== serveIdBytes) {
    throw new RangeError(`not a serve id: ${payload.serveId}`);
  }
  let at = 2 + serveIdBytes;
  at = writeVarint(target, at, Math.floor(payload.servedAt / 1000) - epochSeconds);
  target[at++] = environmentCodes[origin.environment];
  at = writeVarint(target, at, origin.demandId);
  at = writeVarint(target, at, origin.channelId);
  at = writeVarint(target, at, origin.subpublisherId);
  at = writeVarint(target, at, ad.advertiserId);
  at = writeVarint(target, at, ad.tagId);
  at = writeVarint(target, at, ad.tier);
  at = writeVarint(target, at, ad.rev);
  at = writeVarint(target, at, ad.cost);
  at = writeVarint(target, at, ad.systemCost);
  if (ad.marketplace) {
    at = writeVarint(target, at, ad.marketplace.revMd);
    at = writeText(target, at, ad.marketplace.name);
  }
  at = writeText(target, at, origin.site);
  at = writeText(target, at, origin.app);
  if (!isPlaced) return at;
  at = writeText(target, at, origin.publisher);
  return writeKey(target, at, ad.creative);
}

/** Reads a payload that writeTokenPayload wrote; null when the bytes are not exactly one payload. */
export function readTokenPayload(bytes: Buffer): TokenPayload | null {
  if (bytes.length < 2 + serveIdBytes || !isKnownVersion(bytes[0])) return null;
  const cursor = { bytes, at: 2 + serveIdBytes };
  const serveId = bytes.toString('base64url', 2, cursor.at);
  const servedAt = (readVarint(cursor) + epochSeconds) * 1000;
  const environment = environmentOfCode.get(bytes[cursor.at++] ?? 0);
  const demandId = readVarint(cursor);
  const channelId = readVarint(cursor);
  const subpublisherId = readVarint(cursor);
  const advertiserId = readVarint(cursor);
  const tagId = readVarint(cursor);
  const tier = readVarint(cursor);
  const rev = readVarint(cursor);
  const cost = readVarint(cursor);
  const systemCost = readVarint(cursor);
  const isSold = isMarketplace(bytes[0]);
  const revMd = isSold ? readVarint(cursor) : 0;
  const name = isSold ? readText(cursor) : '';
  const site = readText(cursor);
  const app = readText(cursor);
  const isPlaced = (bytes[0] ?? 0) >= placedVersion;
  const publisher = isPlaced ? readText(cursor) : '';
  const creative = isPlaced ? readText(cursor, 'hex') : '';
  // A cursor that ran past the end has read zeros or NaN on its way; only its place tells.
  if (environment === undefined || cursor.at !== bytes.length) return null;
  return {
    serveId,
    servedAt,
    origin: { demandId, channelId, subpublisherId, environment, site, app, publisher },
    ad: isSold
      ? { advertiserId, tagId, tier, creative, rev, cost, systemCost, marketplace: { name, revMd } }
      : { advertiserId, tagId, tier, creative, rev, cost, systemCost },
  };
}

/** The key id of a payload, without reading the rest; -1 when there is none. */
export function keyIdOf(bytes: Buffer): number {
  return isKnownVersion(bytes[0]) ? (bytes[1] ?? -1) : -1;
}

function isKnownVersion(version: number | undefined): boolean {
  return version !== undefined && version >= directVersion && version <= placedMarketplaceVersion;
}

function isMarketplace(version: number | undefined): boolean {
  return version === marketplaceVersion || version === placedMarketplaceVersion;
}

function writeVarint(target: Buffer, start: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole amount: ${value}`);
  let at = start;
  let rest = value;
  while (rest > 127) {
    target[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  target[at++] = rest;
  return at;
}

function writeText(target: Buffer, start: number, text: string): number {
  if (text.length > 64) throw new RangeError(`longer than 64 characters: ${text}`);
  const length = target.write(text, start + 1, 'utf8');
  target[start] = length;
  return start + 1 + length;
}

function writeKey(target: Buffer, start: number, key: string): number {
  if (!/^(?:[0-9a-f]{16})?$/.test(key)) throw new RangeError(`not a creative's key: ${key}`);
  target[start] = key.length / 2;
  return start + 1 + target.write(key, start + 1, 'hex');
}

interface Cursor {
  bytes: Buffer;
  at: number;
}

function readVarint(cursor: Cursor): number {
  let value = 0;
  let scale = 1;
  for (let length = 0; length < 8; length++) {
    const byte = cursor.bytes[cursor.at++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
  return value;
}

function readText(cursor: Cursor, encoding: 'utf8' | 'hex' = 'utf8'): string {
  const length = cursor.bytes[cursor.at++] ?? 0;
  const start = cursor.at;
  cursor.at += length;
  return cursor.bytes.toString(encoding, start, cursor.at);
}
