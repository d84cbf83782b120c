import type { SystemRetention, SystemState } from '#api/system/systemContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatDateTime, NOTHING } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { ageText } from './ageText.ts';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';

const headings = ['Data', 'Stored for', 'Last run', 'Deleted', 'Next run', 'Last deletion', 'Deleted in total'];

const names: Record<SystemRetention['job'], string> = {
  outbox: 'Changes for ad serving',
  pastRows: 'Past values for “Why no ad?”',
  sessions: 'Sessions',
  attempts: 'Throttle counters',
  failedSignIns: 'Failed sign-ins',
  memberChanges: 'Undo data of lists',
  watches: 'Watches',
  shares: 'Expired report links',
  dailyMails: 'Daily mails',
  exports: 'Report files',
  cspReports: 'Blocked content',
  signInLinks: 'Sign-in links',
  signInChallenges: 'Pending sign-ins',
  rememberedDevices: 'Remembered devices',
  keyTokens: 'Ended tokens of API keys',
  securityLog: 'Security log',
  waitingChanges: 'Waiting changes',
  deletionRequests: 'Data deletion requests',
};

/** Jobs that delete data at the end of its retention: when each last ran, and how much it deleted. */
export function RetentionCard({ state: { retention, at } }: { state: SystemState }) {
  const { timezone } = useUser();
  const now = Date.parse(at);
  return (
    <Card
      title="Retention"
      description="What is deleted at the end of its retention. Facts and traces are deleted by ClickHouse."
      padding="none"
    >
      <PlainTable label="Retention" headings={headings}>
        {retention.map(({ job, days, ranAt, nextAt, deleted, deletedInAll, lastDeletionAt }) => (
          <tr key={job}>
            <NameCell>{names[job]}</NameCell>
            <Cell>{days === null ? 'Until they end' : days === 1 ? '1 day' : `${formatCount(days)} days`}</Cell>
            <Cell>{ranAt === null ? NOTHING : `${ageText(now - Date.parse(ranAt))} ago`}</Cell>
            <Cell>{ranAt === null ? NOTHING : formatCount(deleted)}</Cell>
            <Cell>{nextAt === null ? NOTHING : nextText(Date.parse(nextAt) - now)}</Cell>
            <Cell>{lastDeletionAt === null ? NOTHING : formatDateTime(lastDeletionAt, timezone)}</Cell>
            <Cell>{formatCount(deletedInAll)}</Cell>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

function nextText(ms: number): string {
  return ms <= 0 ? 'Due' : `In ${ageText(ms)}`;
}
