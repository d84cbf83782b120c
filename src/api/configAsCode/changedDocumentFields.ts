import { entities, type EntityName, type Field, type FieldChange } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { ConfigResponse } from './configContract.ts';
import { isGranted, type NameOf, toDocumentValue } from './documentValue.ts';
import { fieldsNamed } from './sections.ts';

const maxCharacters = 300;
const maxValues = 20;

/** The action of a change as the console names it. */
export function actionOf({ action, values }: PlannedChange): ConfigResponse['changes'][number]['action'] {
  if (action === 'create' || action === 'remove') return action;
  return values?.['status'] === 2 ? 'archive' : 'update';
}

/**
 * Changed fields as the document writes them; of a new row only those that differ from the defaults. Long values are
 * cut.
 */
export function changedDocumentFields(
  name: EntityName,
  action: PlannedChange['action'],
  changes: readonly FieldChange[],
  nameOf: NameOf,
): FieldChange[] {
  if (action === 'remove') return [];
  const fields: Readonly<Record<string, Field>> = entities[name].fields;
  const keys = new Map(fieldsNamed(name).map(({ key, name: fieldName }) => [fieldName, key]));
  return changes.flatMap(({ field: fieldName, from, to }): FieldChange[] => {
    const field = fields[fieldName];
    if (!field) return [{ field: fieldName, from, to }];
    const key = keys.get(fieldName);
    // Skips fields that the server derives, the channel of a waterfall row, and the name of a new row.
    if (key === undefined || (action === 'create' && (key === 'name' || isGranted(field, to)))) return [];
    const shownValue = (value: unknown) => shortened(toDocumentValue(field, value, nameOf));
    return [{ field: key, from: action === 'create' ? null : shownValue(from), to: shownValue(to) }];
  });
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxCharacters) return `${value.slice(0, maxCharacters)}…`;
  if (Array.isArray(value) && value.length > maxValues) {
    return [...value.slice(0, maxValues), `… ${value.length.toLocaleString('en-US')} in total`];
  }
  return value;
}
