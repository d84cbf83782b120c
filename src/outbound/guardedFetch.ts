import { fetch as undiciFetch } from 'undici';
import { isPublicAddress, RejectedAddress } from './addressGuard.ts';
import { createGuardedAgent } from './guardedAgent.ts';

/** Options of a guarded fetch. */
export interface GuardedFetchOptions {
  /** Hosts in lower case that may have private addresses, and be called over http. */
  internalHosts: readonly string[];
  /** Maximum bytes of a response. */
  maxBytes: number;
  timeoutMs: number;
}

/** The parts of a request that are supported. */
export interface FetchInit {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  /** A text or a form. */
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

/** A `fetch` with its connections. */
export interface GuardedFetch {
  /**
   * As in browsers, but over https to public addresses only, and without following redirects. Rejects with
   * RejectedAddress, or as `fetch` does; a larger response is an error.
   */
  fetch: (url: string, init?: FetchInit) => Promise<Response>;
  close(): Promise<void>;
}

/** Creates a `fetch` for servers that users name. */
export function createGuardedFetch({ internalHosts, maxBytes, timeoutMs }: GuardedFetchOptions): GuardedFetch {
  const limits = { connections: 4, keepAliveMs: 1000, timeoutMs };
  const guarded = createGuardedAgent(isPublicAddress, limits);
  const internal = createGuardedAgent(null, limits);
  return {
    async fetch(text, init = {}) {
      const url = new URL(text);
      const isInternal = internalHosts.includes(url.hostname);
      if (url.protocol !== 'https:' && !(isInternal && url.protocol === 'http:'))
        throw new RejectedAddress(`${url.host} may only be called over https`);
      const timeout = AbortSignal.timeout(timeoutMs);
      const { method = 'GET', headers, body, signal } = init;
      const response = await undiciFetch(url, {
        method,
        ...(headers === undefined ? {} : { headers: Object.fromEntries(new Headers(headers)) }),
        ...(body === undefined || body === null ? {} : { body: bodyText(body) }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        dispatcher: isInternal ? internal : guarded,
      });
      const bytes = await bytesIn(response.body, maxBytes);
      const hasBody = bytes.length > 0;
      return new Response(hasBody ? bytes : null, {
        status: response.status,
        headers: Object.fromEntries(response.headers),
      });
    },
    async close() {
      await Promise.all([guarded.destroy(), internal.destroy()]);
    },
  };
}

function bodyText(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString();
  throw new TypeError('only texts and forms can be sent');
}

async function bytesIn(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new TypeError('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
