import { Link } from '@tanstack/react-router';
import type { CutoffEntry } from '#api/cutoffs/cutoffContract.ts';
import { isCutoffEntity } from '#model/cutoff/cutoff.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import { cutoffLabel } from '../../cutoffs/cutoffTexts.ts';
import { useCutoffs } from '../../cutoffs/useCutoffs.ts';
import { useNames } from '../../entities/useNames.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Cell, NameCell, PlainTable } from '../system/PlainTable.tsx';

const headings = ['Cut off', 'Reason', 'By', 'Since', ''];

/** The list of cut-offs, each with a button to undo it. */
export function CutoffTable({ cutoffs }: { cutoffs: readonly CutoffEntry[] }) {
  const { timezone, type } = useUser();
  const { data: accounts } = useNames('demand', type === 'admin');
  const nameOf = (id: number) => accounts?.find((account) => account.id === id)?.name ?? `#${id}`;
  return (
    <Card padding="none">
      <PlainTable label="Cut-offs" headings={headings}>
        {cutoffs.map((cutoff) => (
          <tr key={cutoff.id}>
            <NameCell>
              <ObjectName cutoff={cutoff} />
              <p className="text-xs text-muted">
                {cutoffLabel(cutoff.kind)}
                {cutoff.demandId === null ? ' · all accounts' : type === 'admin' ? ` · ${nameOf(cutoff.demandId)}` : ''}
              </p>
            </NameCell>
            <td className="px-4 py-1.5 wrap-anywhere">{cutoff.reason}</td>
            <Cell>
              <bdi>{cutoff.cutBy === '' ? 'Platform' : cutoff.cutBy}</bdi>
            </Cell>
            <Cell>{formatDateTime(cutoff.cutAt, timezone)}</Cell>
            <Cell>{cutoff.canUndo ? <UndoButton cutoff={cutoff} /> : null}</Cell>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}

/** The name of what is cut off; of an object of the account, with a link. */
function ObjectName({ cutoff: { kind, object, name } }: { cutoff: CutoffEntry }) {
  const { type } = useUser();
  const page = isCutoffEntity(kind) && type !== 'admin' ? pageOf(kind) : undefined;
  const text = name === '' ? object : name;
  if (page === undefined) return <bdi>{text}</bdi>;
  return (
    <Link to={page} search={{ open: Number(object) }} className="text-accent-ink hover:underline">
      <bdi>{text}</bdi>
    </Link>
  );
}

function UndoButton({ cutoff: { id, kind, object, name } }: { cutoff: CutoffEntry }) {
  const confirm = useConfirm();
  const { undo } = useCutoffs();
  const text = name === '' ? object : name;

  async function ask() {
    const isConfirmed = await confirm({
      title: `Undo the cut-off of ${text}?`,
      description: `This ${cutoffLabel(kind).toLowerCase()} serves again within a second.`,
      confirmLabel: 'Undo',
    });
    if (isConfirmed) undo.mutate(id);
  }

  return (
    <Button size="sm" aria-label={`Undo ${text}`} loading={undo.isPending} onClick={() => void ask()}>
      Undo
    </Button>
  );
}
