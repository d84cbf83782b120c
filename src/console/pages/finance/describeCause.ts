import type { Cause } from '#model/finance/index.ts';
import { formatCount, formatShare } from '../../lib/format.ts';

/** Label and explanation of a likely cause, with the figures behind it. */
export function describeCause(cause: Cause): { label: string; text: string } {
  switch (cause.kind) {
    case 'zone': {
      const hours = Math.abs(cause.hours);
      const side = cause.hours > 0 ? 'after' : 'before';
      return {
        label: `Time zone UTC${cause.hours > 0 ? '−' : '+'}${hours}`,
        text: `The partner’s days match ours best if they start ${hours} ${hours === 1 ? 'hour' : 'hours'} ${side} ours: ${formatShare(cause.errorAfter)} of its impressions then fall on other days, compared with ${formatShare(cause.errorBefore)} now.`,
      };
    }
    case 'ivt':
      return {
        label: 'Invalid traffic',
        text: `${formatShare(cause.share)} of our impressions (${formatCount(cause.imps)}) are invalid traffic: counted but not paid.`,
      };
    case 'late':
      return {
        label: 'Late impressions',
        text: `In a sample of ${formatCount(cause.sampled)} impressions, ${formatShare(cause.nextDayShare)} came on a later day than their request and ${formatShare(cause.overAnHourShare)} more than an hour after it.`,
      };
    case 'timeouts':
      return {
        label: 'Timeouts',
        text: `${formatShare(cause.share)} of our calls (${formatCount(cause.timeouts)} of ${formatCount(cause.sent)}) timed out.`,
      };
    default:
      return cause satisfies never;
  }
}
