import type { LogRow } from '#api/log/logContract.ts';
import type { EntityName } from '#model/index.ts';
import { useChanges } from '../entities/bulk/useChanges.ts';
import { formatCount } from '../lib/format.ts';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** The change set of a log entry. */
export type LoggedChangeSet = NonNullable<LogRow['batch']>;

/** The number of changes in a change set, as text. */
export function changeSetText({ count }: LoggedChangeSet): string {
  return `Part of a bulk change of ${formatCount(count)} rows`;
}

/** Undoes the whole change set of an entry, after confirmation. */
export function useChangeSetUndo(): (entry: LogRow, batch: LoggedChangeSet) => Promise<void> {
  const confirm = useConfirm();
  const toast = useToast();
  const { undo } = useChanges([]);
  return async ({ entity }, { id, count }) => {
    const rows = `${formatCount(count)} rows`;
    const mayGo = await confirm({
      title: `Undo the change of ${rows}?`,
      description:
        'All rows get their previous values back: new ones are archived, deleted ones are restored. If someone has changed one of them since, nothing is undone.',
      confirmLabel: 'Undo all',
    });
    if (mayGo && (await undo(id, [entity as EntityName]))) toast.success({ title: `Change of ${rows} undone` });
  };
}
