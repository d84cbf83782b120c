import type { Entity } from '../entity/entity.ts';
import type { Field } from './fields.ts';

/** Whether a field can be empty, so that lists can be filtered by that. */
export function canBeEmpty(field: Field | undefined): boolean {
  return field?.kind === 'references' || field?.isNullable === true || hasNone(field);
}

/** Whether a field is a choice of which the value '' means none. */
export function hasNone(field: Field | undefined): boolean {
  return field?.kind === 'choice' && field.choices?.some(({ value }) => value === '') === true;
}

const accountField = { kind: 'reference', label: 'Account', target: 'demand' } as Field;

/**
 * The fields by which lists can be filtered: references, choices, flags and the account by value; fields that can be
 * empty by 'none' and 'any'.
 */
export function filterFields(entity: Entity): Record<string, Field> {
  const found: Record<string, Field> = entity.ownedBy === 'account' ? { demandId: accountField } : {};
  for (const [name, field] of Object.entries(entity.fields)) {
    const isOfChoice = field.kind === 'reference' || field.kind === 'choice' || field.kind === 'flag';
    if (isOfChoice || (canBeEmpty(field) && !field.isGenerated)) found[name] = field;
  }
  return found;
}
