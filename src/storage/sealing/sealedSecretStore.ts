import type { Pool } from 'pg';
import { type SecretPlace, type SecretSealer, UnreadableSecret } from '#runtime/sealing/secretSealer.ts';
import { findInstallation, type Secrets } from '../nodes/installationStore.ts';
import { type SealedColumn, sealedColumns } from './sealedColumns.ts';

/** The sealed secrets of all tables. */
export interface SealedSecretStore {
  /**
   * Seals every secret under the current SECRET that is sealed under a former one, so that the former one is no longer
   * needed. Those that cannot be opened stay as they are. Does nothing once another node uses a newer SECRET. Several
   * processes may do so at the same time, and while secrets are written.
   */
  reseal(): Promise<ResealedSecrets>;
}

/** The outcome of sealing secrets under the current SECRET. */
export interface ResealedSecrets {
  resealed: number;
  unreadable: UnreadableSecret[];
}

/** Opens the sealed secrets of `columns`: by default, of all. */
export function openSealedSecrets(
  pool: Pool,
  sealer: SecretSealer,
  secrets: Secrets,
  columns: readonly SealedColumn[] = sealedColumns,
): SealedSecretStore {
  return {
    async reseal() {
      const outcome: ResealedSecrets = { resealed: 0, unreadable: [] };
      if ((await findInstallation(pool, secrets))?.hasFormerSecret) return outcome;
      for (const column of columns) {
        for (const { place, sealed } of await findOld(pool, sealer, column)) {
          const next = sealAgain(sealer, sealed, place);
          if (next instanceof UnreadableSecret) outcome.unreadable.push(next);
          else outcome.resealed += await replace(pool, column, { row: place.row, sealed, next });
        }
      }
      return outcome;
    },
  };
}

async function findOld(
  pool: Pool,
  { currentPrefix }: SecretSealer,
  { table, column, row }: SealedColumn,
): Promise<{ place: SecretPlace; sealed: string }[]> {
  const { rows } = await pool.query<{ row: string; sealed: string }>(
    `SELECT ${row}::text AS row, ${column} AS sealed FROM ${table} WHERE NOT starts_with(${column}, $1)`,
    [currentPrefix],
  );
  return rows.map((found) => ({ place: { table, column, row: found.row }, sealed: found.sealed }));
}

function sealAgain(sealer: SecretSealer, sealed: string, place: SecretPlace): string | UnreadableSecret {
  try {
    return sealer.seal(sealer.open(sealed, place), place);
  } catch (error) {
    if (error instanceof UnreadableSecret) return error;
    throw error;
  }
}

/** Replaces a sealed text unless another one was written meanwhile; returns the number of changed rows. */
async function replace(
  pool: Pool,
  { table, column, row: rowColumn }: SealedColumn,
  { row, sealed, next }: { row: string | number; sealed: string; next: string },
): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE ${table} SET ${column} = $1 WHERE ${rowColumn}::text = $2 AND ${column} = $3`,
    [next, row, sealed],
  );
  return rowCount ?? 0;
}
