import { setTimeout as pause } from 'node:timers/promises';

/** How reads and writes of cached bids were answered. */
export interface CacheCounts {
  found: number;
  /** 404: written before the server lost its data. */
  missing: number;
  stored: number;
  /** 503. */
  unavailable: number;
  /** Other responses. */
  failed: number;
  unanswered: number;
  longestMs: number;
}

/** A page that stores bids and players that fetch them, until it is stopped. */
export interface CacheReaders {
  /** Responses to the requests that are sent from now on: replaced when a new period begins. */
  period: CacheCounts;
  stop(): Promise<void>;
}

const pauseMs = 100;

export function emptyCacheCounts(): CacheCounts {
  return { found: 0, missing: 0, stored: 0, unavailable: 0, failed: 0, unanswered: 0, longestMs: 0 };
}

/** Starts to store a bid (`CACHE_PUTS=1`) and to fetch the last one that was stored, in turn. */
export function startCacheReaders(adsUrl: string, timeoutMs: number): CacheReaders {
  const stopping = new AbortController();
  let uuid = '00000000-0000-4000-8000-000000000000';
  const call = async (kind: 'found' | 'stored', path: string, body?: object) => {
    const { period } = readers;
    const sentAt = performance.now();
    try {
      const response = await fetch(`${adsUrl}${path}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status === 200) period[kind] += 1;
      else if (response.status === 404) period.missing += 1;
      else if (response.status === 503) period.unavailable += 1;
      else period.failed += 1;
      if (response.status === 200 && kind === 'stored') {
        uuid = (JSON.parse(text) as { responses: { uuid: string }[] }).responses[0]?.uuid ?? uuid;
      }
    } catch {
      period.unanswered += 1;
    }
    period.longestMs = Math.max(period.longestMs, performance.now() - sentAt);
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await call('stored', '/cache', { puts: [{ type: 'json', value: { price: 1 }, ttlseconds: 3000 }] });
      await call('found', `/cache?uuid=${uuid}`);
      await pause(pauseMs);
    }
  };
  const readers = { period: emptyCacheCounts() };
  const working = work();
  return Object.assign(readers, {
    async stop() {
      stopping.abort();
      await working;
    },
  });
}
