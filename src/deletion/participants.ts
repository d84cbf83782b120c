import type { FileFetcher } from '#outbound/fetchFile.ts';
import { readParticipant, type ParticipantResult } from './participant.ts';

/** The participants of the framework, read from their domains and cached. */
export interface Participants {
  /**
   * Reads a participant by its root domain. `refresh`: whether its keys should be read again, which happens at most once
   * in five minutes. Null = too many others are being read at this moment. Rejects only if it cannot be found out whether
   * the participant is known.
   */
  read(domain: string, refresh?: boolean): Promise<ParticipantResult | null>;
}

interface Entry {
  readAt: number;
  expiresAt: number;
  result: ParticipantResult;
}

/** Domains that are read at a time while strangers may choose them, and that are cached. */
const maxConcurrent = 16;
const maxCached = 1000;
/** Domains that are read at a time with those that are known, which do not wait behind strangers. */
const maxWithKnown = 64;
/** Time for all files of a participant, in ms. */
const timeoutMs = 3000;
const minuteMs = 60_000;
/** Limits of the cache time, whatever `pollFrequency` says, and the time if it says nothing. */
const minCachedMs = 5 * minuteMs;
const maxCachedMs = 24 * 60 * minuteMs;

/**
 * Creates the cache of participants. `now`: milliseconds since the epoch. `isKnown`: whether a domain is a partner, or
 * one whose tokens were accepted before.
 */
export function createParticipants(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  { now, isKnown }: { now: () => number; isKnown: (domain: string) => Promise<boolean> },
): Participants {
  const entries = new Map<string, Entry>();
  const reading = new Map<string, Promise<ParticipantResult>>();

  async function readNow(domain: string): Promise<ParticipantResult> {
    const result = await readParticipant(fetcher, domain, AbortSignal.timeout(timeoutMs));
    const readAt = now();
    entries.delete(domain);
    entries.set(domain, { readAt, expiresAt: readAt + cachedMs(result), result });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxCached) break;
      entries.delete(oldest);
    }
    return result;
  }

  return {
    async read(domain, refresh = false) {
      const entry = entries.get(domain);
      const isCurrent = entry && now() < (refresh ? entry.readAt + minCachedMs : entry.expiresAt);
      if (isCurrent) return entry.result;
      const mayRead = reading.has(domain) || reading.size < maxConcurrent || (await isKnown(domain));
      const current = reading.get(domain);
      if (current) return current;
      if (!mayRead || reading.size >= maxWithKnown) return null;
      const started = readNow(domain).finally(() => reading.delete(domain));
      reading.set(domain, started);
      return started;
    },
  };
}

/** Files that could not be read are tried again soon. */
function cachedMs(result: ParticipantResult): number {
  if (!result.ok) return minCachedMs;
  const wantedMs = (result.participant.file.pollFrequency ?? Infinity) * 1000;
  return Math.min(maxCachedMs, Math.max(minCachedMs, wantedMs));
}
