import { createHmac } from 'node:crypto';
import { noticeEvents, playerEvents, trackedEvents, type TrackedEvent } from '#model/index.ts';
import type { TokenPayload } from '../record/records.ts';
import { createFormerTokens, formerMacChars, type FormerTokens } from './formerToken.ts';
import { isSameText } from './isSameText.ts';
import { createKeyedXof, type KeyedXof } from './keyedXof.ts';
import { newNonce } from './newNonce.ts';
import {
  keyIdOf,
  maxPayloadBytes,
  readTokenPayload,
  secretStart,
  serveIdAt,
  serveIdBytes,
  writeTokenPayload,
} from './tokenPayload.ts';

/**
 * A token is `base64url(payload).mac`. The payload is the same in all tracking URLs of an ad; the MAC of 20 characters
 * (120 bits) is bound to the event: it is the event's slice of one output of a keyed XOF over the payload. A viewer who
 * knows the slice of one event learns nothing about another's (keyedXof.ts). One block of output has the slices of all
 * events except view events, whose slices need a second block, computed when one of their URLs is requested.
 *
 * Everything in the payload from the time on is masked by a key stream seeded with the serve ID, since it is the
 * account's business and not the viewer's. Serve IDs are random and never reused.
 *
 * The earlier version signed with MACs of 21 characters, which are still accepted (formerToken.ts).
 */
const macChars = 20;
const macBytes = 15;
const maxTokenLength = 4864;
/** Numbers of the slices. New events can only be added at the end, like their bits in the mask of counted events. */
const eventNumbers = new Map<string, number>(trackedEvents.map((event, number) => [event, number]));
/** Bytes of output with the slices of player events and notices, and of all events. */
const firstMacsBytes = macBytes * (playerEvents.length + noticeEvents.length);
const allMacsBytes = macBytes * trackedEvents.length;

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

/** A key of 32 bytes in hexadecimal, with an ID from 0 to 255 that is part of the token. Keys may share an ID. */
export interface TokenKey {
  secret: string;
  keyId: number;
}

/** Creates a signer for a key. */
export function createTokenSigner({ secret, keyId }: TokenKey): TokenSigner {
  const keyed = createKeyed(secret);
  return {
    sign(payload) {
      const message = keyed.mac.message(maxPayloadBytes);
      const length = writeTokenPayload(message, keyId, payload);
      applyMask(keyed, message, length);
      const prefix = message.toString('base64url', 0, length);
      let macs = keyed.mac.text(length, firstMacsBytes);
      return {
        path(event) {
          const start = (eventNumbers.get(event) ?? 0) * macChars;
          if (start >= macs.length) {
            // Another payload may have been signed in the meantime.
            keyed.mac.message(length).write(prefix, 'base64url');
            macs = keyed.mac.text(length, allMacsBytes);
          }
          return `${event}/${prefix}.${macs.slice(start, start + macChars)}`;
        },
      };
    },
  };
}

/** Creates a verifier for keys, of which the first is tried first. Tokens expire `lifetimeMs` after the ad was served. */
export function createTokenVerifier({
  keys,
  lifetimeMs,
}: {
  keys: readonly TokenKey[];
  lifetimeMs: number;
}): TokenVerifier {
  const keyed = keys.map(({ keyId, secret }) => ({ keyId, ...createKeyed(secret) }));
  return {
    verify(event, token, now) {
      const payload = readAuthentic(keyed, event, token);
      if (!payload) return { verdict: 'forged', payload: null };
      return { verdict: now > payload.servedAt + lifetimeMs ? 'expired' : 'valid', payload };
    },
  };
}

function readAuthentic(
  keys: readonly (Keyed & { keyId: number })[],
  event: string,
  token: string,
): TokenPayload | null {
  if (token.length > maxTokenLength) return null;
  const dot = token.indexOf('.');
  if (dot < 0) return null;
  const payload = Buffer.from(token.slice(0, dot), 'base64url');
  if (payload.length > maxPayloadBytes) return null;
  const keyId = keyIdOf(payload);
  const mac = token.slice(dot + 1);
  for (const keyed of keys) {
    if (keyed.keyId !== keyId) continue;
    const isAuthentic =
      mac.length === formerMacChars ? keyed.former.open(event, payload, mac) : open(keyed, event, payload, mac);
    if (isAuthentic) return readTokenPayload(payload);
  }
  return null;
}

/** Whether the MAC is that of the payload and event. If so, unmasks the payload in place. */
function open(keyed: Keyed, event: string, payload: Buffer, mac: string): boolean {
  const number = eventNumbers.get(event);
  if (number === undefined) return false;
  payload.copy(keyed.mac.message(payload.length));
  const macs = keyed.mac.text(payload.length, macBytes * (number + 1));
  if (!isSameText(mac, macs.slice(-macChars))) return false;
  applyMask(keyed, payload, payload.length);
  return true;
}

/** Masks the payload behind the serve ID, or unmasks it: the same operation. */
function applyMask({ mask }: Keyed, payload: Buffer, length: number): void {
  payload.copy(mask.message(serveIdBytes), 0, serveIdAt, secretStart);
  mask.mask(serveIdBytes, payload, secretStart, length);
}

/** The functions that sign and mask with one key. */
interface Keyed {
  mac: KeyedXof;
  mask: KeyedXof;
  former: FormerTokens;
}

/** Derives separate keys for tokens: the installation's secret has other uses too. */
function createKeyed(secret: string): Keyed {
  const derive = (purpose: string) => createHmac('sha256', Buffer.from(secret, 'hex')).update(purpose).digest();
  return {
    mac: createKeyedXof(derive('bidhouse tracking token 2')),
    mask: createKeyedXof(derive('bidhouse tracking token mask 2')),
    former: createFormerTokens(secret),
  };
}

/** Creates a serve ID: 12 random bytes as 16 characters of base64url. */
export function newServeId(): string {
  return newNonce();
}
