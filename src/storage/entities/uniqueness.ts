import { and, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Entity, EntityName, Fault, Field } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection } from './database.ts';
import type { Draft, Values } from './draft.ts';
import { columnNamed, type EntityTable, uniqueIndexName } from './entityTable.ts';
import { hasStatus } from './selection.ts';
import { violationOf } from './violationOf.ts';

/** Fields whose values no two rows may share. */
interface UniqueSet {
  /** The fields; a fault names the last one. */
  fields: readonly string[];
  /** The compared fields, starting with the account where values are unique per account. */
  compared: readonly string[];
  /** Whether archived rows release their values. */
  isFreedByArchiving: boolean;
}

const rowsPerRead = 2000;

/**
 * Adds a fault to every draft with values of another row, or of an earlier draft of the same write; all faults are
 * reported at once. The indexes are the final check.
 */
export async function checkUniqueness(connection: Connection, entity: Entity, drafts: readonly Draft[]): Promise<void> {
  const table = tableOf(entity.name as EntityName);
  for (const set of uniqueSets(table.entity)) {
    const claims = drafts.filter((draft) => isComparable(set, draft) && isClaimed(set, draft.row));
    const newClaims = claims.filter((draft) => isNewClaim(set, draft));
    if (newClaims.length === 0) continue;
    const taken = await takenKeys(connection, table, set, newClaims, drafts);
    // Rows with unchanged values take precedence over new claims.
    const claimed = new Map<string, Draft>();
    for (const draft of claims) if (!newClaims.includes(draft)) claimed.set(keyOf(set, draft.row), draft);
    for (const draft of newClaims) {
      const key = keyOf(set, draft.row);
      if (taken.has(key) || claimed.has(key)) draft.faults.push(takenFault(entity, set.fields));
      else claimed.set(key, draft);
    }
  }
}

function uniqueSets(entity: Entity): UniqueSet[] {
  const sets: UniqueSet[] = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!isComparedAsText(field)) continue;
    const compared = field.unique === 'account' ? ['demandId', name] : [name];
    sets.push({ fields: [name], compared, isFreedByArchiving: hasStatus(entity) });
  }
  for (const fields of entity.uniqueTogether ?? []) {
    sets.push({ fields, compared: fields, isFreedByArchiving: false });
  }
  return sets;
}

/** Whether the values of a field are unique, and set by clients. */
function isComparedAsText(field: Field | undefined): boolean {
  return field?.unique !== undefined && (field.kind === 'text' || field.kind === 'choice');
}

/** The compared values of a set as a key, texts case-insensitively. */
function keyOf(set: UniqueSet, row: Values): string {
  return JSON.stringify(set.compared.map((name) => folded(row[name])));
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : (value ?? null);
}

/** Whether all compared values are valid. */
function isComparable({ compared }: UniqueSet, { faulty, row }: Draft): boolean {
  return compared.every((field) => !faulty.has(field) && row[field] !== undefined);
}

function isClaimed(set: UniqueSet, row: Values): boolean {
  return !(set.isFreedByArchiving && row['status'] === 2);
}

/** Whether a draft takes values that it did not have before. */
function isNewClaim(set: UniqueSet, { before, row }: Draft): boolean {
  return before === null || !isClaimed(set, before) || keyOf(set, before) !== keyOf(set, row);
}

/** The keys among these that rows outside this write have. */
async function takenKeys(
  connection: Connection,
  table: EntityTable,
  set: UniqueSet,
  newClaims: readonly Draft[],
  drafts: readonly Draft[],
): Promise<Set<string>> {
  const own = new Set(drafts.flatMap((draft) => (draft.id === null ? [] : [draft.id])));
  const columns = Object.fromEntries(set.compared.map((name) => [name, columnNamed(table, name)]));
  const taken = new Set<string>();
  for (let start = 0; start < newClaims.length; start += rowsPerRead) {
    const rows = newClaims.slice(start, start + rowsPerRead).map((draft) => draft.row);
    const found = await connection
      .select({ ...columns, id: columnNamed(table, 'id') })
      .from(table.table)
      .where(
        and(
          ...Object.entries(columns).map(([name, column]) => anyOf(table, name, column, rows)),
          set.isFreedByArchiving ? ne(columnNamed(table, 'status'), 2) : undefined,
        ),
      );
    for (const row of found) if (!own.has(row['id'] as number)) taken.add(keyOf(set, row));
  }
  return taken;
}

/** The condition in the form of the unique indexes: texts by the database's lower(). */
function anyOf({ entity }: EntityTable, name: string, column: PgColumn, rows: readonly Values[]): SQL {
  const values = [...new Set(rows.map((row) => row[name]))];
  if (values.includes(null)) return sql`true`;
  if (!isComparedAsText(entity.fields[name])) return inArray(column, values);
  return sql`lower(${column}) in (${sql.join(
    values.map((value) => sql`lower(${value})`),
    sql`, `,
  )})`;
}

/** The fault of a unique violation reported by the database; null for every other error. */
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

/**
 * Across accounts, the text is the same whoever has the value: another account, one of its users, or the writer's own.
 */
function takenFault(entity: Entity, fields: readonly string[]): Fault {
  const labels = fields.flatMap((name) => entity.fields[name]?.label.toLowerCase() ?? []).join(' and ');
  const isAcrossAccounts = fields.some((name) => entity.fields[name]?.unique === 'acrossAccounts');
  return {
    code: 'taken',
    message: isAcrossAccounts
      ? `This ${labels} is not available`
      : `Another ${entity.label.toLowerCase()} has this ${labels}`,
    path: fields.at(-1) ?? '',
  };
}
