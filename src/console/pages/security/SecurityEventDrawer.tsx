import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import { type SecurityEventCode, securityEventTypes } from '#model/security/securityEvents.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { actorName, detailLines, outcomeLabels, subjectText, typeLabel } from './securityText.ts';
import { useSecurityEvent } from './useSecurityLog.ts';

const linkClass = 'text-accent-ink underline underline-offset-2';

/** The full event that the URL opens: `?open=12`. */
export function SecurityEventDrawer({
  open,
  known,
  onClose,
}: {
  open: number | undefined;
  /** The event, if it is in the list. */
  known: SecurityEvent | undefined;
  onClose: () => void;
}) {
  // The event stays rendered while the drawer slides out.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const { data: event, error, refetch, isFetching } = useSecurityEvent(open ?? last ?? null, known);
  return (
    <Drawer
      open={open !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={event ? `${typeLabel(event.type)} #${event.seq}` : 'Event'}
    >
      {event ? (
        <Event event={event} />
      ) : error ? (
        <LoadError title="This event could not be loaded" query={{ error, refetch, isFetching }} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Drawer>
  );
}

function Event({ event }: { event: SecurityEvent }) {
  const user = useUser();
  const lines = detailLines(event, user.timezone);
  const help = Object.hasOwn(securityEventTypes, event.type)
    ? securityEventTypes[event.type as SecurityEventCode].help
    : null;
  return (
    <div className="flex flex-col gap-5">
      {help ? <p className="text-sm text-muted">{help}</p> : null}
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 text-sm [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words">
        <Line label="Time">
          <span className="tnum">
            {formatDateTime(event.at, user.timezone)} {offsetLabel(user.timezone)}
          </span>
        </Line>
        <Line label="Outcome">{outcomeLabels[event.outcome]}</Line>
        <Line label="User">
          {event.userId === null ? (
            actorName(event)
          ) : (
            <Link to="/security" search={{ userId: event.userId }} className={linkClass}>
              {actorName(event)}
            </Link>
          )}
          {event.userLogin ? <span className="text-muted"> {event.userLogin}</span> : null}
          {event.adminName ? <span className="text-muted"> as admin {event.adminName}</span> : null}
        </Line>
        {user.type === 'admin' ? <Line label="Account">{event.accountName ?? NOTHING}</Line> : null}
        <Line label="Object">
          <Subject event={event} />
        </Line>
        {lines.map(({ label, value }) => (
          <Line key={label} label={label}>
            {value}
          </Line>
        ))}
        {event.ip ? (
          <Line label="IP address">
            <Link to="/security" search={{ ip: event.ip }} className={linkClass}>
              {event.ip}
            </Link>
          </Line>
        ) : null}
        {event.userAgent ? <Line label="User agent">{event.userAgent}</Line> : null}
        {event.requestId ? <CodeLine label="Request ID" text={event.requestId} /> : null}
        {event.hash ? <CodeLine label="Hash" text={event.hash} /> : null}
        {event.previousHash ? <CodeLine label="Hash before it" text={event.previousHash} /> : null}
      </dl>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function CodeLine({ label, text }: { label: string; text: string }) {
  return (
    <Line label={label}>
      <span className="flex items-center gap-1 font-mono text-xs">
        <span className="min-w-0 break-words">{text}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </span>
    </Line>
  );
}

/** The object of an event, linked to its page if the user may open it. */
function Subject({ event }: { event: SecurityEvent }) {
  const user = useUser();
  const text = subjectText(event) || NOTHING;
  const { subject } = event;
  const page = subject && subject.id !== null ? pageFor(subject.entity, user) : undefined;
  if (!subject || page === undefined) return <span>{text}</span>;
  return (
    <Link to={page} search={{ open: subject.id }} className={linkClass}>
      {text}
    </Link>
  );
}
