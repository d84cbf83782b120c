import { inArray, type SQL, sql } from 'drizzle-orm';
import { type Entity, type EntityName, entities } from '#model/index.ts';
import { sealedName, secretNames } from '#model/field/secretField.ts';
import type { Change } from '../entities/change.ts';
import type { Transaction } from '../entities/database.ts';
import { columnNamed, type EntityTable } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';

/** The secret fields of an entity as serving receives them: sealed, or in clear text where they are stored so. */
export function servedSecrets(table: EntityTable): Record<string, SQL<string>> {
  const served = (name: string) =>
    sql<string>`coalesce(${columnNamed(table, sealedName(name))}, ${columnNamed(table, name)})`;
  return Object.fromEntries(secretNames(table.entity.fields).map((name) => [name, served(name)]));
}

/** Changes with the secret fields of their rows as serving receives them. */
export async function withServedSecrets(
  transaction: Transaction,
  { name }: Pick<Entity, 'name'>,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const entity: Entity | undefined = Object.hasOwn(entities, name) ? entities[name as EntityName] : undefined;
  if (!entity || secretNames(entity.fields).length === 0) return changes;
  const table = tableOf(name as EntityName);
  const id = columnNamed(table, 'id');
  const rows = await transaction
    .select({ id, ...servedSecrets(table) })
    .from(table.table)
    .where(
      inArray(
        id,
        changes.map((change) => change.id),
      ),
    );
  const secretsOf = new Map(rows.map(({ id: rowId, ...secrets }) => [rowId, secrets]));
  return changes.map((change) =>
    change.row === null ? change : { ...change, row: { ...(change.row as object), ...secretsOf.get(change.id) } },
  );
}
