import type { ListedSession } from '#api/people/peopleContract.ts';
import { useUser } from '../frame/session.ts';
import { formatDateTime, NOTHING } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Pill } from '../ui/Pill.tsx';

/** The sessions of a user, the last used first. `onEnd` is called with the id of the one to end. */
export function SessionList({
  sessions,
  isBusy,
  onEnd,
}: {
  sessions: readonly ListedSession[];
  isBusy: boolean;
  onEnd: (id: string) => void;
}) {
  const { timezone } = useUser();
  return (
    <ul aria-label="Sessions" className="flex flex-col divide-y rounded-lg border">
      {sessions.map(({ id, isOwn, browser, ip, place, usedAt, createdAt, provider, actsAs }) => (
        <li key={id} className="flex items-center justify-between gap-3 px-3 py-2">
          <div className="flex min-w-0 flex-col">
            <p className="flex min-w-0 items-center gap-2 text-sm">
              <span className="truncate font-medium">{browser || 'Unknown browser'}</span>
              {isOwn ? <Pill tone="good">This session</Pill> : null}
              {actsAs === null ? null : <Pill tone="warn">Acts as {actsAs}</Pill>}
            </p>
            <p className="text-xs text-muted">
              {[place, ip].filter((part) => part !== '').join(' · ') || 'Unknown place'} · last used{' '}
              {usedAt === null ? NOTHING : formatDateTime(usedAt, timezone)} · signed in{' '}
              {formatDateTime(createdAt, timezone)}
              {provider === null ? null : ` with ${provider}`}
            </p>
          </div>
          {isOwn ? null : (
            <Button size="sm" variant="ghost" loading={isBusy} onClick={() => onEnd(id)}>
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
