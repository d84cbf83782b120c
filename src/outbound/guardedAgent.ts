import { isIP } from 'node:net';
import { Agent, Pool, type Dispatcher } from 'undici';
import { guardedLookup, RefusedAddress, type AddressGuard } from './addressGuard.ts';

/** How connections are kept. */
interface AgentLimits {
  /** To one server at the same time. */
  connections: number;
  keepAliveMs: number;
  /** For the head of an answer, and between parts of its body. */
  timeoutMs: number;
}

/** What calls to ad tags and bidders take. */
export const servingLimits: AgentLimits = { connections: 256, keepAliveMs: 30_000, timeoutMs: 6000 };

/**
 * A pool of kept connections; with a guard it connects to addresses alone that may be called, whatever a name leads to.
 * Others fail with RefusedAddress.
 */
export function createGuardedAgent(
  mayCall: AddressGuard | null,
  { connections, keepAliveMs, timeoutMs }: AgentLimits,
): Agent {
  return new Agent({
    connect: { timeout: 5000, ...(mayCall ? { lookup: guardedLookup(mayCall) } : {}) },
    factory(origin, options) {
      // An address in place of a name is never looked up, so that it has to be judged apart.
      const literal = new URL(origin).hostname.replace(/^\[|\]$/g, '');
      if (mayCall && isIP(literal) !== 0 && !mayCall(literal)) throw new RefusedAddress(`${literal} may not be called`);
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

/** An absolute URL, or one relative to a base; null for a text that is none. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base?.href);
  } catch {
    return null;
  }
}

/** Gives up a body that nobody needs, without waiting for it. */
export function discard(response: Dispatcher.ResponseData): void {
  response.body.on('error', () => undefined);
  response.body.dump({ limit: 16_384 }).catch(() => undefined);
}

/** The bytes of a body; null when they are more than allowed. */
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
