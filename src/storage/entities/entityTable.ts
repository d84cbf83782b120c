import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  type PgTableExtraConfigValue,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Entity } from '#model/index.ts';
import { columnName } from '#model/field/columnName.ts';
import { sealedName, secretNames } from '#model/field/secretField.ts';
import { columnOf, instant } from './columnOf.ts';
import { unusableHash } from './secrets.ts';

/** The table of an entity, with its columns by field name. */
export interface EntityTable {
  entity: Entity;
  table: PgTable;
  columns: Record<string, PgColumn>;
  /** The table that it shares with another entity. */
  parent?: EntityTable;
}

/** The column of a field, or of id, demandId, createdAt, updatedAt, version. Throws on an unknown name. */
export function columnNamed(table: Pick<EntityTable, 'entity' | 'columns'>, name: string): PgColumn {
  const column = table.columns[name];
  if (!column) throw new Error(`${table.entity.name} has no column ${name}`);
  return column;
}

/** Name of the unique index of a field, or of a set of fields. */
export function uniqueIndexName(entity: Entity, fields: readonly string[]): string {
  return `${entity.table}_${fields.map((name) => columnName(name)).join('_')}_unique`;
}

/**
 * Derives the table of an entity from its definition. `tables` contains the referenced entities. A reference inside an
 * account is a foreign key of (demand_id, reference), so that the database itself rejects a row of another account.
 */
export function entityTable(entity: Entity, tables: ReadonlyMap<string, EntityTable>): EntityTable {
  if (entity.partOf) return partTable(entity, tables.get(entity.partOf.entity));
  const builders: Record<string, PgColumnBuilderBase> = { id: integer('id').primaryKey().generatedAlwaysAsIdentity() };
  if (entity.ownedBy === 'account') builders['demandId'] = integer('demand_id').notNull();
  if (entity.ownedBy === 'shared') builders['demandId'] = integer('demand_id');
  for (const [name, field] of Object.entries(entity.fields)) builders[name] = columnOf(name, field);
  for (const name of entity.hashes ?? []) {
    builders[name] = text(`${columnName(name)}_hash`)
      .notNull()
      .$default(() => unusableHash);
  }
  for (const name of secretNames(entity.fields)) builders[sealedName(name)] = text(columnName(sealedName(name)));
  builders['createdAt'] = instant('created_at')
    .notNull()
    .default(sql`now()`);
  builders['updatedAt'] = instant('updated_at')
    .notNull()
    .default(sql`now()`);
  builders['version'] = integer('version').notNull().default(1);

  const table = pgTable(entity.table, builders, (self) =>
    constraints(entity, self as Record<string, PgColumn>, tables),
  );
  return { entity, table, columns: getTableColumns(table) };
}

/** The table of an entity that shares one: the columns that it defines, and those of every row. */
function partTable(entity: Entity, parent: EntityTable | undefined): EntityTable {
  if (!parent) throw new Error(`${entity.name} comes before what it is part of`);
  const names = ['id', 'demandId', ...Object.keys(entity.fields), 'createdAt', 'updatedAt', 'version'];
  const columns = Object.fromEntries(names.map((name) => [name, columnNamed(parent, name)]));
  return { entity, table: parent.table, columns, parent };
}

function constraints(
  entity: Entity,
  columns: Record<string, PgColumn>,
  tables: ReadonlyMap<string, EntityTable>,
): PgTableExtraConfigValue[] {
  const column = (name: string) => columnNamed({ entity, columns }, name);
  const found: PgTableExtraConfigValue[] = [];
  const demands = tables.get('demand');
  if (entity.ownedBy !== 'platform') {
    if (!demands) throw new Error('the demand account comes before what it owns');
    found.push(unique(`${entity.table}_account_unique`).on(column('demandId'), column('id')));
    found.push(
      foreignKey({
        name: `${entity.table}_demand_id_key`,
        columns: [column('demandId')],
        foreignColumns: [columnNamed(demands, 'id')],
      }),
    );
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === 'reference') {
      const target = field.target === entity.name ? { entity, columns } : tables.get(field.target ?? '');
      if (!target) throw new Error(`${entity.name}.${name} points to an entity that does not come before it`);
      const key = `${entity.table}_${columnName(name)}_key`;
      found.push(index(`${entity.table}_${columnName(name)}_index`).on(column(name)));
      found.push(
        target.entity.ownedBy === 'account'
          ? foreignKey({
              name: key,
              columns: [column('demandId'), column(name)],
              foreignColumns: [columnNamed(target, 'demandId'), columnNamed(target, 'id')],
            })
          : foreignKey({ name: key, columns: [column(name)], foreignColumns: [columnNamed(target, 'id')] }),
      );
    }
    if (field.unique) {
      const value = field.kind === 'uid' ? column(name) : sql`lower(${column(name)})`;
      const built = uniqueIndex(uniqueIndexName(entity, [name]));
      const on = field.unique === 'account' ? built.on(column('demandId'), value) : built.on(value);
      found.push(field.kind === 'uid' ? on : on.where(notArchived(columns)));
    }
  }
  for (const fields of entity.uniqueTogether ?? []) {
    const [first, ...rest] = fields.map(column);
    if (first) found.push(uniqueIndex(uniqueIndexName(entity, fields)).on(first, ...rest));
  }
  return found;
}

/** Archived rows release their names. */
function notArchived(columns: Record<string, PgColumn>): SQL {
  return columns['status'] ? sql`${columns['status']} <> 2` : sql`true`;
}
