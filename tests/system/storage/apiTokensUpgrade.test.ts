import { expect, test } from 'vitest';
import { openApiTokens } from '#storage/apiTokens.ts';
import { openSessionStore } from '#storage/logins/sessionStore.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { describePostgres } from '../../stores/describePostgres.ts';
import { migrateBefore, migrationsFolder } from '../../stores/migrateBefore.ts';

describePostgres('an installation that stores API tokens in plain text', (open) => {
  test('accepts them after the upgrade, and only stores their hashes and last characters', async () => {
    const { pool, db } = open().postgres;
    await migrateBefore(pool, 12);
    await pool.query(`insert into demands (name, uid) values ('one', 'one'), ('two', 'two')`);
    await pool.query(`insert into users (name, login, password_hash, type, demand_id)
      values ('owner', 'one', '', 'demand', 1), ('owner', 'two', '', 'demand', 2)`);
    const token = 'CyUxefdqvM_figIlkTsU8QA-WMHv5xegDf-G_JGmeRA';
    await pool.query(`insert into api_tokens (demand_id, token) values (1, '${token}'), (2, 'another-token_0')`);

    await migratePostgres(pool, migrationsFolder);
    const sessions = openSessionStore(db);
    expect((await sessions.readApiToken(token))?.account?.name).toBe('one');
    expect((await sessions.readApiToken('another-token_0'))?.account?.name).toBe('two');
    expect(await sessions.readApiToken('another-token_1')).toBeNull();
    const tokens = openApiTokens(db);
    expect([(await tokens.read(1))?.hint, (await tokens.read(2))?.hint]).toEqual(['meRA', 'en_0']);
    const { rows } = await pool.query('select * from api_tokens');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
