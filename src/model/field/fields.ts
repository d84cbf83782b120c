import { z } from 'zod';
import type { Choice, ShownWhen } from './choice.ts';
import { choiceSchema } from './choiceSchema.ts';
import { matching, trimmed, typedLength, type TextRules } from './textSchema.ts';
import { requiredOr } from './requiredOr.ts';
import { lazily } from './lazily.ts';
import { structures, type StructureName, type StructureValue } from './structures.ts';
import type { OfferedRows } from './offeredRows.ts';
import { usdSchema } from './usdSchema.ts';

/** All kinds of fields. A kind determines the column in storage, and the input and cell in the console. */
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
  | 'uid'
  | 'instant';

/** Names of the reference data trees. */
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

/** Features that the operator enables per account. */
export type Feature = 'showPostbidPix' | 'showPostbidWh';

/** The scope of a unique value: the account, the platform, or the platform among rows of different accounts. */
export type Uniqueness = 'account' | 'platform' | 'acrossAccounts';

/** Field properties besides its kind. */
export interface FieldOptions {
  label: string;
  /** Labels in exports of earlier versions: accepted on import, never shown. */
  formerLabels?: readonly string[];
  /** Names that the field had in earlier versions: accepted in calls, files and stored rows, never written. */
  formerNames?: readonly string[];
  /** One sentence under the input: the effect of the field. */
  help?: string;
  /** The form tab of the field. */
  tab?: string;
  shownWhen?: ShownWhen;
  /** The text in lists while the field is not shown; a dash when left out. */
  elsewhere?: string;
  /** The field shown in lists in its place while it is not shown, with its unit. */
  replacedBy?: { field: string; unit: string };
  /** Its column in lists: by default, leading = before the figures, optional, or none. */
  column?: 'shown' | 'leading' | 'optional' | 'none';
  /** The feature that an account needs to see and enable the field; none when left out. */
  feature?: Feature;
  /** Set at creation only. */
  isImmutable?: boolean;
  /** Whether it can be edited in the list: numbers, amounts, choices, days and names. */
  isQuick?: true;
  /** The macros that a URL field accepts: of pixels, of cookie syncs, or of tag calls. */
  macros?: 'pixel' | 'sync' | 'tag';
  /** Whether it is a price, a share of revenue or a term of payment: hidden from users whose role hides money. */
  isMoney?: boolean;
  /** The reference data that a choice's values have facts in: selecting one fills other fields of a new row. */
  facts?: 'partner';
}

/** A field of an entity. T is its value in the API and in memory. */
export interface Field<T = unknown> extends FieldOptions {
  kind: FieldKind;
  /**
   * The schema of a value, without default: update schemas must not apply defaults. Created on first use, because a
   * console page needs only a few.
   */
  schema: () => z.ZodType<T, T>;
  /** The default for new rows; undefined = required at creation. */
  default?: T;
  /** Written only by the server: rejected in input. */
  isGenerated?: boolean;
  /** How the log shows a generated field that changes with a user's action: its values, or only that it changed. */
  logged?: 'values' | 'change';
  /** Whether it is a secret held for the account: stored encrypted, and answered as a fingerprint (`secret`). */
  isSecret?: true;
  unit?: string;
  choices?: readonly Choice[];
  /** The separator of the parts of a text, which lists show apart. */
  parts?: string;
  /** The entity that a reference, or each of several references, points to. */
  target?: string;
  /** Limits the rows that references offer; all rows of the target when left out. */
  offers?: OfferedRows;
  /** The field of referenced rows with their number of members: new references to rows without members are rejected. */
  memberCount?: string;
  /** The reference data tree whose leaves are the values. */
  tree?: TreeName;
  structure?: StructureName;
  /** The noun for one item of a list of texts: "app". */
  item?: string;
  /**
   * The rows among which a value is unique. The fault of a value used by another account does not reveal which account.
   */
  unique?: Uniqueness;
  maxLength?: number;
  min?: number;
  max?: number;
  isNullable?: boolean;
}

export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** A line of text, trimmed. Required unless it has a default. */
export function text(
  options: FieldOptions &
    TextRules & {
      max?: number;
      default?: string;
      unique?: Uniqueness;
    },
): Field<string> {
  const { max = 255, pattern, patternText, rewrite, ...rest } = options;
  const schema = lazily(() => {
    const line = trimmed(max, rewrite);
    return matching(options.default === undefined ? line.min(1, 'Required') : line, pattern, patternText);
  });
  return { kind: 'text', schema, ...typedLength(max, rewrite), ...rest };
}

/** XML markup of up to 256 KB, stored as given except for surrounding whitespace. Empty = none. */
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

/** An absolute http or https URL of up to 4096 characters; macros are allowed. Empty = none. */
export function url(options: FieldOptions): Field<string> {
  const schema = lazily(() =>
    trimmed(4096).regex(/^(https?:\/\/[^\s/$.?#[\]][^\s]*)?$/i, 'Must be an http or https URL without spaces'),
  );
  return { kind: 'url', schema, maxLength: 4096, default: '', ...options };
}

const integerSchema = (min: number, max: number) =>
  z.int('Must be a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);

/** An integer. */
export function integer(
  options: FieldOptions & { min: number; max: number; unit?: string; default?: number },
): Field<number> {
  const { min, max } = options;
  const schema = lazily(() => integerSchema(min, max));
  return { kind: 'integer', schema, ...options };
}

/** An integer or null (no limit). */
export function optionalInteger(
  options: FieldOptions & { min: number; max: number; unit?: string },
): Field<number | null> {
  const { min, max } = options;
  const schema = lazily(() => integerSchema(min, max).nullable());
  return { kind: 'integer', schema, default: null, isNullable: true, ...options };
}

/** A non-negative amount or CPM in USD with at most four decimals, as text ("2.50"). */
export function money(options: FieldOptions & { unit: string; max?: number; default?: string }): Field<string> {
  const { max = 1000, ...rest } = options;
  return { kind: 'money', isMoney: true, schema: lazily(() => usdSchema(max)), min: 0, max, ...rest };
}

/** Like money, or null (not set). */
export function optionalMoney(options: FieldOptions & { unit: string; max?: number }): Field<string | null> {
  const { max = 1000, ...rest } = options;
  return {
    kind: 'money',
    isMoney: true,
    schema: lazily(() => usdSchema(max).nullable()),
    min: 0,
    max,
    default: null,
    isNullable: true,
    ...rest,
  };
}

/** A percentage with at most two decimals, stored as basis points: a share of money, or of something else. */
export function percent(
  options: FieldOptions & { isMoney: boolean; min?: number; max?: number; default?: number },
): Field<number> {
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

/** One of a fixed list of values. */
export function choice<const V extends string>(
  options: FieldOptions & { choices: readonly (Choice & { value: V })[]; default?: V },
): Field<V> {
  return { kind: 'choice', schema: lazily(() => choiceSchema(options.choices)), ...options };
}

/** A boolean. */
export function flag(options: FieldOptions & { default?: boolean }): Field<boolean> {
  return { kind: 'flag', schema: lazily(() => z.boolean('Must be true or false')), default: false, ...options };
}

/** The maximum id of a row. */
export const maxId = 2_147_483_647;

const idSchema = lazily(() => z.int(requiredOr('Must be an ID')).positive('Must be an ID').max(maxId, 'Must be an ID'));

/** The id of a row of another entity in the same account. */
export function reference(options: FieldOptions & { target: string }): Field<number> {
  return { kind: 'reference', schema: idSchema, ...options };
}

/** A reference or null. */
export function optionalReference(options: FieldOptions & { target: string }): Field<number | null> {
  const schema = lazily(() => idSchema().nullable());
  return { kind: 'reference', schema, default: null, isNullable: true, ...options };
}

/** The ids of rows of another entity in the same account, without repeats. Empty = none. */
export function references(
  options: FieldOptions & Pick<Field, 'memberCount' | 'offers'> & { target: string },
): Field<number[]> {
  const schema = lazily(() =>
    z
      .array(idSchema(), requiredOr('Must be a list of IDs'))
      .max(1000, 'At most 1,000 values')
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates'),
  );
  return { kind: 'references', schema, default: [], ...options };
}

/** A calendar day, YYYY-MM-DD, or null. */
export function date(options: FieldOptions): Field<string | null> {
  const schema = lazily(() => z.iso.date('Must be a date as YYYY-MM-DD').nullable());
  return { kind: 'date', schema, default: null, isNullable: true, ...options };
}

/**
 * A list of short texts: trimmed, non-empty, unique. Texts that are the same once they are rewritten, as two pages of
 * one site, are merged.
 */
export function texts(
  options: FieldOptions &
    TextRules & {
      item: string;
      max?: number;
      itemMax?: number;
    },
): Field<string[]> {
  const { max = 10_000, itemMax = 255, pattern, patternText, rewrite, ...rest } = options;
  const schema = lazily(() => {
    const item = matching(trimmed(itemMax, rewrite).min(1, 'Must not be empty'), pattern, patternText);
    const items = z.array(item, requiredOr('Must be a list of text values'));
    return (rewrite ? items.overwrite(distinct) : items)
      .max(max, `At most ${max.toLocaleString('en-US')} values`)
      .refine((values) => distinct(values).length === values.length, 'Must not contain duplicates');
  });
  return {
    kind: 'texts',
    schema,
    default: [],
    column: 'none',
    max,
    ...typedLength(itemMax, rewrite),
    ...rest,
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Leaf ids of a reference data tree. Empty = no restriction. */
export function tree(options: FieldOptions & { tree: TreeName }): Field<string[]> {
  const schema = lazily(() =>
    z
      .array(z.string().regex(/^[A-Za-z0-9-]{1,20}$/, 'Unknown value'), requiredOr('Must be a list of IDs'))
      .max(1000, 'At most 1,000 values')
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates'),
  );
  return { kind: 'tree', schema, default: [], ...options };
}

/** A structured value, such as the contacts of an account. */
export function structure<const S extends StructureName>(
  options: FieldOptions & { structure: S },
): Field<StructureValue<S>> {
  const { schema, empty, hasMoney } = structures[options.structure];
  return {
    kind: 'structure',
    isMoney: hasMoney,
    schema: () => schema as unknown as z.ZodType<StructureValue<S>, StructureValue<S>>,
    default: empty,
    column: 'none',
    ...options,
  };
}

/** Row states. Archived rows are left out of lists unless requested; nothing is deleted. */
export const statusChoices = [
  { value: 1, label: 'Active' },
  { value: 0, label: 'Paused' },
  { value: 2, label: 'Archived' },
] as const;

/** The status that users set: 0 paused, 1 active, 2 archived. */
export type Status = 0 | 1 | 2;

/** The status field of managed entities. */
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

/** A count that the server derives from other fields of the row. */
export function count(options: FieldOptions): Field<number> {
  return { kind: 'integer', schema: lazily(() => z.int().min(0)), default: 0, isGenerated: true, ...options };
}

/** A digest of the contents behind a row, set by the server; empty = no contents. */
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

/** A text that the server derives from other fields. `parts`: the separator of its parts, which lists show apart. */
export function summary(options: FieldOptions & { parts: string }): Field<string> {
  return { kind: 'text', schema: lazily(() => z.string().max(700)), default: '', isGenerated: true, ...options };
}

/** The random public id of a row in ad URLs, fixed at creation. */
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

/** A UTC time in ISO 8601, set by the server. */
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
