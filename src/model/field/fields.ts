import { z } from 'zod';
import { textSchema } from './textSchema.ts';
import type { Edition } from '../account/editions.ts';
import { requiredOr } from './requiredOr.ts';
import { lazily } from './lazily.ts';
import { structures, type StructureName, type StructureValue } from './structures.ts';
import { usdSchema } from './usdSchema.ts';

/** The closed list of field kinds. A kind owns its column (storage), its input and its cell (console). */
export type FieldKind =
  | 'text'
  | 'xml'
  | 'url'
  | 'integer'
  | 'money'
  | 'percent'
  | 'choice'
  | 'flag'
  | 'reference'
  | 'references'
  | 'date'
  | 'texts'
  | 'tree'
  | 'structure'
  | 'status'
  | 'secret'
  | 'uid'
  | 'instant';

/** One selectable value of a choice. */
export interface Choice {
  value: string | number;
  label: string;
  /** Labels that exports of earlier versions had; read, never shown. */
  formerLabels?: readonly string[];
}

/** Shows a field only while another field of the same row has one of these values, or while all or one of several do. */
export type ShownWhen =
  | { field: string; is: readonly (string | number | boolean)[] }
  | { all: readonly ShownWhen[] }
  | { any: readonly ShownWhen[] };

/** The trees of reference data from which a field takes its values. */
export type TreeName =
  | 'environments'
  | 'countries'
  | 'usStates'
  | 'iabCategories'
  | 'devices'
  | 'operatingSystems'
  | 'families'
  | 'connectionTypes'
  | 'playerSizes'
  | 'placements'
  | 'positions'
  | 'mediaTypes'
  | 'creativeAttributes'
  | 'apiFrameworks';

/** What the operator enables for an account. */
export type Feature = 'showPostbidPix' | 'showPostbidWh';

/** Inside the account, on the whole platform, or on the platform among rows that belong to different accounts. */
export type Uniqueness = 'account' | 'platform' | 'acrossAccounts';

/** What every field may say about itself beyond its kind. */
export interface FieldOptions {
  label: string;
  /** Labels that exports of earlier versions had; read, never shown. */
  formerLabels?: readonly string[];
  /** One sentence under the input: what the field changes. */
  help?: string;
  /** The form tab that holds it. */
  tab?: string;
  shownWhen?: ShownWhen;
  /** What lists show in its place while it is not shown; a dash when left out. */
  elsewhere?: string;
  /** The field that lists show in its place while it is not shown, with its unit. */
  replacedBy?: { field: string; unit: string };
  /** How the list shows it: a column by default, leading = before the figures, one the reader can add, or none. */
  column?: 'shown' | 'leading' | 'optional' | 'none';
  /** The edition of the product that has it; all when left out. */
  edition?: Edition;
  /** What an account must have for its people to be shown it and to switch it on; nothing when left out. */
  feature?: Feature;
  /** Set at creation only. */
  isImmutable?: boolean;
  /** Whether it is changed in the list itself: numbers, amounts, choices, days and names. */
  isQuick?: true;
  /** Whose macros an address takes: those of pixels, those of cookie syncs, or those that calls to tags fill. */
  macros?: 'pixel' | 'sync' | 'tag';
}

/** A field of an entity: T is its value in the API and in memory. */
export interface Field<T = unknown> extends FieldOptions {
  kind: FieldKind;
  /**
   * What validates one value, without default: update schemas must not re-apply defaults. It is made when it is first asked
   * for, since a page of the console asks for few of them.
   */
  schema: () => z.ZodType<T, T>;
  /** The value of a new row when none is given; undefined = the field is required at creation. */
  default?: T;
  /** Written by the server alone: refused in input. */
  isGenerated?: boolean;
  /** What the log tells of a field that the server writes when somebody acts: its values, or only that it changed. */
  logged?: 'values' | 'change';
  unit?: string;
  choices?: readonly Choice[];
  /** What stands between the parts of a text that lists show apart. */
  parts?: string;
  /** The entity a reference, or each of many references, points to. */
  target?: string;
  /** The field of the rows pointed to that counts their members: new references to rows without any are refused. */
  memberCount?: string;
  /** The reference data whose leaves a tree takes. */
  tree?: TreeName;
  /** The shape of a structure. */
  structure?: StructureName;
  /** Words for one item of a list of texts: "app". */
  item?: string;
  /** Among which rows a value is unique. A value across accounts is refused without a word of who has it. */
  unique?: Uniqueness;
  maxLength?: number;
  min?: number;
  max?: number;
  isNullable?: boolean;
}

/** The value type of a field. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;

const trimmed = (max: number) => textSchema(requiredOr('Must be text')).trim().max(max, `At most ${max} characters`);

const matching = (text: z.ZodString, pattern?: RegExp, otherwise = 'Invalid format') =>
  pattern ? text.regex(pattern, otherwise) : text;

/** A line of text, trimmed. Required unless it has a default. */
export function text(
  options: FieldOptions & {
    max?: number;
    default?: string;
    unique?: Uniqueness;
    pattern?: RegExp;
    patternText?: string;
  },
): Field<string> {
  const { max = 255, pattern, patternText, ...rest } = options;
  const schema = lazily(() => {
    const line = trimmed(max);
    return matching(options.default === undefined ? line.min(1, 'Required') : line, pattern, patternText);
  });
  return { kind: 'text', schema, maxLength: max, ...rest };
}

/** XML markup of up to 256 KB, kept as given but for surrounding white space. Empty = none. */
export function xml(options: FieldOptions): Field<string> {
  return {
    kind: 'xml',
    schema: lazily(() => trimmed(262_144)),
    maxLength: 262_144,
    default: '',
    column: 'none',
    ...options,
  };
}

/** An absolute http or https URL of up to 4096 characters, macros allowed. Empty = none. */
export function url(options: FieldOptions): Field<string> {
  const schema = lazily(() =>
    trimmed(4096).regex(/^(https?:\/\/[^\s/$.?#[\]][^\s]*)?$/i, 'Must be an http or https URL without spaces'),
  );
  return { kind: 'url', schema, maxLength: 4096, default: '', ...options };
}

const integerSchema = (min: number, max: number) =>
  z.int('Must be a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);

/** A whole number. */
export function integer(
  options: FieldOptions & { min: number; max: number; unit?: string; default?: number },
): Field<number> {
  const { min, max } = options;
  const schema = lazily(() => integerSchema(min, max));
  return { kind: 'integer', schema, ...options };
}

/** Like integer, and may be left empty (null = no limit). */
export function optionalInteger(
  options: FieldOptions & { min: number; max: number; unit?: string },
): Field<number | null> {
  const { min, max } = options;
  const schema = lazily(() => integerSchema(min, max).nullable());
  return { kind: 'integer', schema, default: null, isNullable: true, ...options };
}

/** An amount or CPM in USD with at most four decimals, as text ("2.50"), never negative. */
export function money(options: FieldOptions & { unit: string; max?: number; default?: string }): Field<string> {
  const { max = 1000, ...rest } = options;
  return { kind: 'money', schema: lazily(() => usdSchema(max)), min: 0, max, ...rest };
}

/** Like money, and may be left empty (null = not set). */
export function optionalMoney(options: FieldOptions & { unit: string; max?: number }): Field<string | null> {
  const { max = 1000, ...rest } = options;
  return {
    kind: 'money',
    schema: lazily(() => usdSchema(max).nullable()),
    min: 0,
    max,
    default: null,
    isNullable: true,
    ...rest,
  };
}

/** A percentage with at most two decimals, stored as basis points. */
export function percent(options: FieldOptions & { min?: number; max?: number; default?: number }): Field<number> {
  const { min = 0, max = 100 } = options;
  const schema = lazily(() =>
    z
      .number('Must be a number')
      .min(min, `At least ${min}`)
      .max(max, `At most ${max}`)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals'),
  );
  return { kind: 'percent', schema, unit: '%', min, max, ...options };
}

/** One of a closed list of values. */
export function choice<const V extends string>(
  options: FieldOptions & { choices: readonly (Choice & { value: V })[]; default?: V },
): Field<V> {
  const values = options.choices.map((entry) => entry.value) as [V, ...V[]];
  return { kind: 'choice', schema: lazily(() => z.enum(values, `One of: ${values.join(', ')}`)), ...options };
}

/** Yes or no. */
export function flag(options: FieldOptions & { default?: boolean }): Field<boolean> {
  return { kind: 'flag', schema: lazily(() => z.boolean('Must be true or false')), default: false, ...options };
}

/** The largest id that a row can have. */
export const maxId = 2_147_483_647;

const idSchema = lazily(() => z.int(requiredOr('Must be an ID')).positive('Must be an ID').max(maxId, 'Must be an ID'));

/** The id of a row of another entity of the same account. */
export function reference(options: FieldOptions & { target: string }): Field<number> {
  return { kind: 'reference', schema: idSchema, ...options };
}

/** Like reference, and may be left empty (null). */
export function optionalReference(options: FieldOptions & { target: string }): Field<number | null> {
  const schema = lazily(() => idSchema().nullable());
  return { kind: 'reference', schema, default: null, isNullable: true, ...options };
}

/** The ids of rows of another entity of the same account, without repeats. Empty = none. */
export function references(options: FieldOptions & { target: string; memberCount?: string }): Field<number[]> {
  const schema = lazily(() =>
    z
      .array(idSchema(), requiredOr('Must be a list of IDs'))
      .max(1000, 'At most 1,000 values')
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates'),
  );
  return { kind: 'references', schema, default: [], ...options };
}

/** A calendar day, YYYY-MM-DD, or none (null). */
export function date(options: FieldOptions): Field<string | null> {
  const schema = lazily(() => z.iso.date('Must be a date as YYYY-MM-DD').nullable());
  return { kind: 'date', schema, default: null, isNullable: true, ...options };
}

/** Short texts, each trimmed, none empty, none twice. */
export function texts(
  options: FieldOptions & { item: string; max?: number; itemMax?: number; pattern?: RegExp; patternText?: string },
): Field<string[]> {
  const { max = 10_000, itemMax = 255, pattern, patternText, ...rest } = options;
  const schema = lazily(() => {
    const item = matching(trimmed(itemMax).min(1, 'Must not be empty'), pattern, patternText);
    return z
      .array(item, requiredOr('Must be a list of text values'))
      .max(max, `At most ${max.toLocaleString('en-US')} values`)
      .refine((items) => new Set(items).size === items.length, 'Must not contain duplicates');
  });
  return { kind: 'texts', schema, default: [], column: 'none', max, maxLength: itemMax, ...rest };
}

/** Leaves of a tree of reference data, by id. Empty = no restriction. */
export function tree(options: FieldOptions & { tree: TreeName }): Field<string[]> {
  const schema = lazily(() =>
    z
      .array(z.string().regex(/^[A-Za-z0-9-]{1,20}$/, 'Unknown value'), requiredOr('Must be a list of IDs'))
      .max(1000, 'At most 1,000 values')
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates'),
  );
  return { kind: 'tree', schema, default: [], ...options };
}

/** A value with a shape of its own, such as the contacts of an account. */
export function structure<const S extends StructureName>(
  options: FieldOptions & { structure: S },
): Field<StructureValue<S>> {
  const { schema, empty } = structures[options.structure];
  return {
    kind: 'structure',
    schema: () => schema as unknown as z.ZodType<StructureValue<S>, StructureValue<S>>,
    default: empty,
    column: 'none',
    ...options,
  };
}

/** Paused, active or archived. Archived rows leave every list unless asked for; nothing is deleted. */
export const statusChoices = [
  { value: 1, label: 'Active' },
  { value: 0, label: 'Paused' },
  { value: 2, label: 'Archived' },
] as const;

/** The state a person gives a row: 0 paused, 1 active, 2 archived. */
export type Status = 0 | 1 | 2;

/** The status field that every managed entity has. */
export function status(): Field<Status> {
  return {
    kind: 'status',
    label: 'Status',
    help: 'Paused and archived objects have no effect. Archived objects are also hidden from lists.',
    schema: lazily(() =>
      z.union([z.literal(0), z.literal(1), z.literal(2)], 'Must be 0 (paused), 1 (active) or 2 (archived)'),
    ),
    choices: statusChoices,
    default: 1,
  };
}

/** A password: written, never read back. Empty on update = unchanged. */
export function secret(options: FieldOptions): Field<string> {
  const schema = lazily(() =>
    z.string(requiredOr('Must be text')).min(10, 'At least 10 characters').max(200, 'At most 200 characters'),
  );
  return { kind: 'secret', schema, column: 'none', ...options };
}

/** A number that the server derives from other fields of the row. */
export function count(options: FieldOptions): Field<number> {
  return { kind: 'integer', schema: lazily(() => z.int().min(0)), default: 0, isGenerated: true, ...options };
}

/** Names the contents of what a row stands for, made by the server; empty = nothing in it. */
export function digest(options: FieldOptions): Field<string> {
  return {
    kind: 'text',
    schema: lazily(() => z.string().max(64)),
    default: '',
    isGenerated: true,
    column: 'none',
    ...options,
  };
}

/** Words that the server derives from other fields of the row. `parts`: what stands between its parts, which lists show apart. */
export function summary(options: FieldOptions & { parts: string }): Field<string> {
  return { kind: 'text', schema: lazily(() => z.string().max(700)), default: '', isGenerated: true, ...options };
}

/** The random public name of a row, fixed at creation: what ad URLs carry. */
export function uid(): Field<string> {
  return {
    kind: 'uid',
    label: 'UID',
    schema: lazily(() => z.string().regex(/^[0-9a-z]{16}$/)),
    isGenerated: true,
    unique: 'platform',
    column: 'optional',
  };
}

/** A point in time in UTC, ISO 8601, set by the server. */
export function instant(options: FieldOptions): Field<string | null> {
  return {
    kind: 'instant',
    schema: lazily(() => z.iso.datetime().nullable()),
    isGenerated: true,
    isNullable: true,
    default: null,
    ...options,
  };
}
