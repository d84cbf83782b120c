import { z } from 'zod';
import type { Field, ValueOf } from '../field/fields.ts';
import { faultyFields, ruleMaker, type MakeRule, type RowRule } from './rowRules.ts';
import type { Fault } from './fault.ts';

/** The fields of an entity by name, in the order in which forms and lists show them. */
export type Fields = Record<string, Field>;

/** What an entity says but for its rules. */
interface EntityParts<F extends Fields, N extends string> {
  /** Singular, as code and the change log call it: "tag". */
  name: N;
  label: string;
  pluralLabel: string;
  /** Table in the database. */
  table: string;
  /** Route under /api, without the leading slash: "demand/tags". */
  path: string;
  /**
   * Who owns a row. Every row of an account-owned entity carries the account's id (demandId); rows of a shared entity
   * that carry none are the platform's, which every account sees and none changes.
   */
  ownedBy: 'account' | 'platform' | 'shared';
  /**
   * The entity in whose table its rows are: those for which each field has one of the values, or any but null ('set').
   * A new row gets the values that leave no choice.
   */
  partOf?: { entity: string; where: Readonly<Record<string, readonly string[] | 'set'>> };
  /** Whether serving needs it: changes are published to the snapshot. */
  isServed: boolean;
  fields: F;
  /** Field sets that are unique together inside the account. */
  uniqueTogether?: readonly (readonly string[])[];
  /** The field of those sets in which a copy of a row gets a value of its own; without one, rows cannot be copied. */
  regeneratedOnClone?: string;
  /** How a person gets rid of a row: managed entities are archived, plain relations are deleted. */
  removal: 'archive' | 'delete';
  /** Values of generated fields that follow from the others, or from their change; pure. `before` is null for a new row. */
  derive?(row: ValuesOf<F>, before: ValuesOf<F> | null): Record<string, unknown>;
}

/** An entity: the one definition from which table, API, form, list and validation derive. */
export interface Entity<F extends Fields = Fields, N extends string = string> extends EntityParts<F, N> {
  /** What must hold beyond each field by itself; `rowFaults` judges rows by it. */
  rules: readonly RowRule[];
}

/** Values of the fields. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

/** A stored row: its fields and what the server keeps beside them. Secrets never leave the storage layer. */
export type RowOf<E extends Entity> = {
  id: number;
  /** The owning account; null for platform rows. */
  demandId: number | null;
  createdAt: string;
  updatedAt: string;
  /** 1 at first, one more after each change: a change that names another version than the row has is refused. */
  version: number;
} & ValuesOf<E['fields']>;

/** Declares an entity, keeping the exact types of its fields. */
export function defineEntity<const N extends string, F extends Fields>(
  entity: EntityParts<F, N> & { rules?(rule: MakeRule<ValuesOf<F>>): RowRule[] },
): Entity<F, N> {
  return { ...entity, rules: entity.rules?.(ruleMaker<ValuesOf<F>>()) ?? [] };
}

/** Names of the fields that a client may write at all. */
export function writableFields(entity: Entity): string[] {
  return Object.keys(entity.fields).filter((name) => !entity.fields[name]?.isGenerated);
}

/** Validates a whole new row: defaults applied, unknown fields refused. */
export function createSchema(entity: Entity): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writableFields(entity)) {
    const field = entity.fields[name];
    if (!field) continue;
    shape[name] = field.default === undefined ? field.schema() : field.schema().default(field.default);
  }
  return z.strictObject(shape);
}

/** Validates a change: every field may be absent, none is defaulted, immutable and unknown ones are refused. */
export function updateSchema(entity: Entity): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of writableFields(entity)) {
    const field = entity.fields[name];
    if (!field || field.isImmutable) continue;
    shape[name] = (field.kind === 'secret' ? emptyOr(field.schema()) : field.schema()).optional();
  }
  return z.strictObject(shape);
}

/** Takes an empty text, which leaves a secret as it is, beside what the schema takes. */
function emptyOr(schema: z.ZodType): z.ZodType {
  return z.string('Must be text').superRefine((value, context) => {
    if (value === '') return;
    for (const issue of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', message: issue.message });
    }
  });
}

/** The faults of a zod error as paths and messages. */
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
 * Reads the input of a row by its create or update schema: every fault, and the values of the fields that have none, as
 * the schema gives them.
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
