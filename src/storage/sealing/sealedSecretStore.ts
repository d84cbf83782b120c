import { sql } from 'drizzle-orm';
import { entities } from '#model/index.ts';
import { type SecretSealer, UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import type { Transaction } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { getRow } from '../entities/readRows.ts';
import { requireRelease } from '../migratePostgres.ts';
import { findInstallation, type Secrets } from '../nodes/installationStore.ts';
import type { Postgres } from '../postgres.ts';
import { hasClearSecrets, sealClearSecrets } from './sealClearSecrets.ts';
import { areSecretsClear } from './sealDrafts.ts';
import { type SealedColumn, sealedColumns } from './sealedColumns.ts';

/** The sealed secrets of all tables. */
export interface SealedSecretStore {
  /**
   * Seals every secret under the current SECRET that is sealed under a former one, so that the former one is no longer
   * needed. Those that cannot be opened stay as they are. Does nothing once another node uses a newer SECRET. Several
   * processes may do so at the same time, and while secrets are written.
   */
  reseal(): Promise<ResealedSecrets>;
  /** Number of secrets that are sealed under another SECRET than the current one. */
  countOld(): Promise<number>;
  /** Whether the installation stores the secrets of entities in clear text, as the release before 0.3.0 reads them. */
  areClear(): Promise<boolean>;
  /**
   * From now on, seals the secrets of entities, also those that are stored in clear text. Returns the number of their
   * rows. All or nothing: an interrupted call is repeated. Releases before 0.3.0 do not start any more.
   */
  beginSealing(): Promise<number>;
}

/** The outcome of sealing secrets under the current SECRET. */
export interface ResealedSecrets {
  resealed: number;
  unreadable: UnreadableSecret[];
}

/** The first release that can read sealed secrets. */
export const firstSealingRelease = '0.3.0';

/** Opens the sealed secrets of `columns`: by default, of all. */
export function openSealedSecrets(
  { pool, db }: Pick<Postgres, 'pool' | 'db'>,
  sealer: SecretSealer,
  secrets: Secrets,
  columns: readonly SealedColumn[] = sealedColumns,
): SealedSecretStore {
  const findOld = async ({ table, column, row }: SealedColumn) => {
    const { rows } = await pool.query<{ row: string; sealed: string }>(
      `SELECT ${row}::text AS row, ${column} AS sealed FROM ${table} WHERE NOT starts_with(${column}, $1)`,
      [sealer.currentPrefix],
    );
    return rows;
  };
  return {
    async reseal() {
      const outcome: ResealedSecrets = { resealed: 0, unreadable: [] };
      if ((await findInstallation(pool, secrets))?.hasFormerSecret) return outcome;
      // A process that did not know yet that secrets are sealed may have written one in clear text.
      if (!(await areSecretsClear(db)) && (await hasClearSecrets(db)))
        outcome.resealed += await db.transaction((transaction) => sealClearSecrets(transaction, sealer));
      for (const column of columns) {
        for (const { row, sealed } of await findOld(column)) {
          const next = sealAgain(sealer, sealed, { ...column, row });
          if (next instanceof UnreadableSecret) outcome.unreadable.push(next);
          else if (await db.transaction((transaction) => replace(transaction, column, { row, sealed, next })))
            outcome.resealed += 1;
        }
      }
      return outcome;
    },
    async countOld() {
      const found = await Promise.all(columns.map(findOld));
      return found.flat().length;
    },
    areClear: () => areSecretsClear(db),
    async beginSealing() {
      await requireRelease(pool, firstSealingRelease);
      return db.transaction(async (transaction) => {
        await transaction.execute(sql`update installations set secrets_sealed_at = coalesce(secrets_sealed_at, now())`);
        return sealClearSecrets(transaction, sealer);
      });
    },
  };
}

function sealAgain(
  sealer: SecretSealer,
  sealed: string,
  { table, column, row }: SealedColumn,
): string | UnreadableSecret {
  const place = { table, column, row };
  try {
    return sealer.seal(sealer.open(sealed, place), place);
  } catch (error) {
    if (error instanceof UnreadableSecret) return error;
    throw error;
  }
}

/** Replaces a sealed text; false if another one was written meanwhile. Serving gets the row of an entity again. */
async function replace(
  transaction: Transaction,
  { table, column, row: rowColumn, entity }: SealedColumn,
  { row, sealed, next }: { row: string; sealed: string; next: string },
): Promise<boolean> {
  const [tableName, columnName, rowName] = [table, column, rowColumn].map((name) => sql.identifier(name));
  const { rows } = await transaction.execute<{ id: number | null }>(sql`
    update ${tableName} set ${columnName} = ${next} where ${rowName}::text = ${row} and ${columnName} = ${sealed}
    returning ${entity === undefined ? sql`null::integer` : sql`id`} as id`);
  const [changed] = rows;
  if (!changed) return false;
  if (entity !== undefined && changed.id !== null) {
    const current = await getRow(transaction, entity, changed.id, 'all');
    await publishChanges(transaction, entities[entity], [{ id: changed.id, row: current }]);
  }
  return true;
}
