import { eq, isNull, sql } from 'drizzle-orm';
import type { Entity, EntityName } from '#model/index.ts';
import { isFingerprint, sealedName, secretNames, secretPlaceOf } from '#model/field/secretField.ts';
import type { SecretPlace, SecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { Connection, Transaction } from '../entities/database.ts';
import type { Draft } from '../entities/draft.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { installations } from '../nodes/nodeTables.ts';
import { tableOf } from '../tableOf.ts';
import { fingerprintOf } from './fingerprintOf.ts';

/** The values of the columns of a secret field: with a sealer sealed, else in clear text. */
export function storedSecret(
  field: string,
  secret: string,
  place: SecretPlace,
  sealer: SecretSealer | null,
): Record<string, string | null> {
  if (sealer === null || secret === '') return { [field]: secret, [sealedName(field)]: null };
  return { [field]: fingerprintOf(secret), [sealedName(field)]: sealer.seal(secret, place) };
}

/**
 * Replaces the secrets in drafts by what is stored of them. Until the installation seals its secrets, that is clear text,
 * as the release before 0.3.0 reads it. Throws if there are secrets but no sealer.
 */
export async function sealDrafts(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
  sealer: SecretSealer | null,
): Promise<void> {
  const names = secretNames(entity.fields);
  const isNeeded = ({ stored, before }: Draft) =>
    names.some((name) => stored[name] !== undefined && (stored[name] !== '' || before !== null));
  const changed = drafts.filter(isNeeded);
  if (changed.length === 0) return;
  if (sealer === null) throw new Error(`${entity.name} has secrets, which need a sealer`);
  const using = (await areSecretsClear(transaction)) ? null : sealer;
  for (const draft of changed) {
    const copied = draft.secretsOf === undefined ? {} : await openSecrets(transaction, entity, draft.secretsOf, sealer);
    for (const name of names) {
      const given = draft.stored[name];
      if (typeof given !== 'string') continue;
      const secret = isFingerprint(given) ? (copied[name] ?? '') : given;
      const place = secretPlaceOf(entity, name, String(draft.row['uid']));
      draft.stored = { ...draft.stored, ...storedSecret(name, secret, place, using) };
    }
  }
}

/** Whether the installation stores the secrets of entities in clear text. */
export async function areSecretsClear(connection: Connection): Promise<boolean> {
  const rows = await connection
    .select({ slot: installations.slot })
    .from(installations)
    .where(isNull(installations.secretsSealedAt));
  return rows.length > 0;
}

/** The secrets of a row by field. */
async function openSecrets(
  connection: Connection,
  entity: Entity,
  id: number,
  sealer: SecretSealer,
): Promise<Record<string, string>> {
  const table = tableOf(entity.name as EntityName);
  const opened: Record<string, string> = {};
  for (const name of secretNames(entity.fields)) {
    const [row] = await connection
      .select({
        uid: columnNamed(table, 'uid'),
        sealed: columnNamed(table, sealedName(name)),
        clear: sql<string>`${columnNamed(table, name)}`,
      })
      .from(table.table)
      .where(eq(columnNamed(table, 'id'), id));
    if (!row) continue;
    const place = secretPlaceOf(entity, name, String(row.uid));
    opened[name] = typeof row.sealed === 'string' ? sealer.open(row.sealed, place) : row.clear;
  }
  return opened;
}
