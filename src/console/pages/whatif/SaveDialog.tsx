import type { RowChange } from '#api/changes/changeContract.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import { ChangeDialog } from '../../entities/bulk/ChangeDialog.tsx';
import { changesOfSet } from '../../entities/bulk/changeLines.ts';
import { useChanges } from '../../entities/bulk/useChanges.ts';

/** Saves the tried changes, after a preview. */
export function SaveDialog({
  changes,
  versionOf,
  onClose,
}: {
  changes: readonly WhatIfChange[];
  /** The version of the row that was loaded. */
  versionOf: (change: WhatIfChange) => number | undefined;
  onClose: (isDone: boolean) => void;
}) {
  const touched = [...new Set(changes.map(({ entity }) => entity))];
  const { apply } = useChanges(touched);
  const set: RowChange[] = changes.map((change) => {
    const version = versionOf(change);
    return { ...change, values: { ...change.values }, action: 'update', ...(version === undefined ? {} : { version }) };
  });
  const many = (count: number) => `${count} ${count === 1 ? 'object' : 'objects'}`;
  return (
    <ChangeDialog
      title="Apply changes"
      description="Takes effect immediately. You can undo it."
      form={null}
      isReady
      isPartial={false}
      run={async ({ isDryRun }) =>
        changesOfSet(await apply((api) => api.post('/api/changes', { body: { changes: set, isDryRun } })))
      }
      labels={{
        will: (changed) => `${many(changed)} will change`,
        done: (changed) => `${many(changed)} changed`,
        apply: (changed) => `Change ${many(changed)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}
