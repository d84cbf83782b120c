import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  max,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  apiTokenAuthor,
  type ChangeAction,
  type ChangeSource,
  type Entity,
  type EntityName,
  entities,
  failedSignIns,
  type FieldChange,
  type FieldKind,
} from '#model/index.ts';
import { recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { securityEventsOf } from '../security/securityEventsOf.ts';
import { changes } from '../tables.ts';
import { accountsInScope, type Connection, type Database, type Scope } from './database.ts';
import { sameValue } from './sameValue.ts';

/** The author of a change in the log. */
export interface Author {
  /** Null for the product itself, and for programs with an API key or token. */
  userId: number | null;
  /** The admin who acts as that user. */
  adminId: number | null;
  /** The API key of a program; absent without one. */
  keyId?: number;
  ip: string;
  source: ChangeSource;
  requestId: string;
  /** Of the program that called; only the security log has it. */
  userAgent?: string;
  /** The second person, who approved the change; absent without one. */
  approvedBy?: number;
  /**
   * Called with the entries of a change before they are written, in its transaction: throws when it may not be made. Absent
   * = any change may be.
   */
  beforeRecording?: (connection: Connection, entries: readonly NewEntry[]) => Promise<void>;
}

/** The author of the product's own changes. */
export const systemAuthor: Author = { userId: null, adminId: null, ip: '', source: 'system', requestId: '' };

export interface LogEntry {
  id: number;
  at: string;
  demandId: number | null;
  userId: number | null;
  adminId: number | null;
  keyId: number | null;
  approvedBy: number | null;
  action: ChangeAction;
  /**
   * Name of the entity; 'config' for platform settings, 'report' for exports, 'device' for a watched one, 'apiKey' for
   * a key.
   */
  entity: string;
  rowId: number | null;
  /** Name of the row at that time. */
  name: string;
  fields: FieldChange[];
  ip: string;
  source: ChangeSource;
  requestId: string;
  /** The entry that it reverted. */
  revertOf: number | null;
  /** The change set that it belongs to. */
  batch: number | null;
}

/** An entry to be written. */
export type NewEntry = Pick<LogEntry, 'action' | 'entity' | 'rowId' | 'name'> & {
  demandId: number | null;
  fields?: FieldChange[];
  revertOf?: number | null;
  batch?: number | null;
  /** The id, when it was reserved before writing. */
  id?: number;
};

const entriesPerInsert = 500;

/** Writes entries and their security events, in the transaction of their changes. */
export async function recordChanges(
  connection: Connection,
  author: Author,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length > 0) await author.beforeRecording?.(connection, entries);
  for (let start = 0; start < entries.length; start += entriesPerInsert) {
    await connection
      .insert(changes)
      .overridingSystemValue()
      .values(
        entries
          .slice(start, start + entriesPerInsert)
          .map(({ fields = [], revertOf = null, batch = null, ...entry }) => ({
            ...entry,
            ...author,
            fields,
            revertOf,
            batch,
          })),
      );
  }
  await recordSecurityEvents(connection, author, entries.flatMap(securityEventsOf));
}

/** The differences between two states of a row, by field; null = no such row. */
export function fieldChanges(
  entity: Entity,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>> | null,
): FieldChange[] {
  const found: FieldChange[] = [];
  for (const [field, { kind, isGenerated, logged }] of Object.entries(entity.fields)) {
    const isLogged = !isGenerated || logged !== undefined || loggedKinds.includes(kind);
    if (!isLogged) continue;
    const [from, to] = [before?.[field] ?? null, after?.[field] ?? null];
    if (sameValue(from, to)) continue;
    found.push(logged === 'change' ? { field, from: null, to: null, isSecret: true } : { field, from, to });
  }
  return found;
}

/** The kinds of generated fields that are logged anyway. */
const loggedKinds: readonly FieldKind[] = ['flag', 'percent', 'structure'];

/** The log entry of a row's change. */
export function entryOf(
  name: EntityName,
  before: (Readonly<Record<string, unknown>> & { id: number }) | null,
  after: (Readonly<Record<string, unknown>> & { id: number }) | null,
): NewEntry & { fields: FieldChange[] } {
  const entity: Entity = entities[name];
  const row = after ?? before;
  const fields = fieldChanges(entity, before, after);
  const isStatus = fields.length === 1 && fields[0]?.field === 'status';
  const changed = isStatus ? 'status' : 'updated';
  return {
    action: before === null ? 'created' : after === null ? 'deleted' : changed,
    entity: name,
    rowId: row?.id ?? null,
    name: typeof row?.['name'] === 'string' ? row['name'] : '',
    demandId: name === 'demand' ? (row?.id ?? null) : ((row?.['demandId'] as number | null | undefined) ?? null),
    fields,
  };
}

/** A filter of log entries. */
export interface LogFilter {
  scope: Scope;
  /** Only those of these users, or of programs (`apiTokenAuthor`); for managers, who see only their own. */
  userIds?: readonly number[] | undefined;
  entities?: readonly string[] | undefined;
  rowId?: number | undefined;
  /** Only those of this change set. */
  batch?: number | undefined;
  actions?: readonly ChangeAction[] | undefined;
  field?: string | undefined;
  /** Part of the row's name. */
  q?: string | undefined;
  /** ISO 8601; `from` inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface ChangeLog {
  /** A page of entries, newest first. Grouped, each change set is one row: its latest entry that matches. */
  list(
    filter: LogFilter,
    page: { page: number; size: number; isGrouped?: boolean | undefined },
  ): Promise<{ rows: LogEntry[]; total: number }>;
  get(id: number, scope: Scope): Promise<LogEntry | null>;
  /** The latest deletion of each of an entity's rows, of those that were deleted. */
  lastDeletions(entity: EntityName, rowIds: readonly number[], scope: Scope): Promise<LogEntry[]>;
  record(author: Author, entry: NewEntry): Promise<void>;
  /** Every author in the log of a scope, by id; programs as `apiTokenAuthor`. */
  authors(scope: Scope): Promise<number[]>;
}

export function openChangeLog(db: Database): ChangeLog {
  return {
    async list(filter, { page, size, isGrouped = false }) {
      const where = matching(filter);
      const latest = db
        .select({ id: max(changes.id) })
        .from(changes)
        .where(where)
        .groupBy(changeSet);
      const [counted, rows] = await Promise.all([
        db
          .select({ total: isGrouped ? sql<number>`count(distinct ${changeSet})`.mapWith(Number) : count() })
          .from(changes)
          .where(where),
        db
          .select()
          .from(changes)
          .where(isGrouped ? inArray(changes.id, latest) : where)
          .orderBy(desc(changes.id))
          .limit(size)
          .offset((page - 1) * size),
      ]);
      return { rows: rows as LogEntry[], total: counted[0]?.total ?? 0 };
    },
    async get(id, scope) {
      const [row] = await db
        .select()
        .from(changes)
        .where(and(eq(changes.id, id), matching({ scope })));
      return (row as LogEntry | undefined) ?? null;
    },
    async lastDeletions(entity, rowIds, scope) {
      if (rowIds.length === 0) return [];
      const rows = await db
        .selectDistinctOn([changes.rowId])
        .from(changes)
        .where(and(matching({ scope, entities: [entity], actions: ['deleted'] }), inArray(changes.rowId, [...rowIds])))
        .orderBy(changes.rowId, desc(changes.id));
      return rows as LogEntry[];
    },
    record: (author, entry) => recordChanges(db, author, [entry]),
    async authors(scope) {
      const rows = await db
        .selectDistinct({
          id: sql<number | null>`case when ${byApiToken} then ${apiTokenAuthor.id} else ${changes.userId} end`.as('id'),
        })
        .from(changes)
        .where(matching({ scope }))
        .orderBy(asc(sql`id`));
      return rows.flatMap(({ id }) => id ?? []);
    },
  };
}

/** A key of the change set that an entry belongs to; an entry outside of sets is one of its own. */
const changeSet = sql`coalesce(${changes.batch}, -${changes.id})`;

function matching(filter: LogFilter): SQL | undefined {
  const accounts = accountsInScope(filter.scope);
  const owner = accounts === 'all' ? undefined : anyOf(changes.demandId, accounts);
  return and(
    owner,
    filter.userIds && byAuthors(filter.userIds),
    filter.entities && anyOf(changes.entity, filter.entities),
    filter.rowId === undefined ? undefined : eq(changes.rowId, filter.rowId),
    filter.batch === undefined ? undefined : eq(changes.batch, filter.batch),
    filter.actions && anyOf(changes.action, filter.actions),
    filter.field === undefined
      ? undefined
      : sql`${changes.fields} @> ${JSON.stringify([{ field: filter.field }])}::jsonb`,
    filter.q === undefined ? undefined : sql`position(lower(${filter.q}) in lower(${changes.name})) > 0`,
    filter.from === undefined ? undefined : gte(changes.at, filter.from),
    filter.to === undefined ? undefined : lt(changes.at, filter.to),
  );
}

/** The SQL condition for `isByApiToken`. */
const byApiToken = and(
  isNull(changes.userId),
  ne(changes.source, 'system' satisfies ChangeSource),
  notInArray(changes.action, [...failedSignIns]),
);

function byAuthors(ids: readonly number[]): SQL | undefined {
  const ofUsers = anyOf(changes.userId, ids);
  return ids.includes(apiTokenAuthor.id) ? or(ofUsers, byApiToken) : ofUsers;
}

function anyOf(
  column: typeof changes.demandId | typeof changes.userId | typeof changes.entity | typeof changes.action,
  values: readonly unknown[],
): SQL {
  return values.length === 0 ? sql`false` : inArray(column, [...values] as never[]);
}
