import type { Entity, EntityName, Fields, Status } from '#model/index.ts';
import { archiveWarning, countOf, statusLabels } from '../statusLabels.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changesOfBulk } from './changeLines.ts';
import type { BulkTarget } from './target.ts';
import { useChanges } from './useChanges.ts';

/** Sets the status of every row that matches a filter, after a preview with their traffic. */
export function StatusDialog({
  entity,
  target,
  count,
  status,
  onClose,
}: {
  entity: Entity<Fields, EntityName>;
  target: BulkTarget;
  /** Number of matching rows. */
  count: number;
  status: Status;
  onClose: (isDone: boolean) => void;
}) {
  const touched = [entity.name];
  const { apply } = useChanges(touched);
  const { verb, done } = statusLabels[status];
  const many = (changed: number) => countOf(changed, entity);
  return (
    <ChangeDialog
      title={`${verb} ${many(count)}`}
      description={`Applies to every row that matches the filter, on all pages. ${status === 2 ? archiveWarning(entity, true) : ''}`}
      form={null}
      isReady
      isPartial
      run={async (step) => {
        const body = { ...target, ...step, status };
        return changesOfBulk(entity.name, await apply((api) => api.post('/api/{entity}/bulk', { entity, body })));
      }}
      labels={{
        will: (changed) => `${many(changed)} will be ${done}`,
        done: (changed) => `${many(changed)} ${done}`,
        apply: (changed) => `${verb} ${many(changed)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}
