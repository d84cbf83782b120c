import type { SystemState } from '#api/system/systemContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatDateTime, NOTHING } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';

const headings = ['Blocked', 'Directive', 'Reports', 'First', 'Last'];

/** Content that browsers have blocked on pages of the console by its content security policy. */
export function BlockedContentCard({ reports }: { reports: SystemState['cspReports'] }) {
  const { timezone } = useUser();
  return (
    <Card
      title="Blocked content"
      description="Reported by browsers when the content security policy blocks something on a page: often of an extension of the browser. An unknown origin may be an attack."
      padding="none"
    >
      {reports.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">Nothing was blocked in the last 30 days.</p>
      ) : (
        <PlainTable label="Blocked content" headings={headings}>
          {reports.map(({ directive, blocked, reports: count, firstAt, lastAt }) => (
            <tr key={`${directive} ${blocked}`}>
              <NameCell>{blocked === '' ? NOTHING : blocked}</NameCell>
              <Cell>{directive}</Cell>
              <Cell>{formatCount(count)}</Cell>
              <Cell>{formatDateTime(firstAt, timezone)}</Cell>
              <Cell>{formatDateTime(lastAt, timezone)}</Cell>
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  );
}
