import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import { noticeEvents, playerEvents, viewEvents, type TrackedEvent } from '#model/index.ts';
import { createKeyedDigest, type KeyedDigest } from './keyedDigest.ts';
import type { TokenPayload } from '../record/records.ts';
import {
  keyIdOf,
  maxPayloadBytes,
  readTokenPayload,
  secretBytes,
  secretStart,
  serveIdAt,
  writeTokenPayload,
} from './tokenPayload.ts';

/**
 * A token is `base64url(payload).mac`. The payload is the same in all tracking URLs of an ad; the 21 characters (126
 * bits) of the MAC are bound to the event.
 *
 * Signing every event by itself would cost an HMAC per URL. Instead two digests of the payload are made, by HMAC-SHA512
 * with a counter, and of each digest's base64url text four events own 21 characters each. Ads that a supplier is bid have a
 * third one, for its notices; one for what is measured of views is made where a URL of theirs is asked for. The outer hash
 * is a pseudo-random function, so its output bits are independent of each other to anyone without the key: a viewer who
 * knows the slice of one event learns nothing about another's.
 *
 * Time, ids and money in the payload are masked by a key stream that the serve id seeds, for they are the account's
 * business and not the viewer's: SHA-512 over a secret, the serve id and the number of the block, all of fixed length;
 * block 0, in most tokens the only one, has no number. Serve ids are random and never used twice.
 */
const macChars = 21;
const macsPerDigest = 4;
/** Digests that are made at once, of any ad and of one that a supplier is bid. */
const digestsOfAd = 2;
const digestsOfBid = 3;
const maxTokenLength = 4864;
const maskSecretBytes = 64;
const maskBlockBytes = 64;
/** Players' events share digests 0 and 1, notices have digest 2, views digest 3. */
const eventNumbers = new Map<string, number>([
  ...playerEvents.map((event, number) => [event, number] as const),
  ...noticeEvents.map((event, number) => [event, 2 * macsPerDigest + number] as const),
  ...viewEvents.map((event, number) => [event, 3 * macsPerDigest + number] as const),
]);

/** The signed tracking URLs of one served ad. */
export interface SignedToken {
  /** The last two segments of a tracking URL: `{event}/{token}` for `/e/{event}/{token}`. */
  path(event: TrackedEvent): string;
}

/** Signs tokens with one key. */
export interface TokenSigner {
  /** Throws a RangeError on a payload that records.ts does not allow. */
  sign(payload: TokenPayload): SignedToken;
}

/** What a token turned out to be. Expired tokens keep their payload, of forged ones nothing is believed. */
export type TokenVerdict =
  | { verdict: 'valid' | 'expired'; payload: TokenPayload }
  | { verdict: 'forged'; payload: null };

/** Reads and judges tokens. */
export interface TokenVerifier {
  /** Judges a token for an event at `now` (ms). Never throws. */
  verify(event: string, token: string, now: number): TokenVerdict;
}

/** A key of 32 bytes in hexadecimal, known by a number from 0 to 255 that travels in the token. */
export interface TokenKey {
  secret: string;
  keyId: number;
}

/** A signer for the given key. */
export function createTokenSigner({ secret, keyId }: TokenKey): TokenSigner {
  const { mac, mask } = createKeyed(secret);
  return {
    sign(payload) {
      const length = writeTokenPayload(mac.message, keyId, payload);
      applyMask(mask, mac.message, length);
      const prefix = mac.message.toString('base64url', 0, length);
      const digests = mac.first(payload.ad.buying ? digestsOfBid : digestsOfAd, length);
      return {
        path(event) {
          const number = eventNumbers.get(event) ?? 0;
          const counter = Math.floor(number / macsPerDigest);
          // Another payload may have been signed meanwhile.
          const digest = (digests[counter] ??= mac.digest(mac.message.write(prefix, 'base64url'), counter));
          return `${event}/${prefix}.${sliceOf(digest, number)}`;
        },
      };
    },
  };
}

/** A verifier that knows the current key and those before it. Tokens expire `lifetimeMs` after the ad was served. */
export function createTokenVerifier({
  keys,
  lifetimeMs,
}: {
  keys: readonly TokenKey[];
  lifetimeMs: number;
}): TokenVerifier {
  const keyedOfId = new Map(keys.map(({ keyId, secret }) => [keyId, createKeyed(secret)]));
  return {
    verify(event, token, now) {
      const payload = readAuthentic(keyedOfId, event, token);
      if (!payload) return { verdict: 'forged', payload: null };
      return { verdict: now > payload.servedAt + lifetimeMs ? 'expired' : 'valid', payload };
    },
  };
}

function readAuthentic(keyedOfId: ReadonlyMap<number, Keyed>, event: string, token: string): TokenPayload | null {
  const number = eventNumbers.get(event);
  if (number === undefined || token.length > maxTokenLength) return null;
  const dot = token.indexOf('.');
  if (dot < 0 || token.length - dot - 1 !== macChars) return null;
  const payload = Buffer.from(token.slice(0, dot), 'base64url');
  const keyed = keyedOfId.get(keyIdOf(payload));
  if (!keyed || payload.length > maxPayloadBytes) return null;
  const { mac, mask } = keyed;
  payload.copy(mac.message);
  const digest = mac.digest(payload.length, Math.floor(number / macsPerDigest));
  // Compared as UTF-8, whose length differs from the MAC's only where a character is none of base64url.
  const given = Buffer.from(token.slice(dot + 1));
  const expected = Buffer.from(sliceOf(digest, number));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  applyMask(mask, payload, payload.length);
  return readTokenPayload(payload);
}

function sliceOf(digest: string, eventNumber: number): string {
  const start = (eventNumber % macsPerDigest) * macChars;
  return digest.slice(start, start + macChars);
}

/** Masks the payload's time, ids and money, or unmasks them: the same operation. */
function applyMask(mask: Buffer, payload: Buffer, length: number): void {
  payload.copy(mask, maskSecretBytes, serveIdAt, secretStart);
  const unnumbered = mask.subarray(0, -1);
  const end = Math.min(length, secretStart + secretBytes(payload));
  for (let start = secretStart, block = 0; start < end; start += maskBlockBytes, block += 1) {
    mask[mask.length - 1] = block;
    const stream = hash('sha512', block === 0 ? unnumbered : mask, 'binary');
    const last = Math.min(end, start + maskBlockBytes);
    for (let index = start; index < last; index += 1) {
      payload[index] = (payload[index] ?? 0) ^ stream.charCodeAt(index - start);
    }
  }
}

/** What one key signs and masks with. */
interface Keyed {
  mac: KeyedDigest;
  /** The mask's secret, and room for a serve id and the number of a block behind it. */
  mask: Buffer;
}

/** The tokens' own keys: the installation's secret serves other purposes too. */
function createKeyed(secret: string): Keyed {
  const derive = (purpose: string) => createHmac('sha512', Buffer.from(secret, 'hex')).update(purpose).digest();
  return {
    mac: createKeyedDigest(derive('bidhouse tracking token 1'), maxPayloadBytes),
    mask: Buffer.concat([derive('bidhouse tracking token mask 1'), Buffer.alloc(secretStart - serveIdAt + 1)]),
  };
}

const idBytes = 12;
/** Random bytes not used yet: one system call fills many ids. */
const pool = Buffer.alloc(idBytes * 512);
let poolAt = pool.length;

/** A new serve id: 12 random bytes as 16 characters of base64url. */
export function newServeId(): string {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += idBytes;
  return pool.toString('base64url', poolAt - idBytes, poolAt);
}
