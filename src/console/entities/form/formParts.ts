import { isFieldShown, type Entity, type Field } from '#model/index.ts';
import type { RowTab } from '../RowTab.ts';
import type { EntityRow } from '../useEntity.ts';
import { tabsOf, type FormValues } from './formModel.ts';
import type { FormTab } from './FormTab.ts';

/** A part of a row's form: a tab of its drawer, or a section of its page. */
export type FormPart = { id: string; label: string } & (
  | { kind: 'fields'; fields: readonly (readonly [string, Field])[] }
  | { kind: 'values'; Panel: FormTab['Panel'] }
  | { kind: 'row'; Panel: RowTab['Panel'] }
);

/** The parts of a row's form (null = a new one): its fields, what follows from their values, what belongs to the row. */
export function formParts(
  entity: Entity,
  row: EntityRow | null,
  {
    isReadOnly,
    rowTabs,
    valueTabs = [],
  }: { isReadOnly: boolean; rowTabs: readonly RowTab[]; valueTabs?: readonly FormTab[] | undefined },
): FormPart[] {
  const ownTabs = row ? rowTabs.filter(({ within }) => within === undefined) : [];
  return [
    ...tabsOf(entity).map(({ name, label, fields }) => ({ id: name, label, kind: 'fields' as const, fields })),
    ...(isReadOnly ? [] : valueTabs).map(({ id, label, Panel }) => ({ id, label, kind: 'values' as const, Panel })),
    ...ownTabs.map(({ id, label, Panel }) => ({ id, label, kind: 'row' as const, Panel })),
  ];
}

/** Sorts parts by a list of their IDs; those that it lacks stay behind the others. */
export function inOrder(parts: readonly FormPart[], order: readonly string[]): FormPart[] {
  const placeOf = ({ id }: FormPart) => (order.includes(id) ? order.indexOf(id) : order.length);
  return parts.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The part with a field, undefined when no part has it. */
export function partOfField(parts: readonly FormPart[], name: string | undefined): FormPart | undefined {
  return parts.find((part) => part.kind === 'fields' && part.fields.some(([field]) => field === name));
}

/** The first of some fields that the form shows with these values, in the order of the parts. */
export function firstShown(parts: readonly FormPart[], names: readonly string[], values: FormValues) {
  return parts
    .flatMap((part) => (part.kind === 'fields' ? part.fields : []))
    .find(([name, field]) => names.includes(name) && isFieldShown(field, values))?.[0];
}

/** The number of faults in a part: each field counts once, and a structure once for each fault inside it. */
export function faultCount(part: FormPart, errors: Readonly<Record<string, { types?: object } | undefined>>): number {
  if (part.kind !== 'fields') return 0;
  return part.fields.reduce((sum, [name]) => {
    const error = errors[name];
    return sum + (error ? Math.max(1, Object.keys(error.types ?? {}).length) : 0);
  }, 0);
}
