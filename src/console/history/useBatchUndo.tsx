import type { LogRow } from '#api/log/logContract.ts';
import type { EntityName } from '#model/index.ts';
import { useChanges } from '../entities/bulk/useChanges.ts';
import { formatCount } from '../lib/format.ts';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** A change set that an entry of the log is part of. */
export type Batch = NonNullable<LogRow['batch']>;

/** What an entry is part of, in words. */
export function batchText({ count }: Batch): string {
  return `Part of a bulk change of ${formatCount(count)} rows`;
}

/** Takes back everything that was changed together with an entry, after a question. */
export function useBatchUndo(): (entry: LogRow, batch: Batch) => Promise<void> {
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
