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
 * Signing every event separately would cost one HMAC per URL. Instead two digests of the payload are computed, by
 * HMAC-SHA512 with a counter, and four events have 21 characters each of one digest's base64url text. Ads that are bid
 * to a supplier have a third digest for its notices; one for view events is computed when one of their URLs is
 * requested. The outer hash is a pseudo-random function, so its output bits are independent of each other to anyone
 * without the key: a viewer who knows the slice of one event learns nothing about another's.
 *
 * Time, IDs and money in the payload are masked by a key stream seeded with the serve ID, since they are the account's
 * business and not the viewer's: SHA-512 over a secret, the serve ID and the number of the block, all of fixed length.
 * Block 0, in most tokens the only one, has no number. Serve IDs are random and never reused.
 */
const macChars = 21;
const macsPerDigest = 4;
/** Digests that are computed at once: for any ad, and for one that is bid to a supplier. */
const digestsOfAd = 2;
const digestsOfBid = 3;
const maxTokenLength = 4864;
const maskSecretBytes = 64;
const maskBlockBytes = 64;
/** Player events use digests 0 and 1, notices digest 2, view events digest 3. */
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

/** The verdict on a token. Expired tokens still have their payload; forged ones have none. */
export type TokenVerdict =
  | { verdict: 'valid' | 'expired'; payload: TokenPayload }
  | { verdict: 'forged'; payload: null };

/** Verifies and decodes tokens. */
export interface TokenVerifier {
  /** Verifies a token for an event at `now` (ms). Never throws. */
  verify(event: string, token: string, now: number): TokenVerdict;
}

/** A key of 32 bytes in hexadecimal, with an ID from 0 to 255 that is part of the token. */
export interface TokenKey {
  secret: string;
  keyId: number;
}

/** Creates a signer for a key. */
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
          // Another payload may have been signed in the meantime.
          const digest = (digests[counter] ??= mac.digest(mac.message.write(prefix, 'base64url'), counter));
          return `${event}/${prefix}.${sliceOf(digest, number)}`;
        },
      };
    },
  };
}

/** Creates a verifier for the current key and earlier ones. Tokens expire `lifetimeMs` after the ad was served. */
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
  // Compared as UTF-8, whose length differs from the MAC's only if a character is not base64url.
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

/** The signing and masking state of one key. */
interface Keyed {
  mac: KeyedDigest;
  /** The mask's secret, followed by space for a serve ID and a block number. */
  mask: Buffer;
}

/** Derives separate keys for tokens: the installation's secret has other uses too. */
function createKeyed(secret: string): Keyed {
  const derive = (purpose: string) => createHmac('sha512', Buffer.from(secret, 'hex')).update(purpose).digest();
  return {
    mac: createKeyedDigest(derive('bidhouse tracking token 1'), maxPayloadBytes),
    mask: Buffer.concat([derive('bidhouse tracking token mask 1'), Buffer.alloc(secretStart - serveIdAt + 1)]),
  };
}

const idBytes = 12;
/** Unused random bytes: one system call fills many IDs. */
const pool = Buffer.alloc(idBytes * 512);
let poolAt = pool.length;

/** Creates a serve ID: 12 random bytes as 16 characters of base64url. */
export function newServeId(): string {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  poolAt += idBytes;
  return pool.toString('base64url', poolAt - idBytes, poolAt);
}
