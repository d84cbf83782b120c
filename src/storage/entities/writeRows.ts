import { and, asc, inArray } from 'drizzle-orm';
import { type Entity, type EntityName, entities, type Fault, type FieldChange, type RowByName } from '#model/index.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import { sealDrafts } from '../sealing/sealDrafts.ts';
import { tableOf } from '../tableOf.ts';
import { entryOf } from './changeLog.ts';
import { checkCampaigns } from './checkCampaigns.ts';
import { checkReferences } from './checkReferences.ts';
import { checkScope } from './checkScope.ts';
import type { Scope, Transaction } from './database.ts';
import { changedDraft, type Draft, newDraft, type NewRow, type StoredRow, visibleFaults } from './draft.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { checkSellerIds } from './checkSellerIds.ts';
import { oneWithin, rowOf, visibleColumns, within } from './selection.ts';
import { checkUniqueness } from './uniqueness.ts';
import { writeDrafts } from './writeDrafts.ts';
import type { WriteEffects } from './writeEffects.ts';

/** The result of a write: done, rejected with every fault, or no such row in the scope. */
export type WriteOutcome<Row> =
  | { type: 'done'; row: Row; fields: FieldChange[] }
  | { type: 'faults'; faults: Fault[] }
  | { type: 'missing' };

/** The result for a new row, which cannot be missing. */
export type CreateOutcome<Row> = Exclude<WriteOutcome<Row>, { type: 'missing' }>;

/** A row to be changed. Absent fields stay unchanged. */
export interface RowUpdate extends Omit<NewRow, 'demandId'> {
  id: number;
  /** The version that the change is based on; absent = any. */
  version?: number | undefined;
  /** Returns faults of the current row under its lock: rejects changes based on older values. */
  refuse?: (row: object) => Fault[];
}

/** How rows are written. */
export interface WriteSetting {
  /** References of new rows must be in it, and so must changed rows. */
  scope: Scope;
  /** Gets what follows from the write. */
  effects: WriteEffects;
  /** Encrypts secrets; null where no field of the entity is one. */
  sealer: SecretSealer | null;
}

const rowsPerStatement = 500;

/** Adds rows without faults. One result per row, in order. */
export async function createRows<N extends EntityName>(
  transaction: Transaction,
  name: N,
  rows: readonly NewRow[],
  { scope, effects, sealer }: WriteSetting,
): Promise<CreateOutcome<RowByName[N]>[]> {
  const entity: Entity = entities[name];
  const table = tableOf(name);
  const drafts = rows.map((row) => newDraft(entity, row));
  await checkAmongRows(transaction, entity, drafts, scope);
  const outcomes: CreateOutcome<RowByName[N]>[] = drafts.map((draft) => ({
    type: 'faults',
    faults: visibleFaults(entity, draft),
  }));
  const good = [...drafts.entries()].filter(([, draft]) => draft.faults.length === 0);
  await sealDrafts(
    transaction,
    entity,
    good.map(([, draft]) => draft),
    sealer,
  );
  for (let start = 0; start < good.length; start += rowsPerStatement) {
    const part = good.slice(start, start + rowsPerStatement);
    const inserted = await transaction
      .insert(table.table)
      .values(part.map(([, draft]) => draft.stored as Record<string, unknown>))
      .returning(visibleColumns(table));
    for (const [place, [index]] of part.entries()) {
      const stored = inserted[place];
      if (!stored) throw new Error(`${name} was not stored`);
      const row = rowOf(name, stored);
      const entry = entryOf(name, null, row);
      effects.entries.push({ ...entry, revertOf: rows[index]?.revertOf ?? null });
      effects.published.push({ entity, change: { id: row.id, row, before: null } });
      outcomes[index] = { type: 'done', row, fields: entry.fields };
    }
  }
  return outcomes;
}

/** Changes rows of the scope without faults. One result per update, in order. */
export async function updateRows<N extends EntityName>(
  transaction: Transaction,
  name: N,
  updates: readonly RowUpdate[],
  { scope, effects, sealer }: WriteSetting,
): Promise<WriteOutcome<RowByName[N]>[]> {
  const entity: Entity = entities[name];
  const table = tableOf(name);
  const locked = await lockRows(transaction, name, table, updates, scope);
  const outcomes: WriteOutcome<RowByName[N]>[] = [];
  const drafts: (Draft & { index: number })[] = [];
  for (const [index, update] of updates.entries()) {
    const before = locked.get(update.id);
    if (!before) {
      outcomes[index] = await notWritableMessage(transaction, table, update.id, scope);
      continue;
    }
    const refused = [...staleFaults(update, before.version), ...(update.refuse?.(before) ?? [])];
    if (refused.length > 0) {
      outcomes[index] = { type: 'faults', faults: refused };
      continue;
    }
    const draft = changedDraft(entity, update, before);
    if (draft.changed.size === 0 && draft.faults.length === 0) {
      outcomes[index] = { type: 'done', row: before as RowByName[N], fields: [] };
    } else {
      drafts.push({ ...draft, index });
    }
  }
  await checkAmongRows(transaction, entity, drafts, scope);
  const good: typeof drafts = [];
  for (const draft of drafts) {
    if (draft.faults.length === 0) good.push(draft);
    else outcomes[draft.index] = { type: 'faults', faults: visibleFaults(entity, draft) };
  }
  await sealDrafts(transaction, entity, good, sealer);
  const written = await writeDrafts(transaction, name, table, good);
  for (const draft of good) {
    const row = written.get(draft.id ?? 0);
    if (!row || !draft.before) throw new Error(`${name} was not stored`);
    const update = updates[draft.index];
    const entry = entryOf(name, draft.before, row);
    const { fields } = entry;
    effects.entries.push({ ...entry, revertOf: update?.revertOf ?? null });
    effects.published.push({ entity, change: { id: row.id, row, before: draft.before } });
    outcomes[draft.index] = { type: 'done', row, fields };
  }
  return outcomes;
}

/** Deletes rows of the scope, for entities that are deleted rather than archived. */
export async function removeRows<N extends EntityName>(
  transaction: Transaction,
  name: N,
  removals: readonly { id: number; revertOf?: number | undefined; refuse?: (row: object) => Fault[] }[],
  { scope, effects }: Pick<WriteSetting, 'scope' | 'effects'>,
): Promise<WriteOutcome<RowByName[N]>[]> {
  const entity: Entity = entities[name];
  if (entity.removal !== 'delete') throw new Error(`${name} is archived, never deleted`);
  const table = tableOf(name);
  const locked = await lockRows(transaction, name, table, removals, scope);
  const outcomes: WriteOutcome<RowByName[N]>[] = [];
  const removedIds: number[] = [];
  for (const [index, { id, revertOf, refuse }] of removals.entries()) {
    const row = locked.get(id) as RowByName[N] | undefined;
    const faults = row ? (refuse?.(row) ?? []) : [];
    if (!row) outcomes[index] = { type: 'missing' };
    else if (faults.length > 0) outcomes[index] = { type: 'faults', faults };
    else {
      locked.delete(id);
      removedIds.push(id);
      const entry = entryOf(name, row, null);
      effects.entries.push({ ...entry, revertOf: revertOf ?? null });
      effects.published.push({ entity, change: { id, row: null, before: row } });
      outcomes[index] = { type: 'done', row, fields: entry.fields };
    }
  }
  for (let start = 0; start < removedIds.length; start += rowsPerStatement) {
    await transaction
      .delete(table.table)
      .where(inArray(columnNamed(table, 'id'), removedIds.slice(start, start + rowsPerStatement)));
  }
  return outcomes;
}

/** Adds the faults that depend on other rows. */
async function checkAmongRows(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
  scope: Scope,
): Promise<void> {
  await checkReferences(transaction, entity, drafts, scope);
  await checkScope(transaction, entity, drafts, scope);
  await checkUniqueness(transaction, entity, drafts);
  await checkSellerIds(transaction, entity, drafts);
  await checkCampaigns(transaction, entity, drafts);
}

/** Reads and locks rows, always in the order of their ids, so that two such writes cannot wait for each other. */
async function lockRows(
  transaction: Transaction,
  name: EntityName,
  table: EntityTable,
  wanted: readonly { id: number }[],
  scope: Scope,
): Promise<Map<number, StoredRow>> {
  const ids = [...new Set(wanted.map(({ id }) => id))];
  if (ids.length === 0) return new Map();
  const id = columnNamed(table, 'id');
  const rows = await transaction
    .select(visibleColumns(table))
    .from(table.table)
    .where(and(inArray(id, ids), within(table, scope, 'write')))
    .orderBy(asc(id))
    .for('no key update');
  return new Map(
    rows.map((selected) => {
      const row = rowOf(name, selected) as unknown as StoredRow;
      return [row.id, row];
    }),
  );
}

function staleFaults({ version }: RowUpdate, now: number): Fault[] {
  if (version === undefined || version === now) return [];
  return [{ code: 'changed_since', message: 'Someone else has changed it in the meantime', path: 'version' }];
}

/** The message for a row of the platform that an account sees but may not change, or for a missing row. */
async function notWritableMessage(
  transaction: Transaction,
  table: EntityTable,
  id: number,
  scope: Scope,
): Promise<{ type: 'missing' } | { type: 'faults'; faults: Fault[] }> {
  const [readable] = await transaction
    .select({ id: columnNamed(table, 'id') })
    .from(table.table)
    .where(oneWithin(table, id, scope));
  if (!readable) return { type: 'missing' };
  const message = `This ${table.entity.label.toLowerCase()} belongs to the platform and can only be changed by its operator`;
  return { type: 'faults', faults: [{ code: 'read_only', message, path: '' }] };
}
