import {
  isFieldShown,
  createSchema,
  readValues,
  type Entity,
  type Fault,
  type Field,
  type FieldKind,
} from '#model/index.ts';
import { faultyFields, rowFaults } from '#model/entity/rowRules.ts';
import { isSameValue } from './isSameValue.ts';

/** A form's values by field: numbers, money and days as typed text, references as IDs, the others as stored. */
export type FormValues = Record<string, unknown>;

/** A row as the API returns it. */
export type AnyRow = { id: number; createdAt: string; updatedAt: string; version: number } & Record<string, unknown>;

/** One tab of a form: its fields in the order of the definition. */
export interface FormTab {
  name: string;
  label: string;
  fields: readonly (readonly [string, Field])[];
}

const firstTab = 'Details';

/**
 * The tabs of an entity's form. Fields without a tab join the first one, which starts with the name; generated fields
 * are shown elsewhere.
 */
export function tabsOf(entity: Entity): FormTab[] {
  const fields = Object.entries(entity.fields)
    .filter(([, field]) => !field.isGenerated)
    .sort(([a], [b]) => Number(b === 'name') - Number(a === 'name'));
  const first = fields.find(([, field]) => field.tab !== undefined)?.[1].tab ?? firstTab;
  const byTab = new Map<string, (readonly [string, Field])[]>([[first, []]]);
  for (const entry of fields) {
    const label = entry[1].tab ?? first;
    byTab.set(label, [...(byTab.get(label) ?? []), entry]);
  }
  return [...byTab].map(([label, fields]) => ({ name: label.toLowerCase(), label, fields }));
}

/** True when the form cannot be saved without a value for this field. */
export function isRequired(field: Field): boolean {
  return field.default === undefined && !field.isNullable;
}

/** A form's initial values: those of the row, or else the definition's defaults and the caller's presets. */
export function initialValues(entity: Entity, row: AnyRow | null, preset: FormValues = {}): FormValues {
  const values: FormValues = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.isGenerated) continue;
    values[name] = toControl(field, row ? row[name] : (preset[name] ?? field.default));
  }
  return values;
}

const listKinds: readonly FieldKind[] = ['references', 'texts', 'tree'];

/** Converts a value of a row for its input in a form. */
export function toControl(field: Field, value: unknown): unknown {
  if (field.kind === 'reference') return typeof value === 'number' ? value : null;
  if (field.kind === 'flag') return value === true;
  if (listKinds.includes(field.kind)) return Array.isArray(value) ? value : [];
  if (field.kind === 'structure') return value ?? field.default;
  const isTyped = field.kind === 'integer' || field.kind === 'percent';
  return isTyped && typeof value === 'number' ? String(value) : (value ?? '');
}

/**
 * Converts one form value for the API. Text that is not a number stays text, so that the schema refuses it with its
 * message.
 */
export function toInput(field: Field, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === '' && field.isNullable) return null;
  if (field.kind === 'integer' || field.kind === 'percent') {
    return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (field.kind === 'reference' && text === null && !field.isNullable) return undefined;
  return text;
}

/** Converts all form values to a row for the API. */
export function inputOf(entity: Entity, values: FormValues): FormValues {
  const input: FormValues = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.isGenerated) continue;
    // A hidden reference is sent as null: a value from before the other fields changed would be refused.
    const isIdle = field.kind === 'reference' && field.isNullable === true && !isFieldShown(field, values);
    input[name] = isIdle ? null : toInput(field, values[name]);
  }
  return input;
}

/** Returns the changed fields that may be updated: the body of the update. */
export function changesOf(entity: Entity, values: FormValues, stored: FormValues): FormValues {
  const after = inputOf(entity, values);
  const before = inputOf(entity, stored);
  const changed = Object.keys(after).filter(
    (name) => !entity.fields[name]?.isImmutable && !isSameValue(after[name], before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Validates a form before it is sent, by the server's rules. */
export function faultsOfForm(entity: Entity, values: FormValues): Fault[] {
  const input = inputOf(entity, values);
  const { values: validValues, faults } = readValues(createSchema(entity), input);
  return [
    ...faults.map((fault) => plainFault(entity, fault, input)),
    ...rowFaults(entity, validValues, { faulty: faultyFields(faults) }),
  ];
}

function plainFault(entity: Entity, fault: Fault, input: FormValues): Fault {
  const value = input[fault.path];
  const isMissing = value === undefined || value === null || value === '';
  return isMissing && entity.fields[fault.path] ? { ...fault, message: 'Required' } : fault;
}
