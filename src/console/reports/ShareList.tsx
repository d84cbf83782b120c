import { use, useState } from 'react';
import type { ReportShare } from '#api/shares/shareContract.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { formatCount, formatDateTime } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { errorToast } from '../lib/errorToast.ts';
import { messageOf } from '../lib/problems.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { pillClass } from '../ui/Pill.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** The shared links of a report: note, expiry and number of views. */
export function ShareList({
  reportId,
  shares,
  error,
  timezone,
  onRevoked,
  onRetry,
}: {
  reportId: number;
  /** Undefined while they load. */
  shares: readonly ReportShare[] | undefined;
  /** The loading error, if any. */
  error: unknown;
  /** UTC offset in whole hours. */
  timezone: number;
  onRevoked: (share: ReportShare) => void;
  onRetry: () => void;
}) {
  if (!shares) {
    return error ? (
      <ErrorState title="The links could not be loaded" text={messageOf(error)} onRetry={onRetry} className="py-4" />
    ) : (
      <Skeleton className="h-11 w-full" />
    );
  }
  return (
    <section aria-label="Links" className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-ink">
        Links <span className="font-normal text-muted">· times in {offsetLabel(timezone)}</span>
      </h3>
      {shares.length === 0 ? (
        <p className="text-xs text-muted">This report has no links yet.</p>
      ) : (
        <ul className="divide-y rounded-md border">
          {shares.map((share) => (
            <ShareLine key={share.id} reportId={reportId} share={share} timezone={timezone} onRevoked={onRevoked} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ShareLine({
  reportId,
  share,
  timezone,
  onRevoked,
}: {
  reportId: number;
  share: ReportShare;
  timezone: number;
  onRevoked: (share: ReportShare) => void;
}) {
  const api = use(ApiContext);
  const confirm = useConfirm();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const name = nameOf(share);

  async function revoke() {
    const isConfirmed = await confirm({
      title: 'Revoke this link?',
      description: <span className="wrap-anywhere">“{name}” stops working for everyone who has it.</span>,
      confirmLabel: 'Revoke',
      danger: true,
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      onRevoked(
        await api.delete('/api/savedReport/{id}/shares/{shareId}', { params: { id: reportId, shareId: share.id } }),
      );
    } catch (thrown) {
      toast.error(errorToast('Error on save', thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="truncate text-sm" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="tnum text-xs text-muted">
          {formatDateTime(share.createdAt, timezone)} to {formatDateTime(share.expiresAt, timezone)} ·{' '}
          {viewsText(share)}{' '}
          {share.lastViewAt === null ? null : (
            <span className="whitespace-nowrap">{formatDateTime(share.lastViewAt, timezone)}</span>
          )}
        </span>
      </div>
      {share.state === 'living' ? (
        <Button size="sm" loading={isBusy} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
          Revoke
        </Button>
      ) : (
        <span className={pillClass('neutral')}>{share.state === 'expired' ? 'Expired' : 'Revoked'}</span>
      )}
    </li>
  );
}

function nameOf({ id, note }: ReportShare): string {
  return note === '' ? `Link #${id}` : note;
}

function viewsText({ views }: ReportShare): string {
  if (views === 0) return 'not opened yet';
  return views === 1 ? 'opened once,' : `opened ${formatCount(views)} times, last`;
}
