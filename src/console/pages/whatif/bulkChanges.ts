import type { Entity } from '#model/index.ts';
import type { WhatIfChange, WhatIfEntity } from '#model/whatif/whatIf.ts';
import type { ShownChanges } from '../../entities/bulk/changeLines.ts';
import { triedFieldsOf } from './draftChanges.ts';

/** The changes of a preview that a what-if can replay, by row, the names of these rows, and the labels of other fields. */
export function bulkChangesOf(
  entity: Entity & { name: WhatIfEntity },
  { changed }: Pick<ShownChanges, 'changed'>,
): { changes: WhatIfChange[]; names: ReadonlyMap<number, string>; others: string[] } {
  const tried = triedFieldsOf(entity);
  const values = new Map<number, Record<string, unknown>>();
  const names = new Map<number, string>();
  const others = new Set<string>();
  for (const { at, object, change } of changed) {
    if (!at || !change) continue;
    if (!tried.includes(change.field)) {
      others.add(entity.fields[change.field]?.label ?? change.field);
      continue;
    }
    values.set(at.id, { ...values.get(at.id), [change.field]: change.to });
    names.set(at.id, object);
  }
  const changes = [...values].map(([id, tries]) => ({ entity: entity.name, id, values: tries }));
  return { changes, names, others: [...others] };
}
