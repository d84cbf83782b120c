import { withTimeout } from '#runtime/withTimeout.ts';
import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import type { UrlQueue } from './urlQueue.ts';

/** A notice that a bidder gets, with its macros filled. */
export interface FilledNotice {
  kind: 'win' | 'bill' | 'loss';
  url: string;
}

/** Calls the notices of bidders, each once by all ad-serving processes. */
export interface NoticeSender {
  /** Returns at once. `sealed` is the sealed text that the notices come from: repeated, they are not sent again. */
  send(sealed: string, notices: readonly FilledNotice[]): void;
  /** Waits for claims in progress. The queue stays open. */
  close(): Promise<void>;
}

/** Maximum wait for a claim, and the time for which notices are sent without claims after it failed. */
const maxClaimMs = 500;
const pauseMs = 2000;

/** The end of a sealed text is its MAC, which no one else can make. */
const idLength = 24;

/**
 * Creates a sender that claims notices before it queues them. While claims are unavailable, notices are sent without:
 * twice is better than never.
 */
export function createNoticeSender(
  { claims, queue }: { claims: NoticeClaims; queue: Pick<UrlQueue, 'add' | 'addWithRetries'> },
  monotonic: () => number,
): NoticeSender {
  const sending = new Set<Promise<void>>();
  let pausedUntil = -Infinity;
  const isFirst = async (sealed: string): Promise<boolean> => {
    if (monotonic() < pausedUntil) return true;
    const claim = claims.claim(sealed.slice(-idLength)).catch(() => null);
    const answer = await withTimeout(maxClaimMs, claim);
    if (answer === null) pausedUntil = monotonic() + pauseMs;
    return answer ?? true;
  };
  const add = ({ kind, url }: FilledNotice) => {
    // A billing notice that does not arrive is an impression that is never paid.
    if (kind === 'bill') queue.addWithRetries(url);
    else queue.add([url]);
  };
  return {
    send(sealed, notices) {
      const sent = isFirst(sealed)
        .then((mustSend) => {
          if (mustSend) for (const notice of notices) add(notice);
        })
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    async close() {
      await Promise.all(sending);
    },
  };
}
