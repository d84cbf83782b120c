import { hkdfSync } from 'node:crypto';
import { createRecentCache } from '#engine/recentCache.ts';
import { isSameText } from '#events/token/isSameText.ts';
import { createKeyedXof, xofKeyBytes, type KeyedXof } from '#events/token/keyedXof.ts';
import { newNonce, nonceBytes } from '#events/token/newNonce.ts';
import { createFormerOpener } from './formerSealedText.ts';

/**
 * Hides third-party URLs inside our URLs. A bidder's notice contains its price, which is the account's business: pages
 * and players see only a sealed text, and when they call it we call the URL inside.
 */
export interface UrlSealer {
  /** Seals a URL as text that fits into a path. `at` in milliseconds. */
  seal(url: string, at: number): string;
  /** The URL inside; null for texts that are forged, expired, or single-use and already opened. */
  open(sealed: string, now: number): string | null;
}

/**
 * The purposes of sealed texts. Each has its own key, so that none opens as another. Notices open once, the others any
 * number of times.
 */
export type SealPurpose = 'notices' | 'clicks' | 'previews' | 'bidder tests';

/** The contents of a sealed text: when it was sealed (ms) and under which nonce. */
export interface OpenedText {
  nonce: string;
  at: number;
  text: string;
}

const timeBytes = 6;
const headBytes = nonceBytes + timeBytes;
/** The MAC has 24 characters (144 bits). */
const macBytes = 18;

/** Maximum opened texts that are remembered. Older ones could be opened again. */
const maxRememberedTexts = 50_000;

/**
 * Creates a sealer with keys derived from a secret in hexadecimal. Texts that one of `otherSecrets` sealed open too, but
 * none older than `lifetimeMs` (ms).
 *
 * A sealed text is `base64url(nonce, time and URL).mac`. Time and URL are masked by the output of a keyed XOF for the
 * random nonce, and the result is authenticated by another (encrypt-then-MAC). Texts without a dot are those of the
 * earlier version.
 */
export function createUrlSealer({
  secret,
  otherSecrets = [],
  lifetimeMs,
  use = 'notices',
}: {
  secret: string;
  otherSecrets?: readonly string[];
  lifetimeMs: number;
  use?: SealPurpose;
}): UrlSealer {
  const keyed = createKeyed(secret, use);
  const openers = [secret, ...otherSecrets].map((each) =>
    createOpener(each === secret ? keyed : createKeyed(each, use), each, use),
  );
  // Players sometimes call an impression twice, and a bidder bills every notice.
  const openedNonces = use === 'notices' ? createRecentCache<true>(maxRememberedTexts) : null;
  return {
    seal(url, at) {
      const length = headBytes + Buffer.byteLength(url);
      const message = keyed.mac.message(length);
      message.write(newNonce(), 'base64url');
      message.writeUIntBE(at, nonceBytes, timeBytes);
      message.write(url, headBytes, 'utf8');
      applyMask(keyed, message, length);
      return `${message.toString('base64url', 0, length)}.${keyed.mac.text(length, macBytes)}`;
    },
    open(sealed, now) {
      const opened = firstResult(openers, sealed);
      if (!opened || now - opened.at > lifetimeMs || openedNonces?.get(opened.nonce)) return null;
      openedNonces?.set(opened.nonce, true);
      return opened.text;
    },
  };
}

/** The functions that authenticate and mask texts of one purpose. */
interface Keyed {
  mac: KeyedXof;
  mask: KeyedXof;
}

function createKeyed(secret: string, use: SealPurpose): Keyed {
  const derive = (purpose: string) =>
    createKeyedXof(Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', purpose, xofKeyBytes)));
  return { mac: derive(`${use} mac 2`), mask: derive(`${use} mask 2`) };
}

/** Opens texts that one secret sealed; null for others. */
type Opener = (sealed: string) => OpenedText | null;

function createOpener(keyed: Keyed, secret: string, use: SealPurpose): Opener {
  const openFormer = createFormerOpener(secret, use);
  return (sealed) => {
    const dot = sealed.indexOf('.');
    return dot < 0 ? openFormer(sealed) : open(keyed, sealed.slice(0, dot), sealed.slice(dot + 1));
  };
}

function firstResult(openers: readonly Opener[], sealed: string): OpenedText | null {
  for (const openText of openers) {
    const opened = openText(sealed);
    if (opened) return opened;
  }
  return null;
}

/** Returns null for a forged text. */
function open(keyed: Keyed, contents: string, mac: string): OpenedText | null {
  const bytes = Buffer.from(contents, 'base64url');
  bytes.copy(keyed.mac.message(bytes.length));
  if (bytes.length <= headBytes || !isSameText(mac, keyed.mac.text(bytes.length, macBytes))) return null;
  applyMask(keyed, bytes, bytes.length);
  return {
    nonce: bytes.toString('latin1', 0, nonceBytes),
    at: bytes.readUIntBE(nonceBytes, timeBytes),
    text: bytes.toString('utf8', headBytes),
  };
}

/** Masks the bytes behind the nonce, or unmasks them: the same operation. */
function applyMask({ mask }: Keyed, bytes: Buffer, length: number): void {
  bytes.copy(mask.message(nonceBytes), 0, 0, nonceBytes);
  mask.mask(nonceBytes, bytes, nonceBytes, length);
}
