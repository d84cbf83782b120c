import type { SessionUser } from '#api/contract.ts';
import { canUseMetric } from '#reports/index.ts';
import { dayIn, monthStartIn, offsetLabel } from '../lib/offsetTime.ts';
import { formatUsd } from '../reporting/formatValue.ts';
import { useNow } from '../reporting/useNow.ts';
import { useReport } from '../reporting/useReport.ts';
import { cx } from '../ui/cx.ts';

const refreshMs = 5 * 60_000;

/** What the platform has cost this month, for those to whom that is shown. */
export function MonthCost({ user, className }: { user: SessionUser; className?: string }) {
  return user.showSystemCost && canUseMetric(user, 'systemCost') ? <Cost user={user} className={className} /> : null;
}

function Cost({ user: { timezone }, className }: { user: SessionUser; className?: string | undefined }) {
  const now = useNow(60_000);
  const [startDate, endDate] = [monthStartIn(now, timezone), dayIn(now, timezone)];
  const report = useReport(
    { startDate, endDate, offset: timezone, metrics: ['systemCost'], limit: 1 },
    { refreshMs, isQuiet: true },
  );
  const cost = report.data?.totals['systemCost'];
  return (
    <p
      title={`Fees of the platform from ${startDate} to ${endDate}, ${offsetLabel(timezone)}`}
      className={cx('flex items-baseline gap-1.5 text-xs whitespace-nowrap text-muted', className)}
    >
      System cost this month
      <span className="tnum text-sm font-medium text-ink">
        {cost === undefined || cost === null ? '–' : formatUsd(String(cost))}
      </span>
    </p>
  );
}
