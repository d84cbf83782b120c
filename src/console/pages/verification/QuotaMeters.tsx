import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { VerificationQuota } from '#api/reports/savedReportContract.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatCount } from '../../lib/format.ts';
import { verificationQuotaQuery } from '../../reports/verificationQuota.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';

/** Use of the month's verification limits, across all accounts. */
export function QuotaMeters() {
  const { data, isError, refetch } = useQuery(verificationQuotaQuery(use(ApiContext)));
  if (isError && !data) {
    return (
      <Banner
        tone="bad"
        title="Monthly postbid limits could not be loaded."
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  return (
    <section aria-label="Monthly postbid limits" className="grid grid-cols-2 gap-3">
      <Meter
        label="Measured impressions"
        month={data?.month}
        used={data?.imps.used}
        most={data?.imps.max}
        note={`Counted across all accounts. When the limit is reached, post-bid verification pauses until ${endOf(data)}.`}
      />
      <Meter
        label="Postbid reports saved"
        month={data?.month}
        used={data?.reports.used}
        most={data?.reports.max}
        note={`Counted across all accounts. Deleting a report does not restore quota. When the limit is reached, only live reports can be saved until ${endOf(data)}.`}
      />
    </section>
  );
}

function endOf(quota: VerificationQuota | undefined): string {
  return quota ? `${quota.endsOn}, 00:00 UTC` : 'next month';
}

interface MeterProps {
  label: string;
  month: string | undefined;
  used: number | undefined;
  /** 0 = unlimited. */
  most: number | undefined;
  note: string;
}

function Meter({ label, month, used, most, note }: MeterProps) {
  const isLimited = used !== undefined && most !== undefined && most > 0;
  const isFull = isLimited && used >= most;
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-4 py-3">
      <p className="flex items-baseline justify-between gap-3 text-xs text-muted">
        <span className="truncate">
          {label}
          {month ? ` in ${month}` : ''}
        </span>
        <span className="tnum shrink-0 text-sm font-medium text-ink">
          {used === undefined ? '–' : formatCount(used)}
          {most === undefined ? null : (
            <span className="font-normal text-muted">{most > 0 ? ` of ${formatCount(most)}` : ', no limit'}</span>
          )}
        </span>
      </p>
      {isLimited ? (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={most}
          aria-valuenow={Math.min(used, most)}
          className="h-1.5 overflow-hidden rounded-full bg-neutral-soft"
        >
          <div
            className={cx('h-full', isFull ? 'bg-bad-dot' : 'bg-accent')}
            style={{ width: `${Math.min(100, (used / most) * 100)}%` }}
          />
        </div>
      ) : null}
      <p className="text-xs text-muted">{note}</p>
    </div>
  );
}
