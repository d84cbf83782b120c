import { getOrCreate } from '#standards/getOrCreate.ts';
import { minWinWaitMs, maxReservationMs, winWaitMs } from './leaseTerms.ts';

/** What is told of a bid. */
type NoticeKind = 'won' | 'billed';

/** How long after bids notices of suppliers come, as one process has heard of them. Times are milliseconds since the epoch. */
export interface NoticeTimes {
  /** A notice came of a bid. */
  record(supplierId: number, kind: NoticeKind, bidAt: number, now: number): void;
  /**
   * How long after a bid a notice of it is waited for, in milliseconds: `most` at most, and as long until notices have been
   * heard for such a time. Before, those that came fast are all that there are.
   */
  waitFor(supplierId: number, kind: NoticeKind, maxWaitMs: number, now: number): number;
}

/** Notices by which a wait is known. Of later ones between 500 and 1,000 are remembered. */
const minNotices = 30;
const statsWindowNotices = 500;
/** The slowest notice that is remembered, so many times and so much longer, is waited for; more where there are few. */
const margin = 1.5;
const marginOfFew = 2;
const few = 100;
const graceMs = 1000;
/** Nothing is given up earlier: what one process hears of, another has to be told. */
const minWaitMs: Record<NoticeKind, number> = { won: minWinWaitMs, billed: winWaitMs };

/** What is remembered of a supplier: the slowest of the notices of late, and of those before them. */
interface NoticeStats {
  since: number;
  slowest: number;
  count: number;
  slowestBefore: number;
  countBefore: number;
}

/** Notice times of which nothing is known. */
export function createNoticeTimes(): NoticeTimes {
  const suppliers: Record<NoticeKind, Map<number, NoticeStats>> = { won: new Map(), billed: new Map() };
  return {
    record(supplierId, kind, bidAt, now) {
      const afterMs = now - bidAt;
      // Later than any bid lives it changes nothing that could be waited for.
      if (afterMs > maxReservationMs) return;
      const opened = { since: now, slowest: 0, count: 0, slowestBefore: 0, countBefore: 0 };
      const times = getOrCreate(suppliers[kind], supplierId, () => opened);
      times.slowest = Math.max(times.slowest, afterMs);
      times.count += 1;
      if (times.count < statsWindowNotices) return;
      Object.assign(times, { slowest: 0, count: 0, slowestBefore: times.slowest, countBefore: times.count });
    },
    waitFor(supplierId, kind, maxWaitMs, now) {
      const times = suppliers[kind].get(supplierId);
      if (!times || now < times.since + maxWaitMs) return maxWaitMs;
      const count = times.count + times.countBefore;
      if (count < minNotices) return maxWaitMs;
      const slowest = Math.max(times.slowest, times.slowestBefore) * (count < few ? marginOfFew : margin);
      return Math.min(maxWaitMs, Math.max(minWaitMs[kind], slowest + graceMs));
    },
  };
}
