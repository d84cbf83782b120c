import { expect, test } from 'vitest';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { openEntityStore } from '#storage/entities/entityStore.ts';
import { type ListKey } from '#storage/lists/listKey.ts';
import { openListMembers } from '#storage/lists/openListMembers.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { describePostgres } from '../../stores/describePostgres.ts';
import { migrateBefore, migrationsFolder } from '../../stores/migrateBefore.ts';

describePostgres('an installation with list members in the rows of lists', (open) => {
  test('keeps every member in an upgrade, and serving reads everything again', async () => {
    const { pool, db } = open().postgres;
    // When members were stored in the rows of their lists.
    await migrateBefore(pool, 2);
    await pool.query(`insert into demands (name, uid) values ('one', 'one')`);
    const items = (values: string[]) => JSON.stringify(values);
    const insert = async (table: string, count: string, values: string[], account: number | null) => {
      const { rows } = await pool.query<{ id: number }>(
        `insert into ${table} (demand_id, name, mode, description, ${count}, items) values ($1, $2, 'block', '', $3, $4) returning id`,
        [account, `${table} ${values.length}`, values.length, items(values)],
      );
      return rows[0]?.id ?? 0;
    };
    const apps = await insert('app_lists', 'app_count', [' com.Example.One', 'com.example.two', 'com.example.one'], 1);
    const platforms = await insert('app_lists', 'app_count', ['com.example.ghost', 'x'], null);
    const empty = await insert('app_lists', 'app_count', [], 1);
    const creatives = await insert(
      'cre_lists',
      'cre_count',
      ['https://user@CDN.example:443/A//b;x=1/c.mp4?d#e', 'CR-7', '//cdn.example'],
      1,
    );
    const publishers = await insert(
      'pub_lists',
      'pub_count',
      Array.from({ length: 300 }, (_, i) => `Pub-${i}`),
      1,
    );
    await pool.query('insert into snapshot_version (id, version) values (1, 7)');

    await migratePostgres(pool, migrationsFolder);
    const [entities, lists] = [openEntityStore(db), openListMembers(db)];
    const membersOf = async (key: ListKey) => (await lists.page(key, { page: 1, size: 1000 })).members;
    expect(await membersOf({ entity: 'appList', id: apps })).toEqual(['com.example.one', 'com.example.two']);
    expect(await membersOf({ entity: 'appList', id: platforms })).toEqual(['com.example.ghost', 'x']);
    expect(await membersOf({ entity: 'appList', id: empty })).toEqual([]);
    expect(await membersOf({ entity: 'creList', id: creatives })).toEqual([
      'CR-7',
      'cdn.example',
      'cdn.example/A/b/c.mp4',
    ]);
    expect(await membersOf({ entity: 'pubList', id: publishers })).toHaveLength(300);
    expect(await entities.get('appList', apps, 'all')).toMatchObject({ appCount: 2, kind: 'bundle' });
    expect(await entities.get('appList', empty, 'all')).toMatchObject({ appCount: 0, membersHash: '' });
    expect(await entities.readChangesSince(7)).toEqual({ type: 'unknown' });

    // The digests equal those of the product: the same members under other names have the same.
    const row = await entities.get('pubList', publishers, 'all');
    const key = { entity: 'pubList', id: publishers } as const;
    const apply = async (mode: 'add' | 'remove') => {
      async function* chunks() {
        yield ['another'];
      }
      const change = { mode, chunks: chunks(), isDryRun: false, author: systemAuthor, now: new Date() };
      await lists.apply(key, 'all', change);
      return (await entities.get('pubList', publishers, 'all'))?.membersHash;
    };
    expect(await apply('add')).not.toBe(row?.membersHash);
    expect(await apply('remove')).toBe(row?.membersHash);
    const { rows } = await pool.query<{ digest: string }>(
      `select lpad(to_hex(hashtextextended('only', 0)), 16, '0') || lpad(to_hex(hashtextextended('only', 1)), 16, '0') as digest`,
    );
    const fresh = await entities.create('pubList', { name: 'fresh', mode: 'block', description: '', status: 1 }, 1);
    const id = fresh.type === 'done' ? fresh.row.id : 0;
    async function* only() {
      yield ['only'];
    }
    const change = { mode: 'add', chunks: only(), isDryRun: false, author: systemAuthor, now: new Date() } as const;
    await lists.apply({ entity: 'pubList', id }, 'all', change);
    expect((await entities.get('pubList', id, 'all'))?.membersHash).toBe(rows[0]?.digest);
  });
});
