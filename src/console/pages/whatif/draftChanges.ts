import type { Entity, Field, FieldKind } from '#model/index.ts';
import { whatIfFields } from '#model/whatif/whatIf.ts';
import { changesOf, type FormValues } from '../../entities/form/formModel.ts';

/** A changed field of a form that a what-if can replay, with the value to try. */
export interface TriedField {
  name: string;
  field: Field;
  value: unknown;
}

/** A form's unsaved changes: those that a what-if can replay, and the labels of the others. */
export interface DraftChanges {
  tried: TriedField[];
  others: string[];
}

/** The fields of an entity that a what-if can change; none where it supports no change of the entity. */
export function triedFieldsOf({ name }: Pick<Entity, 'name'>): readonly string[] {
  return name in whatIfFields ? whatIfFields[name as keyof typeof whatIfFields] : [];
}

const numberKinds: readonly FieldKind[] = ['money', 'percent', 'integer'];

/** Whether a field is a floor, rate, margin, cap or limit that a what-if can change. */
export function isTriedNumber(entity: Entity, name: string): boolean {
  const kind = entity.fields[name]?.kind;
  return kind !== undefined && numberKinds.includes(kind) && triedFieldsOf(entity).includes(name);
}

/** Divides a form's unsaved changes. Archiving cannot be replayed, unlike other changes of status. */
export function draftChangesOf(entity: Entity, values: FormValues, stored: FormValues): DraftChanges {
  const draft: DraftChanges = { tried: [], others: [] };
  const known = triedFieldsOf(entity);
  for (const [name, value] of Object.entries(changesOf(entity, values, stored))) {
    const field = entity.fields[name];
    if (!field) continue;
    const isArchiving = field.kind === 'status' && value === 2;
    if (known.includes(name) && !isArchiving) draft.tried.push({ name, field, value });
    else draft.others.push(field.label);
  }
  return draft;
}
