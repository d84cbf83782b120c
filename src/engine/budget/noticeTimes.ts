import { getOrCreate } from '#standards/getOrCreate.ts';
import { minWinWaitMs, maxReservationMs, winWaitMs } from './leaseTerms.ts';

type NoticeKind = 'won' | 'billed';

/**
 * The delays between bids and notices of suppliers, as one process has measured them. Times are milliseconds since the
 * epoch.
 */
export interface NoticeTimes {
  /** Records a notice of a bid. */
  record(supplierId: number, kind: NoticeKind, bidAt: number, now: number): void;
  /**
   * The time to wait for a notice after a bid, in milliseconds: at most `maxWaitMs`, and that long until notices have
   * been recorded for such a time. Before that, only fast notices can have arrived.
   */
  waitFor(supplierId: number, kind: NoticeKind, maxWaitMs: number, now: number): number;
}

/** Minimum notices before a wait is adapted. Between 500 and 1,000 of the latest notices count. */
const minNotices = 30;
const statsWindowNotices = 500;
/**
 * The wait is the slowest recorded notice times the margin, plus the grace time; the margin is larger where notices are
 * few.
 */
const margin = 1.5;
const marginOfFew = 2;
const few = 100;
const graceMs = 1000;
/** The shortest waits: a notice that reaches another process has to be forwarded. */
const minWaitMs: Record<NoticeKind, number> = { won: minWinWaitMs, billed: winWaitMs };

/** Statistics of a supplier: the slowest of the latest notices, and of those before them. */
interface NoticeStats {
  since: number;
  slowest: number;
  count: number;
  slowestBefore: number;
  countBefore: number;
}

/** Creates notice times without measurements. */
export function createNoticeTimes(): NoticeTimes {
  const suppliers: Record<NoticeKind, Map<number, NoticeStats>> = { won: new Map(), billed: new Map() };
  return {
    record(supplierId, kind, bidAt, now) {
      const afterMs = now - bidAt;
      // Later than any bid lives: it cannot change a wait.
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
