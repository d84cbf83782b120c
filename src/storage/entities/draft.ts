import { randomInt } from 'node:crypto';
import type { Entity, Fault } from '#model/index.ts';
import { faultyFields, rowFaults } from '#model/entity/rowRules.ts';
import { sameValue } from './sameValue.ts';
import { hashSecret } from './secrets.ts';

/** Values of a row by field. */
export type Values = Readonly<Record<string, unknown>>;

/** A row on its way into its table. */
export interface Draft {
  /** The row that is changed; null for a new one. */
  id: number | null;
  /** The row as it is; null for a new one. */
  before: (Values & { id: number }) | null;
  /** The row as it is to be. */
  row: Record<string, unknown>;
  /** Fields that get another value. */
  changed: ReadonlySet<string>;
  /** Fields whose given values cannot be judged: they are left as they were. */
  faulty: ReadonlySet<string>;
  /** What is written, with secrets as their hashes. */
  stored: Values;
  /** Why it cannot be written; a draft with faults is left. */
  faults: Fault[];
}

/** A row as it is stored, without its secrets. */
export type StoredRow = Values & { id: number; version: number };

/** A row to be added. Uids and derived fields are made here. */
export interface NewRow {
  /** As the entity's schema gives them; those of fields that a found fault is about are read over. */
  values: Values;
  /** The account that gets it; null for the platform. */
  demandId: number | null;
  /** Faults that the caller knows of: they are told together with those found here, and nothing is written. */
  found?: readonly Fault[] | undefined;
  /** Values that the server gives to columns that no client writes. */
  given?: Values | undefined;
  /** The entry of the log that it takes back. */
  revertOf?: number | undefined;
}

/** The draft of a new row, with its uids and derived fields. */
export async function newDraft(entity: Entity, { values, demandId, found = [], given = {} }: NewRow): Promise<Draft> {
  const faulty = faultyFields(found);
  const validValues = without(values, faulty);
  const row: Record<string, unknown> = entity.ownedBy === 'platform' ? validValues : { ...validValues, demandId };
  for (const [field, { kind }] of Object.entries(entity.fields)) if (kind === 'uid') row[field] = randomUid();
  Object.assign(row, partValues(entity), given);
  if (found.length === 0) Object.assign(row, derivedOf(entity, row, null));
  const faults = [...found, ...rowFaults(entity, row, { faulty })];
  const stored = faults.length === 0 ? await withHashedSecrets(entity, row) : {};
  return { id: null, before: null, row, changed: new Set(Object.keys(row)), faulty, stored, faults };
}

/** The draft of a change: what is absent, or an empty secret, stays as it is. */
export async function changedDraft(
  entity: Entity,
  { values, found = [], given: byServer = {} }: Omit<NewRow, 'demandId'>,
  before: StoredRow,
): Promise<Draft> {
  const isGiven = ([field, value]: [string, unknown]) =>
    value !== undefined && !(entity.fields[field]?.kind === 'secret' && value === '');
  const faulty = faultyFields(found);
  const given = { ...Object.fromEntries(Object.entries(without(values, faulty)).filter(isGiven)), ...byServer };
  const changed = new Set(Object.keys(given).filter((field) => !sameValue(given[field], before[field])));
  const merged = { ...before, ...given };
  const derived = derivedOf(entity, merged, before);
  const row = { ...merged, ...derived };
  const faults = changed.size === 0 ? [...found] : [...found, ...rowFaults(entity, row, { before, faulty })];
  const stored = faults.length === 0 ? { ...(await withHashedSecrets(entity, given)), ...derived } : {};
  return { id: before.id, before, row, changed, faulty, stored, faults };
}

function without(values: Values, fields: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.has(field)));
}

/** The faults to tell. Where a reference is refused, what else stands beside it is not told: it could be a row that the writer may not see. */
export function visibleFaults(entity: Entity, { faults }: Draft): Fault[] {
  const isRefused = faults.some(({ code }) => code === 'unknown_reference' || code === 'archived_reference');
  const together = (entity.uniqueTogether ?? []).map((fields) => fields.at(-1));
  return isRefused ? faults.filter(({ code, path }) => code !== 'taken' || !together.includes(path)) : faults;
}

function derivedOf(entity: Entity, row: Values, before: Values | null): Values {
  return entity.derive?.(row, before) ?? {};
}

/** What makes a row a part of a table: the values that leave no choice. */
function partValues(entity: Entity): Values {
  const values: Record<string, unknown> = {};
  for (const [field, allowed] of Object.entries(entity.partOf?.where ?? {})) {
    if (allowed !== 'set' && allowed.length === 1) values[field] = allowed[0];
  }
  return values;
}

async function withHashedSecrets(entity: Entity, values: Values): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(entity.fields)) {
    const secret = values[name];
    if (field.kind === 'secret' && typeof secret === 'string') stored[name] = await hashSecret(secret);
  }
  return stored;
}

const uidAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Sixteen random characters: 82 bits, so that nobody guesses the address of a channel. */
export function randomUid(): string {
  return Array.from({ length: 16 }, () => uidAlphabet[randomInt(uidAlphabet.length)]).join('');
}
