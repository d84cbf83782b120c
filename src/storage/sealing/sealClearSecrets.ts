import { and, asc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entityList } from '#model/index.ts';
import { isFingerprint, sealedName, secretNames, secretPlaceOf } from '#model/field/secretField.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { Change } from '../entities/change.ts';
import type { Connection, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { getRow } from '../entities/readRows.ts';
import { changes, outbox } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import { storedSecret } from './sealDrafts.ts';

const withSecrets = entityList.filter(({ fields }) => secretNames(fields).length > 0);

/**
 * Seals the secrets of entities that are stored in clear text, and removes all copies of them from changes for serving
 * and from log entries of earlier releases, also those of former secrets. Returns the number of rows.
 */
export async function sealClearSecrets(transaction: Transaction, sealer: SecretSealer): Promise<number> {
  let sealed = 0;
  for (const entity of withSecrets) {
    const changed: Change[] = [];
    for (const id of await findClear(transaction, entity)) {
      if (!(await sealRow(transaction, entity, id, sealer))) continue;
      changed.push({ id, row: await getRow(transaction, entity.name as EntityName, id, 'all') });
    }
    await removeCopies(transaction, entity);
    await publishChanges(transaction, entity, changed);
    sealed += changed.length;
  }
  return sealed;
}

/** Whether a secret of an entity is stored in clear text. */
export async function hasClearSecrets(connection: Connection): Promise<boolean> {
  for (const entity of withSecrets) if ((await findClear(connection, entity)).length > 0) return true;
  return false;
}

async function findClear(connection: Connection, entity: Entity): Promise<number[]> {
  const table = tableOf(entity.name as EntityName);
  const isClear = (name: string): SQL | undefined => {
    const column = columnNamed(table, name);
    return and(ne(column, ''), sql`${column} not like 'sha256:%'`);
  };
  const id = columnNamed(table, 'id');
  const rows = await connection
    .select({ id })
    .from(table.table)
    .where(or(...secretNames(entity.fields).map(isClear)))
    .orderBy(asc(id));
  return rows.map((row) => Number(row.id));
}

/** Seals the clear secrets of a row; false if it has none by now. */
async function sealRow(transaction: Transaction, entity: Entity, id: number, sealer: SecretSealer): Promise<boolean> {
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
  if (!row) return false;
  const stored = names.flatMap((name) => {
    const secret: unknown = Reflect.get(row, name);
    if (typeof secret !== 'string' || secret === '' || isFingerprint(secret)) return [];
    return [storedSecret(name, secret, secretPlaceOf(entity, name, row.uid), sealer)];
  });
  if (stored.length === 0) return false;
  await transaction
    .update(table.table)
    .set(Object.assign({}, ...stored))
    .where(isRow);
  return true;
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
        and(
          eq(changes.entity, entity.name),
          sql`${changes.fields} @> ${JSON.stringify([{ field: name }])}::jsonb`,
          sql`not ${changes.fields} @> ${JSON.stringify([{ field: name, from: null, to: null }])}::jsonb`,
        ),
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
