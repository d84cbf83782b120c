import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Nanos, SupplierRow } from '#model/index.ts';

/** How a supplier reports prices. */
export type PriceFormat = Pick<SupplierRow, 'priceMacro' | 'encryptionKey' | 'integrityKey'>;

const ivBytes = 16;
const priceBytes = 8;
const signatureBytes = 4;
const maxPlainLength = 32;
const encryptedPattern = /^[\w-]{38}={0,2}$/;

/**
 * Parses the price that a supplier filled into our URL: a CPM in USD, as a decimal number or encrypted with the shared
 * keys. Returns the price of one impression in nano-USD, or undefined when it is unreadable, not signed or not
 * positive.
 */
export function readPrice(text: string | undefined, format: PriceFormat): Nanos | undefined {
  if (text === undefined) return undefined;
  const price = format.priceMacro === 'encrypted' ? decryptPrice(text, format) : parsePlainPrice(text);
  return price !== undefined && price > 0 && Number.isSafeInteger(price) ? price : undefined;
}

function parsePlainPrice(text: string): Nanos | undefined {
  if (text.length > maxPlainLength || !/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  return Math.round(Number(text) * 1_000_000);
}

/**
 * Decrypts a price in the usual scheme of exchanges: a 16-byte IV, the CPM in millionths of a USD (8 bytes) XORed with
 * the HMAC-SHA1 of the IV, and a signature: four bytes of the HMAC-SHA1 of price and IV. A CPM in micro-USD equals the
 * price of one impression in nano-USD.
 */
function decryptPrice(text: string, { encryptionKey, integrityKey }: PriceFormat): Nanos | undefined {
  if (!encryptedPattern.test(text) || encryptionKey === '' || integrityKey === '') return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const pad = hmac(encryptionKey, iv);
  const price = Buffer.from(bytes.subarray(ivBytes, ivBytes + priceBytes).map((byte, at) => byte ^ (pad[at] ?? 0)));
  const signature = hmac(integrityKey, Buffer.concat([price, iv])).subarray(0, signatureBytes);
  if (!timingSafeEqual(signature, bytes.subarray(ivBytes + priceBytes))) return undefined;
  return Number(price.readBigUInt64BE());
}

function hmac(key: string, message: Buffer): Buffer {
  return createHmac('sha1', Buffer.from(key, 'base64url')).update(message).digest();
}
