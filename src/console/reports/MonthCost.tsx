import type { SessionUser } from '#api/session/sessionContract.ts';
import { canUseMetric } from '#reports/index.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { usdText } from '#model/money/usdText.ts';
import { useMonthCost } from './useMonthCost.ts';
import { cx } from '../ui/cx.ts';

/** The platform's charges this month, for users who may see them. */
export function MonthCost({ user, isNarrow }: MonthCostProps) {
  return user.showSystemCost && canUseMetric(user, 'systemCost') ? <Cost user={user} isNarrow={isNarrow} /> : null;
}

interface MonthCostProps {
  user: SessionUser;
  /** True in the collapsed sidebar, which has room for short texts only. */
  isNarrow: boolean;
}

function Cost({ user: { timezone }, isNarrow }: MonthCostProps) {
  const { query, startDate, endDate, cost } = useMonthCost(timezone);
  return (
    <p
      title={`System cost this month: platform fees from ${startDate} to ${endDate}, ${offsetLabel(timezone)}`}
      className={cx(
        'flex whitespace-nowrap text-muted',
        isNarrow
          ? 'max-w-14 flex-col items-center pb-1 text-2xs'
          : 'h-7 items-baseline justify-between gap-1.5 px-1.5 text-xs',
      )}
    >
      <span className={isNarrow ? 'sr-only' : undefined}>System cost this month</span>
      <span className={cx('tnum font-medium text-ink', isNarrow ? 'max-w-full truncate text-2xs' : 'text-sm')}>
        {query.isError && !query.data ? (
          <button
            type="button"
            title="The system cost could not be loaded"
            className="cell-link"
            onClick={() => void query.refetch()}
          >
            Try again
          </button>
        ) : cost === undefined || cost === null ? (
          '–'
        ) : (
          usdText(String(cost))
        )}
      </span>
    </p>
  );
}
