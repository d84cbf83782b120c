import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A content coding that we send, as named in Content-Encoding. */
export type ContentCoding = 'br' | 'gzip';

/** Minimum bytes of responses that are compressed: shorter ones fit in a packet anyway. */
export const minCompressedBytes = 1024;

/**
 * The coding that a client prefers among ours; null for none. Of equal ones it is br, which costs less (RFC 9110,
 * 12.5.3: `Accept-Encoding`). Without the header, nothing is compressed.
 */
export function codingFor({ headers }: Pick<IncomingMessage, 'headers'>): ContentCoding | null {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return null;
  let br: number | undefined;
  let gzip: number | undefined;
  let any = 0;
  let identity = 0;
  for (const member of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = member.split(';');
    const weight = weightOf(parameters);
    switch (name.trim()) {
      case 'br':
        br = weight;
        break;
      case 'gzip':
      case 'x-gzip':
        gzip = weight;
        break;
      case '*':
        any = weight;
        break;
      case 'identity':
        identity = weight;
        break;
      default:
    }
  }
  const [brWeight, gzipWeight] = [br ?? any, gzip ?? any];
  const best = Math.max(brWeight, gzipWeight);
  if (best === 0 || best < identity) return null;
  return brWeight === best ? 'br' : 'gzip';
}

/** The quality value of a member, 1 by default (RFC 9110, 12.4.2); 0 for a malformed one. */
function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim());
    if (name === 'q') return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0;
  }
  return 1;
}

/** Compresses a response at once: 8 kB take about 25 µs as br and 35 µs as gzip. */
export function compress(body: Buffer, coding: ContentCoding): Buffer {
  return coding === 'br' ? brotliCompressSync(body, brotliOptions) : gzipSync(body, gzipOptions);
}

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** A window of 8 kB is as long as an ad, and is allocated faster than the default of 32 kB. */
const gzipOptions = { level: 1, windowBits: 13, memLevel: 6 };
