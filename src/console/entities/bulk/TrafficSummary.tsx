import { Activity } from 'lucide-react';
import type { AffectedTraffic } from '#api/entities/bulk/bulkContract.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';

/** The traffic of the affected rows in the last seven days. */
export function TrafficSummary({ affectedTraffic }: { affectedTraffic: AffectedTraffic }) {
  const { from, to, reqs, imps, rev } = affectedTraffic;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Activity aria-hidden className="size-4 shrink-0" />
      <span className="tnum">
        In the last 7 days ({from} to {to}) these rows had{' '}
        <strong className="font-medium text-ink">
          {formatCount(reqs)} requests, {formatCount(imps)} impressions
          {rev === undefined ? '' : ` and ${formatMoney(rev)} revenue`}
        </strong>
        .
      </span>
    </p>
  );
}
