import type { SystemQueue, SystemState } from '#api/system/systemContract.ts';
import { formatCount, NOTHING } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { ageText } from './ageText.ts';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';

const headings = ['Queue', 'Waiting', 'Running', 'Oldest'];

const names: Record<SystemQueue['queue'], string> = {
  exports: 'Exports',
  mails: 'Emails',
  schedules: 'Scheduled reports due',
  claims: 'Spool files to decide on',
  securityEvents: 'Security events to ship',
};

/** The queues of background work. */
export function QueuesCard({ state: { queues, at } }: { state: SystemState }) {
  return (
    <Card title="Queues" padding="none">
      <PlainTable label="Queues" headings={headings}>
        {queues.map(({ queue, waiting, running, oldestAt }) => (
          <tr key={queue}>
            <NameCell>{names[queue]}</NameCell>
            <Cell>{formatCount(waiting)}</Cell>
            <Cell>{formatCount(running)}</Cell>
            <Cell>{oldestAt === null ? NOTHING : ageText(Date.parse(at) - Date.parse(oldestAt))}</Cell>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}
