import { and, asc, inArray, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entities, type Fault, type RowByName, type Status } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import type { Database, Transaction } from './database.ts';
import { type Author, entryOf, recordChanges, systemAuthor } from './changeLog.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { matching, type RowFilter } from './listRows.ts';
import { publishChanges } from './publishChanges.ts';
import { hasStatus, rowOf, visibleColumns, within } from './selection.ts';
import { takenFaults } from './uniqueness.ts';

/** The rows that get a status: those named, in the filter's scope, or all that match the filter. */
export type RowChoice = { ids: readonly number[]; scope: RowFilter['scope'] } | { filter: RowFilter };

/** What came of one row of many; null = it has the status now. */
export interface RowResult {
  id: number;
  problem: Fault | null;
}

const rowsPerStatement = 1000;

/**
 * Gives many rows a status in one transaction: rows that cannot have it are left and named, the others have it. An id
 * outside the scope gets the same problem as one that does not exist.
 */
export async function setStatusOfMany(
  db: Database,
  name: EntityName,
  choice: RowChoice,
  status: Status,
  author: Author = systemAuthor,
): Promise<RowResult[]> {
  const entity: Entity = entities[name];
  const table = tableOf(name);
  if (!hasStatus(entity)) throw new Error(`${name} has no status`);
  return db.transaction(async (transaction) => {
    const found = await lockChosen(transaction, table, choice);
    const problems = new Map<number, Fault>();
    if (status !== 2) await refuseTakenNames(transaction, table, found, status, problems);
    const ids = found.filter((row) => row['status'] !== status && !problems.has(row.id)).map((row) => row.id);
    const changes: { id: number; row: RowByName[EntityName] }[] = [];
    for (let start = 0; start < ids.length; start += rowsPerStatement) {
      const updated = await transaction
        .update(table.table)
        .set({ status, updatedAt: sql`now()` })
        .where(inArray(columnNamed(table, 'id'), ids.slice(start, start + rowsPerStatement)))
        .returning(visibleColumns(table));
      for (const each of updated) {
        const row = rowOf(name, each);
        changes.push({ id: row.id, row });
      }
    }
    await publishChanges(
      transaction,
      entity,
      changes.sort((one, other) => one.id - other.id),
    );
    const before = new Map(found.map((row) => [row.id, rowOf(name, row)]));
    await recordChanges(
      transaction,
      author,
      changes.map((change) => entryOf(name, before.get(change.id) ?? null, change.row)),
    );
    const asked = 'ids' in choice ? [...new Set(choice.ids)] : found.map((row) => row.id);
    const existing = new Set(found.map((row) => row.id));
    return asked.map((id) => ({
      id,
      problem: existing.has(id)
        ? (problems.get(id) ?? null)
        : { code: 'not_found', message: 'There is no such object', path: 'ids' },
    }));
  });
}

type FoundRow = Record<string, unknown> & { id: number };

/** Reads and locks the rows, always in the order of their ids, so that two such calls cannot wait for each other. */
async function lockChosen(transaction: Transaction, table: EntityTable, choice: RowChoice): Promise<FoundRow[]> {
  const id = columnNamed(table, 'id');
  const where =
    'filter' in choice
      ? matching(table, choice.filter, 'write')
      : and(inArray(id, [...choice.ids, 0]), within(table, choice.scope, 'write'));
  const rows = await transaction
    .select(visibleColumns(table))
    .from(table.table)
    .where(where)
    .orderBy(asc(id))
    .for('no key update');
  return rows as unknown as FoundRow[];
}

/** An archived row may come back only when its name is still free, and the first of several with one name wins. */
async function refuseTakenNames(
  transaction: Transaction,
  table: EntityTable,
  rows: readonly FoundRow[],
  status: Status,
  problems: Map<number, Fault>,
): Promise<void> {
  const { entity } = table;
  const uniqueTexts = Object.keys(entity.fields).filter(
    (name) => entity.fields[name]?.unique && entity.fields[name]?.kind === 'text',
  );
  const returning = new Set<string>();
  for (const row of rows) {
    if (row['status'] !== 2) continue;
    const keys = uniqueTexts.map((name) => JSON.stringify([name, row['demandId'], String(row[name]).toLowerCase()]));
    const [fault] = await takenFaults(transaction, entity, { ...row, status }, row.id);
    const clash = keys.some((key) => returning.has(key))
      ? {
          code: 'taken',
          message: `Another of these rows has the same ${uniqueTexts.join(' or ')}`,
          path: uniqueTexts[0] ?? '',
        }
      : null;
    if (fault ?? clash) problems.set(row.id, fault ?? clash!);
    else for (const key of keys) returning.add(key);
  }
}
