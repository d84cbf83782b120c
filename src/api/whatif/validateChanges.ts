import type { Fault } from '#model/index.ts';
import type { ChannelHistory } from '#model/entity/pastRow.ts';
import { whatIfFields, type WhatIfChange } from '#model/whatif/whatIf.ts';
import type { PlannedResult } from '#storage/entities/applyChanges.ts';

/** Faults of changes that cannot be replayed, at their fields or objects. */
export function faultsOfChanges(
  channelId: number,
  changes: readonly WhatIfChange[],
  { rows }: Pick<ChannelHistory, 'rows'>,
): Fault[] {
  const existing = new Set(rows.map(({ entity, id }) => `${entity}:${id}`));
  const seen = new Set<string>();
  return changes.flatMap(({ entity, id, values }, index): Fault[] => {
    const path = `changes.${index}`;
    const key = `${entity}:${id}`;
    const isTwice = seen.has(key);
    seen.add(key);
    if (isTwice) return [{ code: 'duplicate', message: 'This row is changed twice', path }];
    if (!existing.has(key) || (entity === 'channel' && id !== channelId)) {
      return [{ code: 'not_of_channel', message: 'Not part of the channel', path: `${path}.id` }];
    }
    const fields = Object.keys(values);
    if (fields.length === 0) return [{ code: 'no_change', message: 'No change', path: `${path}.values` }];
    const tried: readonly string[] = whatIfFields[entity];
    const faults = fields
      .filter((field) => !tried.includes(field))
      .map((field) => ({
        code: 'not_tried',
        message: 'The effect of this field cannot be replayed on past requests',
        path: `${path}.values.${field}`,
      }));
    if (values['status'] === 2) {
      faults.push({
        code: 'not_tried',
        message: 'Archiving cannot be replayed. Try pausing instead',
        path: `${path}.values.status`,
      });
    }
    return faults;
  });
}

/** Changes with their values as they would be stored: those of the dry run, or the current ones. */
export function validatedChanges(
  changes: readonly WhatIfChange[],
  results: readonly PlannedResult[],
  { rows }: Pick<ChannelHistory, 'rows'>,
): WhatIfChange[] {
  return changes.map(({ entity, id, values }, index) => {
    const row = rows.find((each) => each.entity === entity && each.id === id)?.row ?? {};
    const fieldChanges = results[index]?.fields ?? [];
    const valueOf = (field: string) => {
      const changed = fieldChanges.find((each) => each.field === field);
      return changed ? changed.to : row[field];
    };
    return { entity, id, values: Object.fromEntries(Object.keys(values).map((field) => [field, valueOf(field)])) };
  });
}
