import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Entity, EntityName, Fault } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import type { Connection } from './database.ts';
import { columnNamed, uniqueIndexName } from './entityTable.ts';
import { hasStatus } from './selection.ts';

/** Finds every value of a row that another row already has, so that all are told at once. The indexes have the last word. */
export async function takenFaults(
  connection: Connection,
  entity: Entity,
  row: Readonly<Record<string, unknown>>,
  ownId: number | null,
): Promise<Fault[]> {
  const table = tableOf(entity.name as EntityName);
  if (hasStatus(entity) && row['status'] === 2) return [];
  const isTaken = async (conditions: SQL[]) => {
    const [found] = await connection
      .select({ id: columnNamed(table, 'id') })
      .from(table.table)
      .where(and(...conditions, ownId === null ? undefined : ne(columnNamed(table, 'id'), ownId)))
      .limit(1);
    return found !== undefined;
  };
  const faults: Fault[] = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!field.unique || field.kind !== 'text') continue;
    const conditions = [sql`lower(${columnNamed(table, name)}) = lower(${row[name]})`];
    if (field.unique === 'account') conditions.push(eq(columnNamed(table, 'demandId'), row['demandId']));
    if (hasStatus(entity)) conditions.push(ne(columnNamed(table, 'status'), 2));
    if (await isTaken(conditions)) faults.push(takenFault(entity, [name]));
  }
  for (const fields of entity.uniqueTogether ?? []) {
    if (await isTaken(fields.map((name) => eq(columnNamed(table, name), row[name])))) {
      faults.push(takenFault(entity, fields));
    }
  }
  return faults;
}

/** The fault behind a unique violation that the database reports; null for every other error. */
export function faultOfViolation(entity: Entity, error: unknown): Fault | null {
  const cause = violationOf(error);
  if (!cause) return null;
  const sets = [
    ...Object.keys(entity.fields)
      .filter((name) => entity.fields[name]?.unique)
      .map((name) => [name]),
    ...(entity.uniqueTogether ?? []),
  ];
  const fields = sets.find((set) => uniqueIndexName(entity, set) === cause.constraint);
  return fields ? takenFault(entity, fields) : null;
}

function violationOf(error: unknown): { constraint: string } | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && typeof cause.constraint === 'string') {
      return { constraint: cause.constraint };
    }
  }
  return null;
}

function takenFault(entity: Entity, fields: readonly string[]): Fault {
  const labels = fields.flatMap((name) => entity.fields[name]?.label.toLowerCase() ?? []);
  return {
    code: 'taken',
    message: `Another ${entity.label.toLowerCase()} has this ${labels.join(' and ')}`,
    path: fields.at(-1) ?? '',
  };
}
