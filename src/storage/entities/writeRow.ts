import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entities, type Fault, type FieldChange, type RowByName } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import { type Author, entryOf, recordChanges, systemAuthor } from './changeLog.ts';
import { checkReferences } from './checkReferences.ts';
import type { Database, Scope, Transaction } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { sameValue } from './sameValue.ts';
import { hashSecret } from './secrets.ts';
import { oneWithin, rowOf, visibleColumns } from './selection.ts';
import { faultOfViolation, takenFaults } from './uniqueness.ts';

/** What came of a change: done, refused with every fault, or there is no such row in the scope. */
export type WriteOutcome<Row> = { type: 'done'; row: Row } | { type: 'faults'; faults: Fault[] } | { type: 'missing' };

type Values = Readonly<Record<string, unknown>>;

/** What a change brings along beside its values. */
export interface WriteContext {
  /** Faults that the caller knows of: they are told together with those found here. */
  found?: readonly Fault[];
  author?: Author;
  /** Values that the server gives to columns that no client writes. */
  given?: Values;
  /** What the writer may see; the references of a new row must lie in it. */
  scope?: Scope;
  /** The entry of the log that the change takes back. */
  revertOf?: number;
  /** Faults of the row as it stands, seen under its lock: a change that builds on older values is refused by them. */
  refuse?(row: object): Fault[];
}

/**
 * Adds a row to an account, or to the platform (null). `values` are checked by the entity's schema; uids and derived
 * fields are made here.
 */
export async function createRow<N extends EntityName>(
  db: Database,
  name: N,
  values: Values,
  demandId: number | null,
  { found = [], author = systemAuthor, given = {}, scope = 'all', revertOf }: WriteContext = {},
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  const row: Record<string, unknown> = entity.ownedBy === 'platform' ? { ...values } : { ...values, demandId };
  for (const [field, { kind }] of Object.entries(entity.fields)) if (kind === 'uid') row[field] = randomUid();
  Object.assign(row, partValues(entity), given, derived(entity, row));
  const stored = await withHashedSecrets(entity, row);
  return refusingTaken(entity, () =>
    db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
      const faults = [
        ...found,
        ...(entity.check?.(row) ?? []),
        ...(await faultsAmongRows(transaction, entity, row, { changed: new Set(Object.keys(row)), scope, id: null })),
      ];
      if (faults.length > 0) return { type: 'faults', faults };
      const table = tableOf(name);
      const [inserted] = await transaction.insert(table.table).values(stored).returning(visibleColumns(table));
      const created = await published(transaction, name, inserted);
      await recordChanges(transaction, author, [{ ...entryOf(name, null, created), revertOf: revertOf ?? null }]);
      return { type: 'done', row: created };
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
  { found = [], author = systemAuthor, given: byServer = {}, revertOf, refuse }: Omit<WriteContext, 'scope'> = {},
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  const given: Record<string, unknown> = {
    ...Object.fromEntries(
      Object.entries(changes).filter(
        ([field, value]) => value !== undefined && !(entity.fields[field]?.kind === 'secret' && value === ''),
      ),
    ),
    ...byServer,
  };
  const hashed = await withHashedSecrets(entity, given);
  return refusingTaken(entity, () =>
    db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
      const table = tableOf(name);
      const [locked] = await transaction
        .select(visibleColumns(table))
        .from(table.table)
        .where(oneWithin(table, id, scope, 'write'))
        .for('no key update');
      if (!locked) return whyNotWritable(transaction, table, id, scope);
      const before = rowOf(name, locked);
      const refused = refuse?.(before) ?? [];
      if (refused.length > 0) return { type: 'faults', faults: refused };
      const changed = new Set(
        Object.keys(given).filter((field) => !sameValue(given[field], Reflect.get(before, field))),
      );
      if (changed.size === 0 && found.length === 0) return { type: 'done', row: before };
      const merged = { ...before, ...given };
      const derivedValues = derived(entity, merged);
      const row = { ...merged, ...derivedValues };
      const stored = { ...hashed, ...derivedValues };
      const faults = [
        ...found,
        ...(entity.check?.(row) ?? []),
        ...(await faultsAmongRows(transaction, entity, row, { changed, scope, id })),
      ];
      if (faults.length > 0) return { type: 'faults', faults };
      const [updated] = await transaction
        .update(table.table)
        .set({ ...stored, updatedAt: sql`now()` })
        .where(eq(columnNamed(table, 'id'), id))
        .returning(visibleColumns(table));
      const after = await published(transaction, name, updated);
      const entry = entryOf(name, before, after);
      const fields = [...entry.fields, ...secretChanges(entity, given)];
      await recordChanges(transaction, author, [{ ...entry, fields, revertOf: revertOf ?? null }]);
      return { type: 'done', row: after };
    }),
  );
}

/**
 * The faults that only other rows show. Where a reference is refused, what else stands beside it is not looked at: it
 * would tell of rows that the writer may not see.
 */
async function faultsAmongRows(
  transaction: Transaction,
  entity: Entity,
  row: Values,
  { changed, scope, id }: { changed: ReadonlySet<string>; scope: Scope; id: number | null },
): Promise<Fault[]> {
  const ofReferences = await checkReferences(transaction, entity, row, changed, scope);
  const refused = new Set(ofReferences.map(({ path }) => path));
  const taken = await takenFaults(transaction, entity, row, id);
  const isTold = ({ path }: Fault) =>
    refused.size === 0 || !(entity.uniqueTogether ?? []).some((fields) => fields.at(-1) === path);
  return [...ofReferences, ...taken.filter(isTold)];
}

/** A row of the platform that an account sees and may not change; or no row at all. */
async function whyNotWritable(
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
  const message = `This ${table.entity.label.toLowerCase()} belongs to the platform; only its operator changes it`;
  return { type: 'faults', faults: [{ code: 'read_only', message, path: '' }] };
}

function secretChanges(entity: Entity, given: Values): FieldChange[] {
  return Object.keys(given)
    .filter((field) => entity.fields[field]?.kind === 'secret')
    .map((field) => ({ field, from: null, to: null, isSecret: true }));
}

/** What makes a row a part of a table: the values that leave no choice. */
function partValues(entity: Entity): Values {
  const values: Record<string, unknown> = {};
  for (const [field, allowed] of Object.entries(entity.partOf?.where ?? {})) {
    if (allowed !== 'set' && allowed.length === 1) values[field] = allowed[0];
  }
  return values;
}

function derived(entity: Entity, row: Values): Values {
  return entity.derive?.(row) ?? {};
}

/** Deletes a row of the scope and returns it. For entities that are deleted rather than archived. */
export async function removeRow<N extends EntityName>(
  db: Database,
  name: N,
  id: number,
  scope: Scope,
  { author = systemAuthor, revertOf }: Pick<WriteContext, 'author' | 'revertOf'> = {},
): Promise<WriteOutcome<RowByName[N]>> {
  const entity: Entity = entities[name];
  if (entity.removal !== 'delete') throw new Error(`${name} is archived, never deleted`);
  return db.transaction(async (transaction): Promise<WriteOutcome<RowByName[N]>> => {
    const table = tableOf(name);
    const [removed] = await transaction
      .delete(table.table)
      .where(oneWithin(table, id, scope, 'write'))
      .returning(visibleColumns(table));
    if (!removed) return { type: 'missing' };
    await publishChanges(transaction, entity, [{ id, row: null }]);
    const row = rowOf(name, removed);
    await recordChanges(transaction, author, [{ ...entryOf(name, row, null), revertOf: revertOf ?? null }]);
    return { type: 'done', row };
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
