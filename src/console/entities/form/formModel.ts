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

/** The values of a form by field: numbers, money and days as typed text, references as ids, the rest as stored. */
export type FormValues = Record<string, unknown>;

/** A row as the API gives it. */
export type AnyRow = { id: number; createdAt: string; updatedAt: string; version: number } & Record<string, unknown>;

/** One tab of a form: its fields in the order of the definition. */
export interface FormTab {
  name: string;
  label: string;
  fields: readonly (readonly [string, Field])[];
}

const firstTab = 'Details';

/** The tabs of an entity's form. Fields without a tab join the first one, which the name leads; generated fields are shown elsewhere. */
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

/** Whether a form must not be saved without a value here. */
export function isRequired(field: Field): boolean {
  return field.default === undefined && !field.isNullable;
}

/** What a form starts with: the row, else the definition's defaults and what the caller knows already. */
export function initialValues(entity: Entity, row: AnyRow | null, preset: FormValues = {}): FormValues {
  const values: FormValues = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.isGenerated) continue;
    values[name] = toControl(field, row ? row[name] : (preset[name] ?? field.default));
  }
  return values;
}

const listKinds: readonly FieldKind[] = ['references', 'texts', 'tree'];

function toControl(field: Field, value: unknown): unknown {
  if (field.kind === 'reference') return typeof value === 'number' ? value : null;
  if (field.kind === 'flag') return value === true;
  if (listKinds.includes(field.kind)) return Array.isArray(value) ? value : [];
  if (field.kind === 'structure') return value ?? field.default;
  const isTyped = field.kind === 'integer' || field.kind === 'percent';
  return isTyped && typeof value === 'number' ? String(value) : (value ?? '');
}

/** One value of a form as the API takes it. What is no number stays text, for the schema to refuse with its words. */
export function toInput(field: Field, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === '' && field.isNullable) return null;
  if (field.kind === 'integer' || field.kind === 'percent') {
    return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (field.kind === 'reference' && text === null && !field.isNullable) return undefined;
  return text;
}

/** The whole row that the form stands for, in the API's form. */
export function inputOf(entity: Entity, values: FormValues): FormValues {
  const input: FormValues = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.isGenerated || (field.kind === 'secret' && values[name] === '')) continue;
    // A reference that plays no part points nowhere: a value from before the other fields changed would be refused.
    const isIdle = field.kind === 'reference' && field.isNullable === true && !isFieldShown(field, values);
    input[name] = isIdle ? null : toInput(field, values[name]);
  }
  return input;
}

/** What differs from the stored row and may be changed: the body of an update. */
export function changesOf(entity: Entity, values: FormValues, stored: FormValues): FormValues {
  const after = inputOf(entity, values);
  const before = inputOf(entity, stored);
  const changed = Object.keys(after).filter(
    (name) => !entity.fields[name]?.isImmutable && !isSameValue(after[name], before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** The faults of a form before it is sent, by the rules that the server will apply. */
export function faultsOfForm(entity: Entity, values: FormValues, isNew: boolean): Fault[] {
  const input = inputOf(entity, values);
  const { values: sound, faults } = readValues(createSchema(entity), input);
  // Of a row that is there, a secret stays as it is.
  const relevantFaults = faults.filter((fault) => isNew || entity.fields[fault.path]?.kind !== 'secret');
  return [
    ...relevantFaults.map((fault) => plainFault(entity, fault, input)),
    ...rowFaults(entity, sound, { faulty: faultyFields(faults) }),
  ];
}

function plainFault(entity: Entity, fault: Fault, input: FormValues): Fault {
  const value = input[fault.path];
  const isMissing = value === undefined || value === null || value === '';
  return isMissing && entity.fields[fault.path] ? { ...fault, message: 'Required' } : fault;
}
