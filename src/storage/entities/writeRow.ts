import { type Entity, type EntityName, entities, type Fault, type RowByName } from '#model/index.ts';
import type { SecretSealer } from '#runtime/sealing/secretSealer.ts';
import { type Author, systemAuthor } from './changeLog.ts';
import type { Database, Scope, Transaction } from './database.ts';
import type { NewRow, Values } from './draft.ts';
import { faultOfViolation } from './uniqueness.ts';
import { noEffects, flushEffects, type WriteEffects } from './writeEffects.ts';
import {
  type CreateOutcome,
  createRows,
  removeRows,
  type RowUpdate,
  updateRows,
  type WriteOutcome,
} from './writeRows.ts';

/** The parameters of a write beside its values. */
export interface WriteContext extends Omit<NewRow, 'values' | 'demandId'> {
  author?: Author;
  /** The writer's scope; the references of a new row must be in it. */
  scope?: Scope;
  /** Encrypts secrets; absent where no field of the entity is one. */
  sealer?: SecretSealer | null;
}

/** The parameters of an update beside its values. */
export type UpdateContext = Omit<WriteContext, 'scope'> & Pick<RowUpdate, 'version' | 'refuse'>;

/** Adds a row to an account, or to the platform (null). */
export async function createRow<N extends EntityName>(
  db: Database,
  name: N,
  values: Values,
  demandId: number | null,
  { author = systemAuthor, scope = 'all', sealer = null, ...context }: WriteContext = {},
): Promise<CreateOutcome<RowByName[N]>> {
  return alone(db, name, author, (transaction, effects) =>
    createRows(transaction, name, [{ ...context, values, demandId }], { scope, effects, sealer }),
  );
}

/** Changes a row of the scope. */
export async function updateRow<N extends EntityName>(
  db: Database,
  name: N,
  id: number,
  values: Values,
  scope: Scope,
  { author = systemAuthor, sealer = null, ...context }: UpdateContext = {},
): Promise<WriteOutcome<RowByName[N]>> {
  return alone(db, name, author, (transaction, effects) =>
    updateRows(transaction, name, [{ ...context, id, values }], { scope, effects, sealer }),
  );
}

/** Deletes a row of the scope and returns it. */
export async function removeRow<N extends EntityName>(
  db: Database,
  name: N,
  id: number,
  scope: Scope,
  { author = systemAuthor, revertOf }: Pick<WriteContext, 'author' | 'revertOf'> = {},
): Promise<WriteOutcome<RowByName[N]>> {
  return alone(db, name, author, (transaction, effects) =>
    removeRows(transaction, name, [{ id, revertOf }], { scope, effects }),
  );
}

/**
 * Runs a write of many rows for a single one. Two writers can pass the check for taken values; the index rejects the
 * second.
 */
async function alone<N extends EntityName, Outcome extends WriteOutcome<RowByName[N]>>(
  db: Database,
  name: N,
  author: Author,
  write: (transaction: Transaction, effects: WriteEffects) => Promise<Outcome[]>,
): Promise<Outcome | { type: 'faults'; faults: Fault[] }> {
  const entity: Entity = entities[name];
  try {
    return await db.transaction(async (transaction) => {
      const effects = noEffects();
      const [outcome] = await write(transaction, effects);
      if (!outcome) throw new Error(`nothing came of a write of ${name}`);
      await flushEffects(transaction, author, effects);
      return outcome;
    });
  } catch (error) {
    const fault = faultOfViolation(entity, error);
    if (!fault) throw error;
    return { type: 'faults', faults: [fault] };
  }
}
