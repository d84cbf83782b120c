import { Archive, Pause, Play, X } from 'lucide-react';
import type { BulkRequest } from '#api/contract.ts';
import type { Entity, Status } from '#model/index.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import { archivingWords, countOf, statusWords } from './statusWords.ts';
import { useBulkStatus } from './useEntity.ts';

/** The rows chosen in a list, with the status each had; `all` is the filter when every match is meant. */
export interface Selection {
  before: ReadonlyMap<number, Status>;
  all: NonNullable<BulkRequest['all']> | null;
}

/** What can be done with the chosen rows, laid over the foot of the list. */
export function BulkBar({
  entity,
  selection,
  total,
  onSelectAll,
  onClear,
}: {
  entity: Entity;
  selection: Selection;
  /** Rows that match the filter, on all pages. */
  total: number;
  /** Null where some of the rows that match are not the reader's to change. */
  onSelectAll: (() => void) | null;
  onClear: () => void;
}) {
  const confirm = useConfirm();
  const toast = useToast();
  const bulk = useBulkStatus(entity);
  const count = selection.all ? total : selection.before.size;
  if (count === 0) return null;

  async function undo(changed: readonly number[]) {
    try {
      for (const status of [0, 1, 2] as const) {
        const ids = changed.filter((id) => selection.before.get(id) === status);
        if (ids.length > 0) await bulk.mutateAsync({ ids, status });
      }
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  async function run(status: Status) {
    const { verb, done } = statusWords[status];
    const isAsked = status === 2 || selection.all !== null;
    if (
      isAsked &&
      !(await confirm({
        title: `${verb} ${countOf(count, entity)}?`,
        description: [
          selection.all ? 'This takes every row that matches the filter, on all pages.' : '',
          status === 2 ? archivingWords(entity, true) : '',
        ]
          .filter(Boolean)
          .join(' '),
        confirmLabel: verb,
        danger: status === 2,
      }))
    ) {
      return;
    }
    try {
      const request = selection.all ? { all: selection.all, status } : { ids: [...selection.before.keys()], status };
      const answer = await bulk.mutateAsync(request);
      const refused = answer.results.filter((result) => result.problem !== null);
      const changed = answer.results.filter((result) => result.problem === null).map((result) => result.id);
      const canUndo = selection.all === null && changed.some((id) => selection.before.get(id) !== status);
      if (changed.length > 0) {
        toast.success({
          title: `${countOf(answer.changed, entity)} ${done}`,
          ...(canUndo ? { action: { label: 'Undo', onClick: () => void undo(changed) } } : {}),
        });
      }
      if (refused.length > 0) {
        const reasons = refused.slice(0, 3).map((result) => `#${result.id}: ${result.problem?.message}`);
        const rest = refused.length - reasons.length;
        toast.error({
          title: `${countOf(refused.length, entity)} not ${done}`,
          description: `${reasons.join('. ')}${rest > 0 ? `, and ${rest} more` : ''}`,
        });
      }
      onClear();
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  return (
    <div
      className="pointer-events-none absolute inset-x-0 bottom-14 z-20 flex justify-center px-4 max-xl:justify-start"
      data-print="hide"
    >
      <div
        role="toolbar"
        aria-label={`Actions for the chosen ${entity.pluralLabel.toLowerCase()}`}
        className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line-strong bg-raised py-1.5 pr-1.5 pl-4 shadow-modal"
      >
        <span aria-live="polite" className="tnum text-sm font-medium whitespace-nowrap">
          {countOf(count, entity)} chosen
        </span>
        {onSelectAll && selection.all === null && total > selection.before.size ? (
          <Button variant="ghost" size="sm" onClick={onSelectAll} className="text-accent-ink">
            Select all {countOf(total, entity).split(' ')[0]} matching
          </Button>
        ) : null}
        <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
        <Button size="sm" icon={<Play />} disabled={bulk.isPending} onClick={() => void run(1)}>
          Activate
        </Button>
        <Button size="sm" icon={<Pause />} disabled={bulk.isPending} onClick={() => void run(0)}>
          Pause
        </Button>
        <Button size="sm" icon={<Archive />} disabled={bulk.isPending} onClick={() => void run(2)}>
          Archive
        </Button>
        <IconButton size="sm" label="Clear selection" icon={<X />} onClick={onClear} />
      </div>
    </div>
  );
}
