import type { EntityName, RowByName, Status } from '#model/index.ts';
import type { Author } from './changeLog.ts';
import type { Database, Scope } from './database.ts';
import { countRows, type ListRequest, listRows } from './listRows.ts';
import { getRow, getRows, listNames, type NamedRow, type NamesRequest } from './readRows.ts';
import { type RowChoice, type RowResult, setStatusOfMany } from './setStatusOfMany.ts';
import {
  type ChangesSince,
  pruneOutbox,
  readChangesSince,
  readCheckpoint,
  readSnapshotVersion,
} from './snapshotChanges.ts';
import { createRow, removeRow, updateRow, type WriteContext, type WriteOutcome } from './writeRow.ts';

/** Rows of every entity, and the changes that serving follows. Each change and its outbox row are one transaction. */
export interface EntityStore {
  list<N extends EntityName>(name: N, request: ListRequest): Promise<{ rows: RowByName[N][]; total: number }>;
  get<N extends EntityName>(name: N, id: number, scope: Scope): Promise<RowByName[N] | null>;
  getMany<N extends EntityName>(name: N, ids: readonly number[], scope: Scope): Promise<RowByName[N][]>;
  listNames(name: EntityName, request: NamesRequest): Promise<NamedRow[]>;
  create<N extends EntityName>(
    name: N,
    values: Readonly<Record<string, unknown>>,
    demandId: number | null,
    context?: WriteContext,
  ): Promise<WriteOutcome<RowByName[N]>>;
  update<N extends EntityName>(
    name: N,
    id: number,
    changes: Readonly<Record<string, unknown>>,
    scope: Scope,
    context?: Omit<WriteContext, 'scope'>,
  ): Promise<WriteOutcome<RowByName[N]>>;
  remove<N extends EntityName>(
    name: N,
    id: number,
    scope: Scope,
    context?: Pick<WriteContext, 'author' | 'revertOf'>,
  ): Promise<WriteOutcome<RowByName[N]>>;
  setStatusOfMany(name: EntityName, choice: RowChoice, status: Status, author?: Author): Promise<RowResult[]>;
  /** How many rows of an entity an account has that are not archived. */
  countOf(name: EntityName, demandId: number): Promise<number>;
  version(): Promise<number>;
  readChangesSince(since: number, limit?: number): Promise<ChangesSince>;
  checkpoint(): ReturnType<typeof readCheckpoint>;
  /** Forgets changes made before a point in time, ISO 8601. */
  pruneOutbox(before: string): Promise<void>;
}

/** Opens the entities of a database. */
export function openEntityStore(db: Database): EntityStore {
  return {
    list: (name, request) => listRows(db, name, request),
    get: (name, id, scope) => getRow(db, name, id, scope),
    getMany: (name, ids, scope) => getRows(db, name, ids, scope),
    listNames: (name, request) => listNames(db, name, request),
    create: (name, values, demandId, context) => createRow(db, name, values, demandId, context),
    update: (name, id, changes, scope, context) => updateRow(db, name, id, changes, scope, context),
    remove: (name, id, scope, context) => removeRow(db, name, id, scope, context),
    setStatusOfMany: (name, choice, status, author) => setStatusOfMany(db, name, choice, status, author),
    countOf: (name, demandId) => countRows(db, name, demandId),
    version: () => readSnapshotVersion(db),
    readChangesSince: (since, limit) => readChangesSince(db, since, limit),
    checkpoint: () => readCheckpoint(db),
    pruneOutbox: (before) => pruneOutbox(db, before),
  };
}
