import type { EntityName, Fault } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import { sameValue } from '#storage/entities/sameValue.ts';
import { type FindRow, fromDocumentValue } from './documentValue.ts';
import { moneyHidden } from '../money/moneyFaults.ts';
import { groupBy } from './groupBy.ts';
import { type MatchedItem, type MatchedPart, nameOf, textIn } from './matchItems.ts';
import type { Account, AnyRow } from './readAccount.ts';
import type { Item } from './readDocument.ts';
import { type SectionField, waterfallFields, waterfallKey } from './sections.ts';

/** A change that a document requires, and its place in it. */
export interface DocumentChange {
  change: PlannedChange;
  /**
   * `tags.3`; of a waterfall row, `channels.2.waterfall.0`; of a row that the document leaves out, the key of its list.
   */
  place: string;
  /** The row's name. */
  name: string;
  /** The members that a list has afterwards; absent = they stay. */
  members?: readonly string[] | undefined;
}

interface Planning extends Pick<Account, 'isVisible' | 'isSeen' | 'nameOf'> {
  find: FindRow;
  changes: DocumentChange[];
  faults: Fault[];
}

/**
 * Plans the changes that make an account match a document: rows of its parts are created, updated (omitted fields get
 * their defaults, but omitted secrets, and money that the caller does not see, stay), and archived when their part does not list them. Kinds without a part stay as they are.
 */
export function planDocument(
  parts: readonly MatchedPart[],
  account: Account,
  members: ReadonlyMap<MatchedItem, readonly string[]>,
  faults: Fault[],
): DocumentChange[] {
  const planning: Planning = { ...account, find: findIn(parts, account), changes: [], faults };
  const waterfall = groupBy(account.waterfall, (row) => row['channelId']);
  for (const { section, items, unmatched } of parts) {
    const known = new Set([...section.more, ...section.fields.map(({ key }) => key)]);
    for (const matched of items) {
      const { item, row, place, ref } = matched;
      faults.push(...unknownKeys(item, known, place));
      const values = valuesOf(planning, section.fields, matched);
      const own = members.get(matched);
      if (row === null || own || Object.keys(values).length > 0) {
        const which: Pick<PlannedChange, 'action' | 'id' | 'ref'> =
          row === null ? { action: 'create', ref } : { action: 'update', id: row.id };
        const name = textIn(item) || textIn(row ?? {});
        planning.changes.push({ change: { entity: section.name, ...which, values }, place, name, members: own });
      }
      if (section.name === 'channel') planWaterfall(planning, matched, waterfall.get(row?.id) ?? []);
    }
    for (const { id, ...row } of unmatched) {
      const change: PlannedChange = { entity: section.name, action: 'update', id, values: { status: 2 } };
      planning.changes.push({ change, place: section.key, name: textIn(row) });
    }
  }
  return planning.changes;
}

/** Finds rows by name: first those of the document, then existing ones that the plan does not archive. */
function findIn(parts: readonly MatchedPart[], account: Account): FindRow {
  const byTarget = new Map(parts.map((part) => [part.section.name as string, part]));
  const leaving = new Map(
    parts.map(({ section, unmatched }) => [section.name as string, new Set(unmatched.map(({ id }) => id))]),
  );
  return (target, name) => {
    const matched = byTarget.get(target)?.byName.get(nameOf({ name }));
    if (matched) return matched.row?.id ?? `@${matched.ref}`;
    const id = account.find(target, name);
    return typeof id === 'number' && leaving.get(target)?.has(id) ? undefined : id;
  };
}

function unknownKeys(item: Item, known: ReadonlySet<string>, place: string): Fault[] {
  return Object.keys(item)
    .filter((key) => !known.has(key))
    .map((key) => ({ code: 'unknown_field', message: 'No such field', path: `${place}.${key}` }));
}

/** The values that an item sets: of an existing row only those that differ. */
function valuesOf(
  { find, isVisible, isSeen, faults }: Planning,
  fields: readonly SectionField[],
  { item, row, place }: Pick<MatchedItem, 'item' | 'row' | 'place'>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, name, field } of fields) {
    const isGiven = key in item;
    if (!isGiven && (row === null || field.isSecret || !isSeen(field))) continue;
    if (!isSeen(field)) {
      faults.push(moneyHidden(field.label, `${place}.${key}`));
      continue;
    }
    // Names that the caller cannot look up do not count as differences.
    if (row !== null && field.target !== undefined && !isVisible(field.target)) continue;
    const path = `${place}.${key}`;
    const read = isGiven ? fromDocumentValue(field, item[key], find) : { value: field.default };
    if ('fault' in read) {
      faults.push({ code: 'unknown_reference', message: read.fault, path });
    } else if (row === null) {
      values[name] = read.value;
    } else if (read.value !== undefined && differs(field, read.value, row[name] ?? null)) {
      if (!field.isImmutable) values[name] = read.value;
      else if (isGiven) {
        faults.push({ code: 'immutable', message: `${field.label} cannot be changed after creation`, path });
      }
    }
  }
  return values;
}

/** Whether a value differs from the row's, once in the form in which rows store it. */
function differs({ schema }: SectionField['field'], value: unknown, stored: unknown): boolean {
  if (sameValue(value, stored)) return false;
  const parsed = schema().safeParse(value);
  return !parsed.success || !sameValue(parsed.data, stored);
}

const waterfallKeys = new Set(waterfallFields.map(({ key }) => key));

function planWaterfall(planning: Planning, { item, row, ref, place }: MatchedItem, own: readonly AnyRow[]): void {
  const path = `${place}.${waterfallKey}`;
  const { changes, faults, find } = planning;
  const given = item[waterfallKey] ?? [];
  if (!Array.isArray(given)) {
    faults.push({ code: 'invalid_type', message: 'Must be a list', path });
    return;
  }
  const entity: EntityName = 'waterfallRow';
  const byTag = new Map<unknown, AnyRow>(own.map((each) => [each['tagId'], each]));
  const named = new Set<unknown>();
  for (const [index, each] of (given as unknown[]).entries()) {
    const at = `${path}.${index}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      faults.push({ code: 'invalid_type', message: 'Must be an object with a tag', path: at });
      continue;
    }
    const one = each as Item;
    const tag = one['tag'];
    const tagId = typeof tag === 'number' ? tag : find('tag', textIn(one, 'tag'));
    if (tagId !== undefined && named.has(tagId)) {
      faults.push({ code: 'duplicate', message: 'The waterfall contains this tag twice', path: at });
      continue;
    }
    named.add(tagId);
    faults.push(...unknownKeys(one, waterfallKeys, at));
    const before = byTag.get(tagId) ?? null;
    const values = valuesOf(planning, waterfallFields, { item: one, row: before, place: at });
    const name = textIn(one, 'tag');
    if (before === null) {
      const completeValues = { ...values, channelId: row?.id ?? `@${ref}` };
      changes.push({ change: { entity, action: 'create', values: completeValues }, place: at, name });
    } else if (Object.keys(values).length > 0) {
      changes.push({ change: { entity, action: 'update', id: before.id, values }, place: at, name });
    }
  }
  for (const { id, tagId } of own) {
    if (named.has(tagId)) continue;
    const name = planning.nameOf('tag', Number(tagId)) ?? '';
    changes.push({ change: { entity, action: 'remove', id }, place: path, name });
  }
}
