import type { ChangeSetAnswer, RowChange } from '#api/changeContract.ts';
import { entities } from '#model/index.ts';
import type { WhatIfChange } from '#model/whatIf.ts';
import { ChangeDialog } from '../../entities/bulk/ChangeDialog.tsx';
import type { ShownChanges } from '../../entities/bulk/changeLines.ts';
import { useChanges } from '../../entities/bulk/useChanges.ts';

/** Makes the changes that were tried, after a preview. */
export function SaveDialog({
  changes,
  versionOf,
  onClose,
}: {
  changes: readonly WhatIfChange[];
  /** The version of a row as it was seen. */
  versionOf: (change: WhatIfChange) => number | undefined;
  onClose: (isDone: boolean) => void;
}) {
  const touched = [...new Set(changes.map(({ entity }) => entity))];
  const { post } = useChanges(touched);
  const set: RowChange[] = changes.map((change) => {
    const version = versionOf(change);
    return { ...change, values: { ...change.values }, action: 'update', ...(version === undefined ? {} : { version }) };
  });
  const many = (count: number) => `${count} ${count === 1 ? 'object' : 'objects'}`;
  return (
    <ChangeDialog
      title="Make this change"
      description="From now on; it can be taken back."
      form={null}
      isReady
      isPartial={false}
      run={async ({ isDryRun }) => shownOf(await post<ChangeSetAnswer>('/api/changes', { changes: set, isDryRun }))}
      words={{
        will: (changed) => `${many(changed)} will change`,
        done: (changed) => `${many(changed)} changed`,
        apply: (changed) => `Change ${many(changed)}`,
      }}
      touched={touched}
      onClose={onClose}
    />
  );
}

function shownOf({ batch, results }: ChangeSetAnswer): ShownChanges {
  const shown: ShownChanges = {
    changed: [],
    refused: [],
    unchanged: [],
    counts: { changed: 0, refused: 0, unchanged: 0 },
    seen: '',
    batch,
  };
  for (const { index, entity, id, name, fields, problems } of results) {
    const object = name === '' ? `${entities[entity].label} #${id ?? ''}` : name;
    const base = { key: String(index), entity, object };
    const [problem] = problems;
    if (problem) {
      shown.refused.push({ ...base, problem: problem.message });
      shown.counts.refused += 1;
    } else if (fields.length === 0) {
      shown.unchanged.push({ ...base, text: 'Stays as it is' });
      shown.counts.unchanged += 1;
    } else {
      for (const change of fields) shown.changed.push({ ...base, key: `${base.key}.${change.field}`, change });
      shown.counts.changed += 1;
    }
  }
  return shown;
}
