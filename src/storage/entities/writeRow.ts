import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entities, type Fault, type RowByName } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import { checkReferences } from './checkReferences.ts';
import type { Database, Scope, Transaction } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { hashSecret } from './secrets.ts';
import { oneWithin, rowOf, visibleColumns } from './selection.ts';
import { faultOfViolation, takenFaults } from './uniqueness.ts';

/** What came of a change: done, refused with every fault, or there is no such row in the scope. */
export type WriteOutcome<Row> = { type: 'done'; row: Row } | { type: 'faults'; faults: Fault[] } | { type: 'missing' };

type Values = Readonly<Record<string, unknown>>;

/**
 * Adds a row to an account, or to the platform. `values` are checked by the entity's schema; uids are made here. `found`
 * are faults that the caller knows of: they are told together with those found here.
 */
export async function createRow<N extends EntityName>(
  db: Database,
  name: N,
  values: Values,
  demandId: number | null,
  found: readonly Fault[] = [],
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  const row: Record<string, unknown> = entity.ownedBy === 'account' ? { ...values, demandId } : { ...values };
  for (const [field, { kind }] of Object.entries(entity.fields)) if (kind === 'uid') row[field] = randomUid();
  const stored = await withHashedSecrets(entity, row);
  return refusingTaken(entity, () =>
    db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
      const faults = [
        ...found,
        ...(entity.check?.(row) ?? []),
        ...(await checkReferences(transaction, entity, row, new Set(Object.keys(row)))),
        ...(await takenFaults(transaction, entity, row, null)),
      ];
      if (faults.length > 0) return { type: 'faults', faults };
      const table = tableOf(name);
      const [inserted] = await transaction.insert(table.table).values(stored).returning(visibleColumns(table));
      return { type: 'done', row: await published(transaction, name, inserted) };
    }),
  );
}

/** Changes a row of the scope. Fields that are absent, or empty secrets, stay as they are. */
export async function updateRow<N extends EntityName>(
  db: Database,
  name: N,
  id: number,
  changes: Values,
  scope: Scope,
  found: readonly Fault[] = [],
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  const given = Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && !(entity.fields[field]?.kind === 'secret' && value === ''),
    ),
  );
  const stored = await withHashedSecrets(entity, given);
  return refusingTaken(entity, () =>
    db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
      const table = tableOf(name);
      const [locked] = await transaction
        .select(visibleColumns(table))
        .from(table.table)
        .where(oneWithin(table, id, scope))
        .for('no key update');
      if (!locked) return { type: 'missing' };
      const before = rowOf(name, locked);
      const changed = new Set(Object.keys(given).filter((field) => given[field] !== Reflect.get(before, field)));
      if (changed.size === 0 && found.length === 0) return { type: 'done', row: before };
      const row = { ...before, ...given };
      const faults = [
        ...found,
        ...(entity.check?.(row) ?? []),
        ...(await checkReferences(transaction, entity, row, changed)),
        ...(await takenFaults(transaction, entity, row, id)),
      ];
      if (faults.length > 0) return { type: 'faults', faults };
      const [updated] = await transaction
        .update(table.table)
        .set({ ...stored, updatedAt: sql`now()` })
        .where(eq(columnNamed(table, 'id'), id))
        .returning(visibleColumns(table));
      return { type: 'done', row: await published(transaction, name, updated) };
    }),
  );
}

/** Deletes a row of the scope and returns it. For entities that are deleted rather than archived. */
export async function removeRow<N extends EntityName>(
  db: Database,
  name: N,
  id: number,
  scope: Scope,
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  if (entity.removal !== 'delete') throw new Error(`${name} is archived, never deleted`);
  return db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
    const table = tableOf(name);
    const [removed] = await transaction
      .delete(table.table)
      .where(oneWithin(table, id, scope))
      .returning(visibleColumns(table));
    if (!removed) return { type: 'missing' };
    await publishChanges(transaction, entity, [{ id, row: null }]);
    return { type: 'done', row: rowOf(name, removed) };
  });
}

async function published<N extends EntityName>(
  transaction: Transaction,
  name: N,
  stored: Record<string, unknown> | undefined,
): Promise<RowByName[N]> {
  if (!stored) throw new Error(`${name} was not stored`);
  const row = rowOf(name, stored);
  await publishChanges(transaction, entities[name], [{ id: row.id, row }]);
  return row;
}

/** Two writers can pass the check for taken values at once; the index then refuses the second. */
async function refusingTaken<Row>(entity: Entity, write: () => Promise<WriteOutcome<Row>>): Promise<WriteOutcome<Row>> {
  try {
    return await write();
  } catch (error) {
    const fault = faultOfViolation(entity, error);
    if (!fault) throw error;
    return { type: 'faults', faults: [fault] };
  }
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
function randomUid(): string {
  return Array.from({ length: 16 }, () => uidAlphabet[randomInt(uidAlphabet.length)]).join('');
}
