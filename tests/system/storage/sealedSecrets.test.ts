import { beforeEach, expect, test } from 'vitest';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { joinInstallation } from '#storage/nodes/installationStore.ts';
import { openSealedSecrets } from '#storage/sealing/sealedSecretStore.ts';
import { describePostgres } from '../../stores/describePostgres.ts';

const [first, second, foreign] = ['a1', 'b2', 'c3'].map((digits) => digits.repeat(32)) as [string, string, string];
const column = { table: 'partners', column: 'sealed_key', row: 'id' };
const placeOf = (row: number) => ({ table: column.table, column: column.column, row });

describePostgres('sealed secrets', (open) => {
  const sealWith = (secret: string, row: number, text: string) =>
    createSecretSealer({ secret, otherSecrets: [] }).seal(text, placeOf(row));
  const storeOf = (secret: string, otherSecrets: string[]) => {
    const secrets = { secret, otherSecrets };
    return openSealedSecrets(open().postgres, createSecretSealer(secrets), secrets, [column]);
  };
  const read = async () => {
    const { rows } = await open().postgres.pool.query<{ id: number; key: string | null }>(
      'SELECT id, sealed_key AS key FROM partners ORDER BY id',
    );
    return rows;
  };

  beforeEach(async () => {
    const { pool } = open().postgres;
    await migratePostgres(pool, migrationFolders.postgres);
    await pool.query(
      'DROP TABLE IF EXISTS partners; DELETE FROM installations; CREATE TABLE partners (id int PRIMARY KEY, sealed_key text)',
    );
    const rows = [sealWith(first, 1, 'one'), null, sealWith(first, 3, 'three')];
    for (const [at, sealed] of rows.entries()) {
      await pool.query('INSERT INTO partners VALUES ($1, $2)', [at + 1, sealed]);
    }
    await joinInstallation(pool, { secret: first, otherSecrets: [] });
  });

  test('after a change of SECRET, all are sealed under the new one, and open without the former one', async () => {
    const { pool } = open().postgres;
    const before = await read();
    expect(await storeOf(first, []).reseal()).toEqual({ resealed: 0, unreadable: [] });
    expect(await read()).toEqual(before);
    await joinInstallation(pool, { secret: second, otherSecrets: [first] });
    expect(await storeOf(second, [first]).reseal()).toEqual({ resealed: 2, unreadable: [] });
    const alone = createSecretSealer({ secret: second, otherSecrets: [] });
    expect((await read()).map(({ id, key }) => key && alone.open(key, placeOf(id)))).toEqual(['one', null, 'three']);
  });

  test('a node that still has the former SECRET does not seal under it again', async () => {
    await joinInstallation(open().postgres.pool, { secret: second, otherSecrets: [first] });
    await storeOf(second, [first]).reseal();
    const before = await read();
    expect(await storeOf(first, [second]).reseal()).toEqual({ resealed: 0, unreadable: [] });
    expect(await read()).toEqual(before);
  });

  test('a secret that cannot be opened is named and stays, and the others are sealed', async () => {
    const { pool } = open().postgres;
    const lost = sealWith(foreign, 2, 'two');
    await pool.query('UPDATE partners SET sealed_key = $1 WHERE id = 2', [lost]);
    await joinInstallation(pool, { secret: second, otherSecrets: [first] });
    const outcome = await storeOf(second, [first]).reseal();
    expect(outcome).toMatchObject({ resealed: 2, unreadable: [{ reason: 'unknownKey' }] });
    expect((await read())[1]?.key).toBe(lost);
  });
});
