import { Agent, Pool, type Dispatcher } from 'undici';
import { guardedLookup, hostOf, mayCallHost, RejectedAddress, type AddressGuard } from './addressGuard.ts';

/** Limits of a connection pool. */
export interface AgentLimits {
  /** Maximum simultaneous connections per server. */
  connections: number;
  keepAliveMs: number;
  /** For the response headers, and between parts of the body. */
  timeoutMs: number;
}

/** The limits for calls to ad tags and bidders. */
export const servingLimits: AgentLimits = { connections: 256, keepAliveMs: 30_000, timeoutMs: 6000 };

/**
 * Creates a pool of persistent connections. With a guard it connects only to addresses that the guard allows, whatever
 * a name resolves to. All other calls fail with RefusedAddress.
 */
export function createGuardedAgent(
  mayCall: AddressGuard | null,
  { connections, keepAliveMs, timeoutMs }: AgentLimits,
): Agent {
  return new Agent({
    connect: { timeout: 5000, ...(mayCall ? { lookup: guardedLookup(mayCall) } : {}) },
    factory(origin, options) {
      const host = hostOf(new URL(origin));
      if (!mayCallHost(mayCall, host)) throw new RejectedAddress(`${host} may not be called`);
      return new Pool(origin, options);
    },
    connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: 32_768,
  });
}

/** Parses an absolute URL, or one relative to a base; null for an invalid one. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base?.href);
  } catch {
    return null;
  }
}

/** Discards an unneeded body without waiting for it. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => undefined);
  response.body.dump({ limit: 16_384 }).catch(() => undefined);
}

/** Reads a body. Returns null when it exceeds `maxBytes`. */
export async function bytesOf(response: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
