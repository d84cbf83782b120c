import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WaitingDetail, WaitingObject } from '#api/fourEyes/waitingContract.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { useUser } from '../../frame/session.ts';
import { ChangedFields } from '../../history/ChangedFields.tsx';
import { actionLabels, entityLabel, objectName } from '../../history/logText.ts';
import { approverText } from '../../lib/changeWaits.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Banner } from '../../ui/Banner.tsx';
import { proposerName } from '../../waiting/waitingText.ts';

/** Who proposed a change and who decided, and each object before and after. */
export function WaitingDetails({ change }: { change: WaitingDetail }) {
  const { timezone, type } = useUser();
  const { state, account, createdAt, expiresAt, decider, decidedAt, reason, approvers, isOutdated, current } = change;
  const time = (at: string) => (
    <span className="tnum">
      {formatDateTime(at, timezone)} {offsetLabel(timezone)}
    </span>
  );
  return (
    <div className="flex flex-col gap-5">
      <StateBanner change={change} />
      <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-2 text-sm [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words">
        {type === 'admin' ? <Line label="Account">{account?.name ?? 'Platform'}</Line> : null}
        <Line label="Proposed by">{change.isOwn ? 'You' : proposerName(change)}</Line>
        <Line label="Proposed">{time(createdAt)}</Line>
        {state === 'waiting' ? <Line label="Expires">{time(expiresAt)}</Line> : null}
        {state === 'waiting' && approvers.length > 0 ? (
          <Line label="Second person">{approverText(approvers.map(({ name }) => name))}</Line>
        ) : null}
        {decider ? <Line label="Decided by">{decider.name}</Line> : null}
        {decidedAt === null ? null : <Line label="Decided">{time(decidedAt)}</Line>}
        {reason === null ? null : <Line label="Reason">{reason}</Line>}
      </dl>
      <Objects title={isOutdated ? 'As proposed' : null} objects={change.objects} isDone={state === 'approved'} />
      {isOutdated && current ? <Objects title="As it would be now" objects={current} isDone={false} /> : null}
    </div>
  );
}

/** Why the change cannot be approved, if so. */
function StateBanner({ change: { state, isOutdated, faults } }: { change: WaitingDetail }) {
  if (state !== 'waiting') return null;
  if (faults.length > 0) {
    return (
      <Banner tone="warn" title="It cannot be applied now:">
        {faults.join('. ')}
      </Banner>
    );
  }
  return isOutdated ? (
    <Banner tone="warn" title="Changed since it was proposed.">
      It cannot be approved: reject or withdraw it, and propose it again.
    </Banner>
  ) : null;
}

function Objects({
  title,
  objects,
  isDone,
}: {
  title: string | null;
  objects: readonly WaitingObject[];
  isDone: boolean;
}) {
  return (
    <section aria-label={title ?? 'Changes'} className="flex flex-col gap-4">
      {title === null ? null : <h3 className="text-sm font-semibold">{title}</h3>}
      {objects.map((object, index) => (
        // Several objects can have the same name, and new ones have no ID.
        // oxlint-disable-next-line react/no-array-index-key -- The objects of a change never change.
        <div key={index} className="flex flex-col gap-2">
          <h4 className="text-sm font-medium">
            {actionLabels[object.action]}: {entityLabel(object.entity)} <ObjectLink object={object} />
          </h4>
          {object.fields.length > 0 ? (
            <ChangedFields
              row={object}
              headings={isDone ? { from: 'Before', to: 'After' } : { from: 'Now', to: 'Proposed' }}
            />
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** The name of an object, linked to its page if the user may open it. */
function ObjectLink({ object }: { object: WaitingObject }) {
  const user = useUser();
  const name = objectName(object);
  const page = object.rowId === null ? undefined : pageFor(object.entity, user);
  if (page === undefined) return <bdi className="wrap-anywhere">{name}</bdi>;
  return (
    <Link
      to={page}
      search={{ open: object.rowId }}
      className="text-accent-ink wrap-anywhere underline underline-offset-2"
    >
      {name}
    </Link>
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
