import { createHash, createHmac } from 'node:crypto';
import { noticeEvents, playerEvents, viewEvents } from '#model/index.ts';
import { isSameText } from './isSameText.ts';
import { formerSecretBytes, secretStart, serveIdAt } from './tokenPayload.ts';

/** Characters of a MAC of the former construction. */
export const formerMacChars = 21;
const macsPerDigest = 4;
const sha512BlockBytes = 128;
const maskBlockBytes = 64;

/** Number of each event: digest and slice. Player events use digests 0 and 1, notices digest 2, view events digest 3. */
const eventNumbers = new Map<string, number>([
  ...playerEvents.map((event, number) => [event, number] as const),
  ...noticeEvents.map((event, number) => [event, 2 * macsPerDigest + number] as const),
  ...viewEvents.map((event, number) => [event, 3 * macsPerDigest + number] as const),
]);

/** Opens tokens that the earlier version signed with one key. */
export interface FormerTokens {
  /** Whether the MAC is that of the payload and event. If so, unmasks the payload in place. */
  open(event: string, payload: Buffer, mac: string): boolean;
}

/**
 * The construction of the earlier version: SHA-512(key ⊕ opad, SHA-512(key ⊕ ipad, payload), counter), four events have
 * 21 characters each of one digest’s base64url text. The mask is SHA-512 over a secret, the serve ID and, from the
 * second block on, the number of the block.
 */
export function createFormerTokens(secret: string): FormerTokens {
  const derive = (purpose: string) => createHmac('sha512', Buffer.from(secret, 'hex')).update(purpose).digest();
  const key = Buffer.concat([derive('bidhouse tracking token 1')], sha512BlockBytes);
  const maskSecret = derive('bidhouse tracking token mask 1');
  const [innerKey, outerKey] = [0x36, 0x5c].map((pad) => key.map((byte) => byte ^ pad));
  const sha512 = (...parts: readonly (Uint8Array | undefined)[]) => {
    const digest = createHash('sha512');
    for (const part of parts) if (part) digest.update(part);
    return digest.digest();
  };
  const macOf = (number: number, payload: Buffer): string => {
    const counter = Buffer.of(Math.floor(number / macsPerDigest));
    const start = (number % macsPerDigest) * formerMacChars;
    const digest = sha512(outerKey, sha512(innerKey, payload), counter).toString('base64url');
    return digest.slice(start, start + formerMacChars);
  };
  return {
    open(event, payload, mac) {
      const number = eventNumbers.get(event);
      if (number === undefined || !isSameText(mac, macOf(number, payload))) return false;
      const serveId = payload.subarray(serveIdAt, secretStart);
      const end = Math.min(payload.length, secretStart + formerSecretBytes(payload));
      for (let start = secretStart, block = 0; start < end; start += maskBlockBytes, block += 1) {
        const stream = sha512(maskSecret, serveId, block === 0 ? undefined : Buffer.of(block));
        for (let index = start; index < Math.min(end, start + maskBlockBytes); index += 1) {
          payload[index] = (payload[index] ?? 0) ^ (stream[index - start] ?? 0);
        }
      }
      return true;
    },
  };
}
