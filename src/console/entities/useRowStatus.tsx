import type { Entity, Status } from '#model/index.ts';
import { useActivityLink } from '../history/useActivityLink.ts';
import { isSignedOut } from '../lib/query.ts';
import { errorToast } from '../lib/errorToast.ts';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { archiveWarning, statusLabels } from './statusLabels.ts';
import { usePatchRow, type EntityRow } from './useEntity.ts';

/** Sets a row's status, with undo; archiving needs confirmation. `words` override the default labels. */
export function useRowStatus(
  entity: Entity,
  statusText: Partial<Record<Status, string>> = {},
): (row: EntityRow, status: Status) => Promise<void> {
  const toast = useToast();
  const confirm = useConfirm();
  const patch = usePatchRow(entity);
  const activityLink = useActivityLink();

  async function change(row: EntityRow, status: Status, isUndo: boolean) {
    const before = row.status ?? 1;
    try {
      await patch.mutateAsync({ id: row.id, change: { status } });
      if (isUndo) return;
      toast.success({
        title: `${entity.label} ${statusText[status] ?? statusLabels[status].done}`,
        description: row.name ?? `#${row.id}`,
        action: { label: 'Undo', onClick: () => void change({ ...row, status }, before, true) },
        ...activityLink({ entity: entity.name, rowId: row.id }),
      });
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    }
  }

  return async function setStatus(row: EntityRow, status: Status) {
    const isArchiving = status === 2;
    const mayGo =
      !isArchiving ||
      (await confirm({
        // Isolates names of the other text direction, and breaks long names without spaces.
        title: (
          <>
            Archive <bdi className="wrap-anywhere">{row.name ?? `#${row.id}`}</bdi>?
          </>
        ),
        description: archiveWarning(entity, false),
        confirmLabel: 'Archive',
        danger: true,
      }));
    if (mayGo) await change(row, status, false);
  };
}
