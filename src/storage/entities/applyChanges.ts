import {
  type Entity,
  type EntityName,
  entities,
  keyEntityOf,
  entityList,
  type Fault,
  type Field,
  type FieldChange,
} from '#model/index.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import { changeSets } from '../tables.ts';
import type { Author } from './changeLog.ts';
import type { Database, Scope, Transaction } from './database.ts';
import type { Values } from './draft.ts';
import { faultOfViolation } from './uniqueness.ts';
import { noEffects, flushEffects, type WriteEffects } from './writeEffects.ts';
import { createRows, removeRows, updateRows, type WriteOutcome } from './writeRows.ts';

/** One change of a change set. */
export interface PlannedChange {
  entity: EntityName;
  action: 'create' | 'update' | 'remove';
  /** The row to change or remove. */
  id?: number | undefined;
  version?: number | undefined;
  /** Name of a new row inside the set: references may be '@ref'. */
  ref?: string | undefined;
  values?: Values | undefined;
  /** Values that the server sets for fields that no client writes. */
  given?: Values | undefined;
  /** The log entry that it reverts. */
  revertOf?: number | undefined;
  /** The row that a new one copies: fingerprints of its secrets stand for them. */
  secretsOf?: number | undefined;
  /** Returns faults of the current row. */
  refuse?: (row: object) => Fault[];
  /** A further change of the row after it was written. */
  followUp?: FollowUp | undefined;
}

/**
 * Changes a row further in the transaction of its set. Adds its effects to `effects`, and returns the changed fields.
 */
export type FollowUp = (
  transaction: Transaction,
  row: { entity: EntityName; id: number; effects: WriteEffects },
) => Promise<{ fields: FieldChange[]; faults: Fault[] }>;

/** The result of one change. */
export interface PlannedResult {
  index: number;
  entity: EntityName;
  id: number | null;
  name: string;
  fields: FieldChange[];
  faults: Fault[];
}

/** How to apply a set. */
export interface ChangeSetOptions {
  author: Author;
  scope: Scope;
  /** The account of new rows; null for the platform. */
  demandId: number | null;
  /** Whether to return the changes without applying them. */
  isDryRun: boolean;
  /** Whether valid rows are changed although others are rejected; else all or nothing. */
  isPartial: boolean;
  /**
   * Validates the values of changes, with references to new rows filled in; returns the valid ones as parsed by their
   * schema, and a check of the current row.
   */
  validate: (
    change: PlannedChange,
    values: Values,
  ) => { values: Values; faults: readonly Fault[]; refuse?: (row: object) => Fault[] };
  /** Runs in the same transaction, with the id of the set. */
  finish?: (transaction: Transaction, batch: number) => Promise<void>;
}

/** The result of a set: nothing was stored unless there is a batch. */
export interface ChangeSetOutcome {
  batch: number | null;
  results: PlannedResult[];
}

/**
 * Applies changes in one transaction: rows are removed first, then the existing ones of each entity changed, which may
 * release names, then new ones created; referenced rows come before those that reference them. Log entries have the
 * batch, by which the whole set can be reverted.
 */
export async function applyChanges(
  db: Database,
  changes: readonly PlannedChange[],
  setting: ChangeSetOptions,
  sealer: SecretSealer | null,
): Promise<ChangeSetOutcome> {
  const run: Run = { setting, sealer, changes, results: [], ids: new Map(), effects: noEffects(), entity: null };
  try {
    const batch = await db.transaction(async (transaction) => {
      for (const stage of stagesOf(changes)) await applyStage(transaction, run, stage);
      const hasFaults = run.results.some(({ faults }) => faults.length > 0);
      if (setting.isDryRun || (hasFaults && !setting.isPartial)) throw new RolledBack();
      if (run.effects.entries.length === 0) return null;
      return saveSet(transaction, run);
    });
    return { batch, results: run.results };
  } catch (error) {
    if (error instanceof RolledBack) return { batch: null, results: run.results };
    const fault = run.entity && faultOfViolation(run.entity, error);
    if (!fault) throw error;
    // Another writer took a value between the check and the write: nothing of the set was stored.
    const faults = [{ ...fault, path: '' }];
    return { batch: null, results: run.results.map((result) => ({ ...result, fields: [], faults })) };
  }
}

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

interface Run {
  setting: ChangeSetOptions;
  /** Encrypts the secrets of rows; null where no row has any. */
  sealer: SecretSealer | null;
  changes: readonly PlannedChange[];
  results: PlannedResult[];
  /** Ids of new rows by their name in the set. */
  ids: Map<string, number>;
  effects: WriteEffects;
  /** The entity that is being written. */
  entity: Entity | null;
}

/** Changes of one kind, by their positions in the set. */
interface Stage {
  entity: EntityName;
  action: PlannedChange['action'];
  places: number[];
}

/** The stages in the order of writing: referencing rows are removed first, and created last. */
function stagesOf(changes: readonly PlannedChange[]): Stage[] {
  const names = byReference();
  const stages: Stage[] = [
    ...names.toReversed().map((entity): Stage => ({ entity, action: 'remove', places: [] })),
    ...names.flatMap((entity): Stage[] => [
      { entity, action: 'update', places: [] },
      { entity, action: 'create', places: [] },
    ]),
  ];
  for (const [place, { entity, action }] of changes.entries()) {
    stages.find((stage) => stage.entity === entity && stage.action === action)?.places.push(place);
  }
  return stages.filter(({ places }) => places.length > 0);
}

/** The entities, each after those that it references. */
function byReference(): EntityName[] {
  const ordered = new Set<EntityName>();
  const visit = (name: EntityName, path: readonly EntityName[]): void => {
    if (ordered.has(name) || path.includes(name)) return;
    for (const { target } of Object.values<Field>(entities[name].fields)) {
      if (target !== undefined) visit(target as EntityName, [...path, name]);
    }
    ordered.add(name);
  };
  for (const { name } of entityList) visit(name as EntityName, []);
  return [...ordered];
}

async function applyStage(transaction: Transaction, run: Run, { entity: name, action, places }: Stage): Promise<void> {
  const { setting, changes, effects } = run;
  const write = { scope: setting.scope, effects, sealer: run.sealer };
  run.entity = entities[name];
  const validated = places.flatMap((place) => {
    const change = changes[place];
    return change ? [{ place, change, ...validateChange(run, change) }] : [];
  });
  let outcomes: WriteOutcome<{ id: number }>[];
  if (action === 'create') {
    const rows = validated.map(({ change: { revertOf, secretsOf }, ...validation }) => {
      return { ...validation, demandId: setting.demandId, revertOf, secretsOf };
    });
    outcomes = await createRows(transaction, name, rows, write);
  } else if (action === 'update') {
    const updates = validated.map(({ change, refuse: refuseValues, ...validation }) => {
      const { id = 0, version, given, revertOf, refuse: refuseChange } = change;
      const refuse = (row: object) => [...(refuseChange?.(row) ?? []), ...(refuseValues?.(row) ?? [])];
      return { ...validation, id, version, given, revertOf, refuse };
    });
    outcomes = await updateRows(transaction, name, updates, write);
  } else {
    const removals = validated.map(({ change: { id = 0, revertOf, refuse } }) => {
      return { id, revertOf, ...(refuse ? { refuse } : {}) };
    });
    outcomes = await removeRows(transaction, name, removals, write);
  }
  for (const [index, { place, change }] of validated.entries()) {
    const outcome = outcomes[index];
    if (!outcome) throw new Error(`nothing came of change ${place}`);
    if (outcome.type === 'done' && change.ref !== undefined) run.ids.set(change.ref, outcome.row.id);
    const result = resultOf(place, change, outcome);
    run.results[place] = result;
    if (outcome.type !== 'done' || !change.followUp) continue;
    const more = await change.followUp(transaction, { entity: name, id: outcome.row.id, effects });
    result.fields = [...result.fields, ...more.fields];
    result.faults.push(...more.faults);
  }
}

function validateChange(
  run: Run,
  change: PlannedChange,
): { values: Values; found: Fault[]; refuse?: ((row: object) => Fault[]) | undefined } {
  if (change.action === 'remove') return { values: {}, found: [] };
  const { values, faults } = withIds(run, change);
  const validated = run.setting.validate(change, values);
  const named = new Set(faults.map(({ path }) => path));
  return {
    values: validated.values,
    found: [...faults, ...validated.faults.filter(({ path }) => !named.has(path))],
    refuse: validated.refuse,
  };
}

/** Fills in the ids of new rows where references name them. */
function withIds(run: Run, { entity, values = {} }: PlannedChange): { values: Values; faults: Fault[] } {
  const filled: Record<string, unknown> = { ...values };
  const faults: Fault[] = [];
  const idOf = (value: unknown, path: string): unknown => {
    if (typeof value !== 'string' || !value.startsWith('@')) return value;
    const id = run.ids.get(value.slice(1));
    if (id === undefined)
      faults.push({ code: 'unknown_reference', message: `There is no new row named ${value}`, path });
    return id ?? value;
  };
  for (const [path, field] of Object.entries(entities[entity].fields)) {
    const value = filled[path];
    if (field.kind === 'reference') filled[path] = idOf(value, path);
    else if (field.kind === 'references' && Array.isArray(value)) filled[path] = value.map((each) => idOf(each, path));
    else if (keyEntityOf(field.structure) && typeof value === 'object' && value !== null) {
      const parts = Object.entries(value).map(([key, part]) => [String(idOf(key, path)), part]);
      filled[path] = Object.fromEntries(parts);
    }
    if (filled[path] === undefined) delete filled[path];
  }
  return { values: filled, faults };
}

function resultOf(index: number, change: PlannedChange, outcome: WriteOutcome<{ id: number }>): PlannedResult {
  const { entity, id = null } = change;
  const given: unknown = change.values?.['name'];
  const base = { index, entity, id, name: typeof given === 'string' ? given : '', fields: [], faults: [] };
  switch (outcome.type) {
    case 'done': {
      const name: unknown = Reflect.get(outcome.row, 'name');
      return { ...base, id: outcome.row.id, name: typeof name === 'string' ? name : '', fields: outcome.fields };
    }
    case 'faults':
      return { ...base, faults: outcome.faults };
    case 'missing':
      break;
  }
  return { ...base, faults: [{ code: 'not_found', message: 'There is no such object', path: 'id' }] };
}

/** Stores the set, and publishes its effects to the log and serving. */
async function saveSet(transaction: Transaction, { setting, effects }: Run): Promise<number> {
  const { author, demandId } = setting;
  const [set] = await transaction
    .insert(changeSets)
    .values({ demandId, userId: author.userId })
    .returning({ id: changeSets.id });
  if (!set) throw new Error('the change set was not stored');
  await setting.finish?.(transaction, set.id);
  for (const entry of effects.entries) entry.batch = set.id;
  await flushEffects(transaction, author, effects);
  return set.id;
}
