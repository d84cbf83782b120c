import type { SystemNode, SystemState } from '#api/system/systemContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Pill, type PillTone } from '../../ui/Pill.tsx';
import { ageText } from './ageText.ts';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';
import { useRemoveNode } from './useSystem.ts';

const headings = ['Node', 'Version', 'State', 'Last seen', 'Unread since', 'Last load', 'Lanes', ''];

const states: Record<SystemNode['state'], { label: string; tone: PillTone }> = {
  running: { label: 'Running', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'bad' },
  left: { label: 'Left', tone: 'neutral' },
};

const severalNodes =
  'Machines whose worker loads events. Those that left are listed for seven days. “–” under “Unread since”: everything is loaded.';
const singleMachine =
  'The machine whose worker loads events. “Last seen” and “Lanes” are of machines that share a PostgreSQL server. “–” under “Unread since”: everything is loaded.';

/** Lag, in ms, that loading always has. */
const usualLagMs = 60_000;

/** The nodes whose workers load events. */
export function NodesCard({ state: { nodes, version, at } }: { state: SystemState }) {
  return (
    <Card
      title="Nodes"
      description={nodes.some(({ seenAt }) => seenAt !== null) ? severalNodes : singleMachine}
      padding="none"
    >
      {nodes.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No worker has started yet.</p>
      ) : (
        <PlainTable label="Nodes" headings={headings}>
          {nodes.map((node) => (
            <NodeRow key={node.node} node={node} version={version} now={Date.parse(at)} />
          ))}
        </PlainTable>
      )}
    </Card>
  );
}

function NodeRow({ node, version, now }: { node: SystemNode; version: string; now: number }) {
  const { role } = useUser();
  const { label, tone } = states[node.state];
  const lag = now - Date.parse(node.unreadSince);
  const isRead = node.state === 'left' || (node.state === 'running' && lag < usualLagMs);
  return (
    <tr>
      <NameCell>{node.node}</NameCell>
      <Cell>
        {node.version}{' '}
        {node.version === version || node.state === 'left' ? null : <Pill tone="warn">Other version</Pill>}
      </Cell>
      <Cell>
        <Pill tone={tone}>{label}</Pill>
      </Cell>
      <AgoCell time={node.seenAt} now={now} />
      <AgoCell time={isRead ? null : node.unreadSince} now={now} />
      <AgoCell time={node.lastLoadAt} now={now} />
      <Cell>{node.lanes === 0 ? NOTHING : node.lanes}</Cell>
      <Cell>{node.state === 'stopped' && role === 'super' ? <RemoveButton node={node} /> : null}</Cell>
    </tr>
  );
}

/** How long ago a time was. */
function AgoCell({ time, now }: { time: string | null; now: number }) {
  const { timezone } = useUser();
  return (
    <Cell>
      {time === null ? (
        NOTHING
      ) : (
        <time dateTime={time} title={formatDateTime(time, timezone)}>
          {ageText(now - Date.parse(time))} ago
        </time>
      )}
    </Cell>
  );
}

function RemoveButton({ node: { node, unreadSince } }: { node: SystemNode }) {
  const { timezone } = useUser();
  const confirm = useConfirm();
  const remove = useRemoveNode();

  async function ask() {
    const isConfirmed = await confirm({
      title: `Remove ${node}?`,
      description: `Remove it only if its disk is lost. Its spool may have events from ${formatDateTime(unreadSince, timezone)} on. The other nodes then prune what they remember for it: events of its spool that are loaded later may not count.`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isConfirmed) remove.mutate(node);
  }

  return (
    <Button size="sm" aria-label={`Remove ${node}`} loading={remove.isPending} onClick={() => void ask()}>
      Remove…
    </Button>
  );
}
