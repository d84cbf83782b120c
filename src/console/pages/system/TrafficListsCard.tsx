import type { SystemList, SystemState } from '#api/system/systemContract.ts';
import type { TrafficListKind } from '#model/lists/trafficList.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount, formatDate, formatDateTime, NOTHING } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ageText } from './ageText.ts';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';
import { isFetchedList, listFaultText, listNames } from './listTexts.ts';
import { useFetchList } from './useSystem.ts';

const headings = ['List', 'Source', 'Entries', 'Data of', 'Last fetch', 'State', ''];

/** Lists and databases by which traffic, creatives and consent are checked: where each is from, and how old it is. */
export function TrafficListsCard({ state: { lists, at, version } }: { state: SystemState }) {
  return (
    <Card
      title="Traffic lists"
      description="Lists and databases that traffic, creatives and consent are checked with. Those with a URL are fetched every day and apply without a restart; a list that is not acceptable is not used."
      padding="none"
    >
      <PlainTable label="Traffic lists" headings={headings}>
        {lists.map((list) => (
          <ListRow
            key={`${list.kind} ${list.origin} ${list.place}`}
            list={list}
            now={Date.parse(at)}
            version={version}
          />
        ))}
      </PlainTable>
    </Card>
  );
}

function ListRow({ list, now, version }: { list: SystemList; now: number; version: string }) {
  const { timezone } = useUser();
  const { kind, origin, place, entries, dataAt, attemptedAt } = list;
  return (
    <tr>
      <NameCell>{listNames[kind]}</NameCell>
      <td className="px-4 py-1.5 wrap-anywhere">{origin === 'product' ? `Version ${version}` : place}</td>
      <Cell>{entries === null ? NOTHING : formatCount(entries)}</Cell>
      <Cell>{dataAt === null ? NOTHING : formatDate(dataAt, timezone)}</Cell>
      <Cell>
        {attemptedAt === null ? (
          NOTHING
        ) : (
          <time dateTime={attemptedAt} title={formatDateTime(attemptedAt, timezone)}>
            {ageText(now - Date.parse(attemptedAt))} ago
          </time>
        )}
      </Cell>
      <td className="px-4 py-1.5 wrap-anywhere">
        <ListState list={list} />
      </td>
      <Cell>{isFetchedList(list) ? <FetchButton list={list} /> : null}</Cell>
    </tr>
  );
}

function ListState({ list: { origin, fault, oldSince, attemptedAt } }: { list: SystemList }) {
  if (fault !== null) {
    const failure = origin === 'url' ? 'Last fetch failed' : 'Not read';
    return (
      <>
        <Pill tone={oldSince === null ? 'warn' : 'bad'}>{oldSince === null ? failure : 'Old'}</Pill>{' '}
        <span className="text-xs text-muted">{listFaultText(fault)}</span>
      </>
    );
  }
  if (oldSince !== null) return <Pill tone="bad">Old</Pill>;
  if (origin !== 'url') return NOTHING;
  return attemptedAt === null ? <Pill tone="neutral">Not fetched yet</Pill> : <Pill tone="good">Up to date</Pill>;
}

interface Acceptance {
  label: string;
  title: string;
  description: string;
}

const otherVersion: Acceptance = {
  label: 'Use other version',
  title: 'Use the other version?',
  description:
    'The version at the URL does not follow the one in use. It replaces all stored versions; earlier ones are fetched from the URL again.',
};

/** How a list with one of these faults is accepted all the same. */
const acceptances: Readonly<Record<string, Acceptance>> = {
  shrunk: {
    label: 'Use smaller list',
    title: 'Use the smaller list?',
    description:
      'The list at the URL has fewer than half of the entries in use. Use it only if you know why: it may be incomplete.',
  },
  older_version: otherVersion,
  version_jump: otherVersion,
};

function FetchButton({ list: { kind, fault } }: { list: SystemList & { kind: TrafficListKind } }) {
  const confirm = useConfirm();
  const fetchList = useFetchList();
  const acceptance = fault === null ? undefined : acceptances[fault];

  async function run() {
    const isConfirmed =
      !acceptance ||
      (await confirm({ title: acceptance.title, description: acceptance.description, confirmLabel: 'Use it' }));
    if (isConfirmed) fetchList.mutate({ list: kind, acceptsChange: acceptance !== undefined });
  }

  return (
    <Button
      size="sm"
      aria-label={`${acceptance?.label ?? 'Fetch now'}: ${listNames[kind]}`}
      loading={fetchList.isPending}
      onClick={() => void run()}
    >
      {acceptance ? `${acceptance.label}…` : 'Fetch now'}
    </Button>
  );
}
