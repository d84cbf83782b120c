import { createHmac, createSecretKey, randomFillSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { trackedEvents, type TrackedEvent } from '#model/index.ts';
import type { TokenPayload } from './records.ts';
import { keyIdOf, maxPayloadBytes, readTokenPayload, writeTokenPayload } from './tokenPayload.ts';

/**
 * A token is `base64url(payload).base64url(mac)`. The payload is the same in all tracking URLs of an ad; the 16 bytes of
 * the MAC are bound to the event.
 *
 * Signing every event by itself would cost an HMAC per URL. Instead the payload is authenticated twice, with a different
 * last byte, by HMAC-SHA512: 128 bytes in all, of which event number i owns bytes 16·i to 16·i+15. HMAC is a
 * pseudo-random function, so its output bytes are independent of each other to anyone without the key: a viewer who
 * knows the slice of one event learns nothing about another's. The halves are computed when first needed.
 */
const macBytes = 16;
const macsPerDigest = 4;
const longestToken = 1024;
const eventNumbers = new Map<string, number>(trackedEvents.map((event, number) => [event, number]));

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
  const key = deriveKey(secret);
  const scratch = Buffer.alloc(maxPayloadBytes);
  return {
    sign(payload) {
      const length = writeTokenPayload(scratch, keyId, payload);
      // One byte more than the payload: the number of the half to authenticate.
      const message = Buffer.from(scratch.subarray(0, length + 1));
      const prefix = message.toString('base64url', 0, length);
      const halves: (Buffer | undefined)[] = [];
      return {
        path(event) {
          const number = eventNumbers.get(event) ?? 0;
          const half = Math.floor(number / macsPerDigest);
          const digest = (halves[half] ??= authenticate(key, message, half));
          const start = (number % macsPerDigest) * macBytes;
          return `${event}/${prefix}.${digest.toString('base64url', start, start + macBytes)}`;
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
  const keyOfId = new Map(keys.map(({ keyId, secret }) => [keyId, deriveKey(secret)]));
  return {
    verify(event, token, now) {
      const payload = readAuthentic(keyOfId, event, token);
      if (!payload) return { verdict: 'forged', payload: null };
      return { verdict: now > payload.servedAt + lifetimeMs ? 'expired' : 'valid', payload };
    },
  };
}

function readAuthentic(keyOfId: ReadonlyMap<number, KeyObject>, event: string, token: string): TokenPayload | null {
  const number = eventNumbers.get(event);
  if (number === undefined || token.length > longestToken) return null;
  const dot = token.indexOf('.');
  if (dot < 0) return null;
  const payload = Buffer.from(token.slice(0, dot), 'base64url');
  const mac = Buffer.from(token.slice(dot + 1), 'base64url');
  const key = keyOfId.get(keyIdOf(payload));
  if (!key || mac.length !== macBytes) return null;
  const half = Math.floor(number / macsPerDigest);
  const digest = authenticate(key, Buffer.concat([payload, Buffer.alloc(1)]), half);
  const start = (number % macsPerDigest) * macBytes;
  if (!timingSafeEqual(digest.subarray(start, start + macBytes), mac)) return null;
  return readTokenPayload(payload);
}

/** HMAC-SHA512 of the message with its last byte set to the number of the half. */
function authenticate(key: KeyObject, message: Buffer, half: number): Buffer {
  message[message.length - 1] = half;
  return createHmac('sha512', key).update(message).digest();
}

/** The tokens' own key: the installation's secret serves other purposes too. */
function deriveKey(secret: string): KeyObject {
  return createSecretKey(createHmac('sha512', Buffer.from(secret, 'hex')).update('bidhouse tracking token 1').digest());
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
