import { z } from 'zod';
import { adjustNumber, isAdjustable } from './adjustNumber.ts';
import type { Entity } from './entity.ts';
import type { Fault } from './fault.ts';
import type { Field, FieldKind } from '../field/fields.ts';
import { nanosFromUsd } from '../money/money.ts';

const item = z.union([z.string(), z.number()], 'Must be text or a number');
const items = z.array(item, 'Must be a list').min(1, 'At least one value').max(50_000, 'At most 50,000 values');
const field = z.string('Must be a field name');
const decimal = z
  .string('Must be decimal text')
  .regex(/^-?\d{1,12}(?:\.\d{1,9})?$/, 'Must be a decimal number such as 2.50 or -10');

/** Parses a bulk edit. `editFaults` checks whether the field supports the verb. */
export const bulkEditSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('set'), field, value: z.unknown() }),
  z.strictObject({ verb: z.enum(['add', 'remove', 'replace']), field, values: items }),
  z.strictObject({
    verb: z.literal('adjust'),
    field,
    by: decimal.describe('Amount to add, or percent to add; negative = less'),
    unit: z.enum(['amount', 'percent'], 'One of: amount, percent'),
    roundTo: decimal
      .refine((text) => !/^-|^[0.]+$/.test(text), 'Must be greater than 0')
      .optional()
      .describe('Results are multiples of it. Default: the smallest step of the field'),
    min: decimal.optional(),
    max: decimal.optional(),
  }),
  z.strictObject({ verb: z.literal('clear'), field }),
  z.strictObject({ verb: z.literal('findReplace'), field, find: item, replacement: item }),
]);

/**
 * A bulk edit of one field. List fields support adding, removing, replacing and clearing values, texts setting and
 * find-and-replace, numbers setting and adjusting, all other fields setting.
 */
export type BulkEdit = z.output<typeof bulkEditSchema>;

export type BulkVerb = BulkEdit['verb'];

const setKinds: readonly FieldKind[] = ['references', 'tree', 'texts'];
const textKinds: readonly FieldKind[] = ['text', 'url'];

/** The verbs that a field supports in bulk; none for fields that cannot be edited for many rows at once. */
export function verbsOf(field: Field): readonly BulkVerb[] {
  const { kind, isGenerated, isImmutable, isSecret, unique } = field;
  if (isGenerated || isImmutable || isSecret || kind === 'status' || kind === 'structure') return [];
  if (setKinds.includes(kind)) return ['add', 'remove', 'clear', 'findReplace', 'replace'];
  if (textKinds.includes(kind)) return unique ? ['findReplace'] : ['set', 'findReplace'];
  if (isAdjustable(field)) return ['set', 'adjust'];
  return ['set'];
}

/** Faults of edits that do not depend on rows. Paths begin with `edits`. */
export function editFaults(entity: Entity, edits: readonly BulkEdit[]): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<string>();
  for (const [index, edit] of edits.entries()) {
    const known = Object.hasOwn(entity.fields, edit.field) ? entity.fields[edit.field] : undefined;
    const path = `edits.${index}`;
    if (!known || verbsOf(known).length === 0) {
      faults.push({
        code: 'unknown_field',
        message: 'Unknown field, or a field that cannot be edited in bulk',
        path: `${path}.field`,
      });
    } else if (!verbsOf(known).includes(edit.verb)) {
      const message = `${known.label} supports: ${verbsOf(known).join(', ')}`;
      faults.push({ code: 'wrong_verb', message, path: `${path}.verb` });
    } else if (edit.verb === 'adjust' && isAbove(edit.min, edit.max)) {
      faults.push({ code: 'out_of_order', message: 'Must not be below Min', path: `${path}.max` });
    } else if (seen.has(`${edit.field} ${edit.verb}`) && edit.verb !== 'findReplace') {
      faults.push({ code: 'duplicate', message: `${known.label} is edited twice`, path: `${path}.field` });
    }
    seen.add(`${edit.field} ${edit.verb}`);
  }
  return faults;
}

function isAbove(min: string | undefined, max: string | undefined): boolean {
  return min !== undefined && max !== undefined && nanosFromUsd(min) > nanosFromUsd(max);
}

/** The value of a field after a supported edit. */
export function editedValue(field: Field, value: unknown, edit: BulkEdit): unknown {
  switch (edit.verb) {
    case 'set':
      return edit.value;
    case 'adjust':
      return adjustNumber(field, value, edit);
    case 'clear':
      return [];
    case 'replace':
      return unique(edit.values);
    case 'add':
      return unique([...listOf(value), ...edit.values]);
    case 'remove':
      return listOf(value).filter((each) => !edit.values.includes(each));
    case 'findReplace':
      break;
  }
  if (!setKinds.includes(field.kind)) {
    return typeof value === 'string' && edit.find !== ''
      ? value.replaceAll(String(edit.find), String(edit.replacement))
      : value;
  }
  return unique(listOf(value).map((each) => (each === edit.find ? edit.replacement : each)));
}

type Item = string | number;

function listOf(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}

function unique(values: readonly Item[]): Item[] {
  return [...new Set(values)];
}
