import { randomInt } from 'node:crypto';
import type { Entity, Fault } from '#model/index.ts';
import { faultyFields, rowFaults } from '#model/entity/rowRules.ts';
import { isFingerprint, secretNames } from '#model/field/secretField.ts';
import { sameValue } from './sameValue.ts';

/** Values of a row by field. */
export type Values = Readonly<Record<string, unknown>>;

/** A row to be written. */
export interface Draft {
  /** The row to change; null for a new one. */
  id: number | null;
  /** The current row; null for a new one. */
  before: (Values & { id: number }) | null;
  /** The row after the change. */
  row: Record<string, unknown>;
  changed: ReadonlySet<string>;
  /** Fields with invalid values, which stay unchanged. */
  faulty: ReadonlySet<string>;
  /** The values to be written. */
  stored: Values;
  /** The row whose secrets a new one gets, where it has their fingerprints. */
  secretsOf?: number | undefined;
  /** Why it cannot be written; a draft with faults is skipped. */
  faults: Fault[];
}

/** A stored row, without its secrets. */
export type StoredRow = Values & { id: number; version: number };

/** A row to be added. Uids and derived fields are generated here. */
export interface NewRow {
  /** Values as parsed by the entity's schema; those of fields with a fault in `found` are ignored. */
  values: Values;
  /** Its account; null for the platform. */
  demandId: number | null;
  /** Faults that the caller found: they are reported together with those found here, and nothing is written. */
  found?: readonly Fault[] | undefined;
  /** Values that the server sets for columns that no client writes. */
  given?: Values | undefined;
  /** The log entry that it reverts. */
  revertOf?: number | undefined;
  /** The row that it copies: fingerprints of its secrets stand for them. */
  secretsOf?: number | undefined;
}

/** The draft of a new row, with its uids and derived fields. */
export function newDraft(entity: Entity, { values, demandId, found = [], given = {}, secretsOf }: NewRow): Draft {
  const faulty = faultyFields(found);
  const validValues = without(values, faulty);
  const row: Record<string, unknown> = entity.ownedBy === 'platform' ? validValues : { ...validValues, demandId };
  for (const [field, { kind }] of Object.entries(entity.fields)) if (kind === 'uid') row[field] = randomUid();
  Object.assign(row, partValues(entity), given);
  if (found.length === 0) Object.assign(row, derivedOf(entity, row, null));
  const unknown = secretsOf === undefined ? fingerprintFaults(entity, row, {}) : [];
  const faults = [...found, ...unknown, ...rowFaults(entity, row, { faulty })];
  const stored = faults.length === 0 ? row : {};
  return { id: null, before: null, row, changed: new Set(Object.keys(row)), faulty, stored, secretsOf, faults };
}

/** The draft of a change: absent fields stay unchanged. */
export function changedDraft(
  entity: Entity,
  { values, found = [], given: byServer = {} }: Omit<NewRow, 'demandId'>,
  before: StoredRow,
): Draft {
  // The fingerprint of a stored secret leaves it as it is.
  const unchangedSecrets = new Set(secretNames(entity.fields).filter((name) => values[name] === before[name]));
  const isGiven = ([name, value]: [string, unknown]) => value !== undefined && !unchangedSecrets.has(name);
  const faulty = faultyFields(found);
  const given = { ...Object.fromEntries(Object.entries(without(values, faulty)).filter(isGiven)), ...byServer };
  const merged = { ...before, ...given };
  const derived = derivedOf(entity, merged, before);
  const row: Values = { ...merged, ...derived };
  const changed = new Set(Object.keys(given).filter((field) => !sameValue(row[field], before[field])));
  const known = [...found, ...fingerprintFaults(entity, given, before)];
  const faults = changed.size === 0 ? known : [...known, ...rowFaults(entity, row, { before, faulty })];
  const stored = faults.length === 0 ? { ...given, ...derived } : {};
  return { id: before.id, before, row, changed, faulty, stored, faults };
}

/** Faults of fingerprints of secrets that the row does not have. */
function fingerprintFaults(entity: Entity, values: Values, before: Values): Fault[] {
  return secretNames(entity.fields)
    .filter((name) => isFingerprint(values[name]) && values[name] !== before[name])
    .map((path) => ({
      code: 'unknown_secret',
      message: 'This is the fingerprint of another value. Enter the value itself',
      path,
    }));
}

function without(values: Values, fields: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.has(field)));
}

/**
 * The faults to report. With a rejected reference, `taken` faults of values that are unique together are left out: they
 * could reveal a row that the writer may not see.
 */
export function visibleFaults(entity: Entity, { faults }: Draft): Fault[] {
  const isRefused = faults.some(({ code }) => code === 'unknown_reference' || code === 'archived_reference');
  const together = (entity.uniqueTogether ?? []).map((fields) => fields.at(-1));
  return isRefused ? faults.filter(({ code, path }) => code !== 'taken' || !together.includes(path)) : faults;
}

function derivedOf(entity: Entity, row: Values, before: Values | null): Values {
  return entity.derive?.(row, before) ?? {};
}

/** The fixed values of an entity that shares a table with others. */
function partValues(entity: Entity): Values {
  const values: Record<string, unknown> = {};
  for (const [field, allowed] of Object.entries(entity.partOf?.where ?? {})) {
    if (allowed !== 'set' && allowed.length === 1) values[field] = allowed[0];
  }
  return values;
}

const uidAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Sixteen random characters: 82 bits, so that channel URLs cannot be guessed. */
export function randomUid(): string {
  return Array.from({ length: 16 }, () => uidAlphabet[randomInt(uidAlphabet.length)]).join('');
}
