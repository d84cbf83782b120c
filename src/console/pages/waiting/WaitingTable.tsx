import { Link } from '@tanstack/react-router';
import type { WaitingChange } from '#api/fourEyes/waitingContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { areaLabels, proposerName, stateLooks } from '../../waiting/waitingText.ts';
import { Cell, NameCell, PlainTable } from '../system/PlainTable.tsx';

/** A table of changes, each with a link that opens it. */
export function WaitingTable({
  label,
  title,
  changes,
}: {
  label: string;
  title?: string;
  changes: readonly WaitingChange[];
}) {
  const { timezone, type } = useUser();
  const isDecided = changes.some(({ state }) => state !== 'waiting');
  const zone = offsetLabel(timezone);
  return (
    <Card title={title} padding="none">
      <PlainTable
        label={label}
        headings={
          isDecided
            ? ['Change', 'State', 'Proposed by', 'Decided by', `Decided (${zone})`]
            : ['Change', 'Proposed by', `Proposed (${zone})`, `Expires (${zone})`]
        }
      >
        {changes.map((change) => (
          <tr key={change.id}>
            <NameCell>
              <Link
                to="/waiting"
                search={(before: Record<string, unknown>) => ({ ...before, open: change.id })}
                resetScroll={false}
                className="text-accent-ink hover:underline"
              >
                <bdi>{change.summary}</bdi>
              </Link>
              <p className="text-xs text-muted">
                {areaLabels[change.area]}
                {type === 'admin' && change.account ? ` · ${change.account.name}` : ''}
              </p>
            </NameCell>
            {isDecided ? (
              <Cell>
                <Pill tone={stateLooks[change.state].tone}>{stateLooks[change.state].label}</Pill>
              </Cell>
            ) : null}
            <Person name={change.isOwn ? 'You' : proposerName(change)} />
            {isDecided ? (
              <>
                <Person name={change.decider?.name ?? NOTHING} />
                <Cell>{change.decidedAt === null ? NOTHING : formatDateTime(change.decidedAt, timezone)}</Cell>
              </>
            ) : (
              <>
                <Cell>{formatDateTime(change.createdAt, timezone)}</Cell>
                <Cell>{formatDateTime(change.expiresAt, timezone)}</Cell>
              </>
            )}
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

function Person({ name }: { name: string }) {
  return (
    <td className="min-w-24 px-4 py-1.5 wrap-anywhere">
      <bdi>{name}</bdi>
    </td>
  );
}
