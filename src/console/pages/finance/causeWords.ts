import type { Cause } from '#model/finance/index.ts';
import { formatCount, formatShare } from '../../lib/format.ts';

/** A likely cause in words: what it is called, and the figures that lead to it. */
export function causeWords(cause: Cause): { label: string; text: string } {
  switch (cause.kind) {
    case 'zone': {
      const hours = Math.abs(cause.hours);
      const side = cause.hours > 0 ? 'after' : 'before';
      return {
        label: `Time zone UTC${cause.hours > 0 ? '−' : '+'}${hours}`,
        text: `Its days fit ours best when they begin ${hours} ${hours === 1 ? 'hour' : 'hours'} ${side} ours: ${formatShare(cause.errorAfter)} of its impressions then lie on other days, ${formatShare(cause.errorBefore)} as they are.`,
      };
    }
    case 'ivt':
      return {
        label: 'Invalid traffic',
        text: `${formatShare(cause.share)} of our impressions (${formatCount(cause.imps)}) are invalid: we count and do not pay them.`,
      };
    case 'late':
      return {
        label: 'Late impressions',
        text: `Of ${formatCount(cause.sampled)} impressions looked at, ${formatShare(cause.nextDayShare)} came on a later day than their request, ${formatShare(cause.overAnHourShare)} over an hour after it.`,
      };
    case 'timeouts':
      return {
        label: 'Timeouts',
        text: `${formatShare(cause.share)} of our calls (${formatCount(cause.timeouts)} of ${formatCount(cause.sent)}) were not answered in time.`,
      };
    default:
      return cause satisfies never;
  }
}
