import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entityList } from '#model/index.ts';
import { isFingerprint, sealedName, secretNames, secretPlaceOf } from '#model/field/secretField.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { getRow } from '../entities/readRows.ts';
import { changes, outbox } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import { storedSecret } from './sealDrafts.ts';

/**
 * Seals the secrets of entities that are stored in clear text, and removes them from changes for serving and from log
 * entries of earlier releases. Returns the number of rows.
 */
export async function sealClearSecrets(db: Database, sealer: SecretSealer): Promise<number> {
  let sealed = 0;
  for (const entity of entityList.filter(({ fields }) => secretNames(fields).length > 0)) {
    for (const id of await findClear(db, entity)) {
      await db.transaction((transaction) => sealRow(transaction, entity, id, sealer));
      sealed += 1;
    }
    if (sealed > 0) await db.transaction((transaction) => removeCopies(transaction, entity));
  }
  return sealed;
}

async function findClear(db: Database, entity: Entity): Promise<number[]> {
  const table = tableOf(entity.name as EntityName);
  const isClear = (name: string): SQL | undefined => {
    const column = columnNamed(table, name);
    return and(ne(column, ''), sql`${column} not like 'sha256:%'`);
  };
  const id = columnNamed(table, 'id');
  const rows = await db
    .select({ id })
    .from(table.table)
    .where(or(...secretNames(entity.fields).map(isClear)))
    .orderBy(asc(id));
  return rows.map((row) => Number(row.id));
}

async function sealRow(transaction: Transaction, entity: Entity, id: number, sealer: SecretSealer): Promise<void> {
  const table = tableOf(entity.name as EntityName);
  const names = secretNames(entity.fields);
  const isRow = eq(columnNamed(table, 'id'), id);
  const [row] = await transaction
    .select({
      uid: sql<string>`${columnNamed(table, 'uid')}`,
      ...Object.fromEntries(names.map((name) => [name, sql<string>`${columnNamed(table, name)}`])),
    })
    .from(table.table)
    .where(isRow)
    .for('update');
  if (!row) return;
  const stored = names.flatMap((name) => {
    const secret: unknown = Reflect.get(row, name);
    if (typeof secret !== 'string' || secret === '' || isFingerprint(secret)) return [];
    return [storedSecret(name, secret, secretPlaceOf(entity, name, row.uid), sealer)];
  });
  if (stored.length === 0) return;
  await transaction
    .update(table.table)
    .set(Object.assign({}, ...stored))
    .where(isRow);
  const current = await getRow(transaction, entity.name as EntityName, id, 'all');
  await publishChanges(transaction, entity, [{ id, row: current }]);
}

/** Replaces clear secrets in earlier changes for serving by the sealed ones, and removes them from the log. */
async function removeCopies(transaction: Transaction, entity: Entity): Promise<void> {
  const table = tableOf(entity.name as EntityName);
  for (const name of secretNames(entity.fields)) {
    const current = sql`(select coalesce(${columnNamed(table, sealedName(name))}, '') from ${table.table}
      where ${columnNamed(table, 'id')} = ${outbox.rowId})`;
    await transaction
      .update(outbox)
      .set({ row: sql`(${outbox.row}::jsonb || jsonb_build_object(${name}::text, coalesce(${current}, '')))::json` })
      .where(
        and(
          eq(outbox.entity, entity.name),
          sql`${outbox.row} ->> ${name} <> ''`,
          sql`${outbox.row} ->> ${name} not like 'v1.%'`,
        ),
      );
    await transaction
      .update(changes)
      .set({ fields: withoutValuesOf(name) })
      .where(
        and(eq(changes.entity, entity.name), sql`${changes.fields} @> ${JSON.stringify([{ field: name }])}::jsonb`),
      );
  }
}

/** The fields of an entry, without the values of one. */
function withoutValuesOf(name: string): SQL {
  return sql`(
    select jsonb_agg(
      case when field ->> 'field' = ${name}
        then jsonb_build_object('field', field -> 'field', 'from', null, 'to', null, 'isSecret', true)
        else field end order by place)
    from jsonb_array_elements(${changes.fields}) with ordinality as each (field, place))`;
}
