import { Link } from '@tanstack/react-router';
import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import { useUser } from '../frame/session.ts';
import { formatDateTime } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { useDecision } from './useDecision.ts';
import { useWaitingChanges } from './useWaitingChanges.ts';
import { proposerName } from './waitingText.ts';

/** More changes than these are only counted. */
const maxShown = 2;

/** The changes of these objects that wait for a second person: who proposed them, and since when. Empty without any. */
export function WaitingNotice({
  objects,
  rowId,
  className,
}: {
  /** Names of objects, as in the log. */
  objects: readonly string[];
  /** Only changes of this row. */
  rowId?: number;
  className?: string;
}) {
  const { changes } = useWaitingChanges();
  const found = changes.filter((change) =>
    change.objects.some((object) => objects.includes(object.entity) && (rowId === undefined || object.rowId === rowId)),
  );
  if (found.length === 0) return null;
  const more = found.length - maxShown;
  return (
    <div className={className}>
      <div className="flex flex-col gap-2">
        {found.slice(0, maxShown).map((change) => (
          <ChangeBanner key={change.id} change={change} />
        ))}
        {more > 0 ? (
          <p className="text-xs text-muted">
            {more === 1 ? '1 more change waits.' : `${more} more changes wait.`}{' '}
            <Link to="/waiting" className="text-accent-ink underline underline-offset-2">
              View all
            </Link>
          </p>
        ) : null}
      </div>
    </div>
  );
}

function ChangeBanner({ change }: { change: WaitingChange }) {
  const { timezone } = useUser();
  const decide = useDecision();
  const { id, summary, createdAt, canApprove, canWithdraw, isOwn } = change;
  return (
    <Banner
      tone="warn"
      title="Waits for a second person:"
      action={
        <>
          {canWithdraw ? (
            <Button
              size="sm"
              loading={decide.isPending}
              aria-label={`Withdraw ${summary}`}
              onClick={() => decide.mutate({ id, decision: { kind: 'withdraw' } })}
            >
              Withdraw
            </Button>
          ) : null}
          <Link to="/waiting" search={{ open: id }} className={buttonClass('secondary', 'sm')}>
            {canApprove ? 'Review' : 'View'}
            <span className="sr-only"> {summary}</span>
          </Link>
        </>
      }
    >
      <span className="wrap-anywhere">{summary}</span>
      <p className="text-xs text-muted">
        {isOwn ? 'Proposed by you' : `Proposed by ${proposerName(change)}`} · {formatDateTime(createdAt, timezone)}{' '}
        {offsetLabel(timezone)}
      </p>
    </Banner>
  );
}
