import {
  type Entity,
  entities as model,
  type EntityName,
  type Field,
  type RowByName,
  type Seller,
  writableFields,
} from '#model/index.ts';
import { cloneChildOf, cloneKey, cloneName, type CloneNaming } from '#model/entity/clone.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';

type Row = RowByName[EntityName];

/** Options of a clone. */
export interface CloneOptions {
  scope: Scope;
  /** The account of the copies; null for the platform. */
  demandId: number | null;
  copies: number;
  naming: CloneNaming;
  status: 'paused' | 'same';
  hasChildren: boolean;
}

/** A planned copy, and its original. */
export interface PlannedCopy {
  change: PlannedChange;
  of: { id: number; name: string };
}

/** The planned copies with all rows that were read for them, or that they are too many. */
export type ClonePlan = { type: 'plan'; copies: PlannedCopy[]; read: Row[] } | { type: 'tooMany' };

/**
 * Plans copies of rows, parents before their children. Archived rows are not copied: neither children, nor the
 * targetings, lists and pixels that rows reference.
 */
export async function planClone(
  entities: EntityStore,
  name: EntityName,
  rows: readonly Row[],
  options: CloneOptions,
): Promise<ClonePlan> {
  const plan: Levels = { copies: [], read: [] };
  let level: Level | null = { entity: name, rows, parents: null };
  while (level) {
    if (plan.copies.length + level.rows.length * options.copies > maxCopies) return { type: 'tooMany' };
    const living = await copyLevel(entities, level, options, plan);
    level = options.hasChildren ? await childrenOf(entities, level.entity, living, options.scope) : null;
  }
  return { type: 'plan', ...plan };
}

type Levels = Pick<Extract<ClonePlan, { type: 'plan' }>, 'copies' | 'read'>;

/** Rows of one entity that are copied together. */
interface Level {
  entity: EntityName;
  rows: readonly Row[];
  /** The entity of their parents, and the field that references them. */
  parents: { entity: EntityName; field: string } | null;
}

/** Adds the copies of rows to a plan. Returns the copied rows. */
async function copyLevel(
  entities: EntityStore,
  { entity, rows, parents }: Level,
  options: CloneOptions,
  plan: Levels,
): Promise<Row[]> {
  const archived = await archivedIn(entities, entity, rows, options.scope);
  const living = rows.filter((row) => parents === null || !hasArchivedReference(entity, row, archived));
  const taken = await namesIn(entities, entity, options);
  const { regeneratedOnClone }: Entity = model[entity];
  const takenKeys =
    regeneratedOnClone === undefined ? null : await keysIn(entities, entity, regeneratedOnClone, options);
  for (const row of living) {
    for (let copy = 1; copy <= options.copies; copy++) {
      const values = copiedValues(entity, row, { options, archived });
      if (parents) values[parents.field] = `@${refOf(parents.entity, Number(Reflect.get(row, parents.field)), copy)}`;
      if ('name' in values) values['name'] = cloneName(nameOf(row), copy, options.naming, taken);
      if (regeneratedOnClone !== undefined && takenKeys) {
        values[regeneratedOnClone] = cloneKey(String(Reflect.get(row, regeneratedOnClone)), options.naming, takenKeys);
      }
      const ref = refOf(entity, row.id, copy);
      const change: PlannedChange = { entity, action: 'create', ref, values, secretsOf: row.id };
      plan.copies.push({ change, of: { id: row.id, name: nameOf(row) } });
    }
  }
  plan.read.push(...living);
  return living;
}

async function childrenOf(
  entities: EntityStore,
  entity: EntityName,
  rows: readonly Row[],
  scope: Scope,
): Promise<Level | null> {
  const child = cloneChildOf(entity);
  if (!child || rows.length === 0) return null;
  const filters = { [child.field]: rows.map(({ id }) => id) };
  const found = await entities.choose(child.entity, { filter: { filters, scope } });
  return { entity: child.entity, rows: found, parents: { entity, field: child.field } };
}

/** Maximum rows per clone. */
const maxCopies = 10_000;

function refOf(entity: EntityName, id: number, copy: number): string {
  return `${entity}.${id}.${copy}`;
}

function nameOf(row: Row): string {
  const name: unknown = Reflect.get(row, 'name');
  return typeof name === 'string' ? name : '';
}

/** The values that a copy takes from its original. */
function copiedValues(
  entity: EntityName,
  row: Row,
  { options, archived }: { options: CloneOptions; archived: ArchivedIds },
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const { fields }: Entity = model[entity];
  for (const path of writableFields(model[entity])) {
    const field = fields[path];
    const value: unknown = Reflect.get(row, path);
    if (!field) continue;
    if (field.kind === 'status') values[path] = options.status === 'paused' || value === 2 ? 0 : value;
    else if (field.kind === 'references' && Array.isArray(value)) {
      values[path] = value.filter((id) => !archived.get(field.target ?? '')?.has(Number(id)));
    } else if (field.structure === 'seller') {
      // An id identifies one seller: a copy gets a new one.
      values[path] = { ...(value as Seller), id: '' };
    } else values[path] = value;
  }
  return values;
}

/** Ids of archived rows by entity. */
type ArchivedIds = ReadonlyMap<string, ReadonlySet<number>>;

function hasArchivedReference(entity: EntityName, row: Row, archived: ArchivedIds): boolean {
  return Object.entries(model[entity].fields).some(([path, field]: [string, Field]) => {
    const id: unknown = Reflect.get(row, path);
    return field.kind === 'reference' && typeof id === 'number' && archived.get(field.target ?? '')?.has(id);
  });
}

/** Finds the archived ones among the rows that some rows reference. */
async function archivedIn(
  entities: EntityStore,
  entity: EntityName,
  rows: readonly Row[],
  scope: Scope,
): Promise<ArchivedIds> {
  const wanted = new Map<string, Set<number>>();
  for (const [path, field] of Object.entries(model[entity].fields) as [string, Field][]) {
    if (field.target === undefined) continue;
    const ids = wanted.get(field.target) ?? new Set();
    for (const row of rows) for (const id of [Reflect.get(row, path)].flat()) if (typeof id === 'number') ids.add(id);
    wanted.set(field.target, ids);
  }
  const archived = new Map<string, Set<number>>();
  for (const [target, ids] of wanted) {
    if (ids.size === 0) continue;
    const living = await entities.listNames(target as EntityName, { scope, ids: [...ids] });
    const known = new Set(living.map(({ id }) => id));
    archived.set(target, new Set([...ids].filter((id) => !known.has(id))));
  }
  return archived;
}

/** The names in use among the rows of an account. */
async function namesIn(entities: EntityStore, entity: EntityName, { demandId }: CloneOptions): Promise<Set<string>> {
  if (!('name' in model[entity].fields)) return new Set();
  const rows = await entities.listNames(entity, { scope: demandId === null ? 'all' : [demandId] });
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}

/** The values of a key in use among the rows of an account. */
async function keysIn(
  entities: EntityStore,
  entity: EntityName,
  key: string,
  { demandId }: CloneOptions,
): Promise<Set<string>> {
  const rows = await entities.choose(entity, { filter: { scope: demandId === null ? 'all' : [demandId] } });
  return new Set(rows.map((row) => String(Reflect.get(row, key))));
}
