import { Link } from '@tanstack/react-router';
import { alertTones } from '../../alerts/alertTones.ts';
import { useAlerts } from '../../alerts/useAlerts.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The current alerts of all accounts by kind, in both modes. */
export function AlertsCard() {
  const { data, error, refetch, isFetching } = useAlerts({ mode: undefined, account: undefined }, true);
  return (
    <Card
      title={data && data.total > 0 ? `Alerts (${formatCount(data.total)})` : 'Alerts'}
      description="Of all accounts"
      padding="none"
      actions={
        <Link to="/" className="cell-link text-xs font-normal!">
          Dashboard
        </Link>
      }
    >
      {!data ? (
        <div className="px-4 py-3">
          {error ? <LoadError query={{ error, refetch, isFetching }} /> : <Skeleton className="h-16" />}
        </div>
      ) : data.groups.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No alerts.</p>
      ) : (
        <ul aria-label="Alerts" className="divide-y text-sm">
          {data.groups.map(({ kind, tone, title, total }) => {
            const { Icon, className, label } = alertTones[tone];
            return (
              <li key={`${kind} ${tone}`} className="flex items-center gap-2 px-4 py-1.5">
                <Icon role="img" aria-label={label} className={cx('size-4 shrink-0', className)} />
                <span className="min-w-0 flex-1 truncate">{title}</span>
                <span className="tnum text-muted">{formatCount(total)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
