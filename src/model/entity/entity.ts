import { z } from 'zod';
import type { Field, ValueOf } from '../field/fields.ts';
import { faultyFields, ruleMaker, type MakeRule, type RowRule } from './rowRules.ts';
import type { Fault } from './fault.ts';

/** The fields of an entity by name, in the order of forms and lists. */
export type Fields = Record<string, Field>;

/** The parts of an entity except its rules. */
interface EntityParts<F extends Fields, N extends string> {
  /** Singular, as in code and the change log: "tag". */
  name: N;
  label: string;
  pluralLabel: string;
  /** The database table. */
  table: string;
  /** Route under /api, without the leading slash: "demand/tags". */
  path: string;
  /**
   * The owner of rows. Every row of an account-owned entity has the account's id (`demandId`). Rows of a shared entity
   * without one belong to the platform: every account sees them, and none changes them.
   */
  ownedBy: 'account' | 'platform' | 'shared';
  /**
   * The entity in whose table the rows are stored: rows whose fields have one of these values, or any but null ('set').
   * A new row gets the values that leave no choice.
   */
  partOf?: { entity: string; where: Readonly<Record<string, readonly string[] | 'set'>> };
  /** Whether serving needs it: changes are published to the snapshot. */
  isServed: boolean;
  fields: F;
  /** Secrets of which the table has only a hash, in a column that is part of no row. Rows with secrets are users. */
  hashes?: readonly string[];
  /** Field sets that are unique together within the account. */
  uniqueTogether?: readonly (readonly string[])[];
  /** The field of those sets that gets a new value when a row is copied; without one, rows cannot be copied. */
  regeneratedOnClone?: string;
  /** How users remove a row: managed entities are archived, plain relations are deleted. */
  removal: 'archive' | 'delete';
  /** Computes generated fields from the other fields, or from their change; pure. `before` is null for a new row. */
  derive?(row: ValuesOf<F>, before: ValuesOf<F> | null): Record<string, unknown>;
}

/** An entity: the single definition from which table, API, form, list and validation are derived. */
export interface Entity<F extends Fields = Fields, N extends string = string> extends EntityParts<F, N> {
  /** Rules across fields, checked by `rowFaults`. */
  rules: readonly RowRule[];
}

export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

/** A stored row: its fields and the server's own columns. */
export type RowOf<E extends Entity> = {
  id: number;
  /** The owning account; null for platform rows. */
  demandId: number | null;
  createdAt: string;
  updatedAt: string;
  /** 1 at first, incremented by each change. An update with an outdated version is rejected. */
  version: number;
} & ValuesOf<E['fields']>;

/** Declares an entity with the exact types of its fields. */
export function defineEntity<const N extends string, F extends Fields>(
  entity: EntityParts<F, N> & { rules?(rule: MakeRule<ValuesOf<F>>): RowRule[] },
): Entity<F, N> {
  return { ...entity, rules: entity.rules?.(ruleMaker<ValuesOf<F>>()) ?? [] };
}

/** Names of the fields that clients may write. */
export function writableFields(entity: Entity): string[] {
  return Object.keys(entity.fields).filter((name) => !entity.fields[name]?.isGenerated);
}

/** The schema of a new row: applies defaults, rejects unknown fields. */
export function createSchema(entity: Entity): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writableFields(entity)) {
    const field = entity.fields[name];
    if (!field) continue;
    shape[name] = field.default === undefined ? field.schema() : field.schema().default(field.default);
  }
  return z.strictObject(shape);
}

/** The schema of an update: all fields are optional without defaults; immutable and unknown fields are rejected. */
export function updateSchema(entity: Entity): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writableFields(entity)) {
    const field = entity.fields[name];
    if (!field || field.isImmutable) continue;
    shape[name] = field.schema().optional();
  }
  return z.strictObject(shape);
}

/** Converts a zod error to faults with paths and messages. */
export function faultsOf(error: z.ZodError): Fault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        code: 'unknown_field',
        message: 'No such field',
        path: [...issue.path, key].map(String).join('.'),
      }));
    }
    return [{ code: issue.code, message: issue.message, path: issue.path.map(String).join('.') }];
  });
}

/**
 * Parses the input of a row with its create or update schema. Returns every fault, and the parsed values of the fields
 * without one.
 */
export function readValues(schema: z.ZodObject, input: unknown): { values: Record<string, unknown>; faults: Fault[] } {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { values: parsed.data, faults: [] };
  const faults = faultsOf(parsed.error);
  const values: Record<string, unknown> = {};
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { values, faults };
  const faulty = faultyFields(faults);
  for (const [name, field] of Object.entries(schema.shape)) {
    if (faulty.has(name)) continue;
    const value = z.safeParse(field, Reflect.get(input, name));
    if (value.success && value.data !== undefined) values[name] = value.data;
  }
  return { values, faults };
}
