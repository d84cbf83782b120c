import { beforeAll, describe, expect, test } from 'vitest';
import { createSchema, entities } from '#model/index.ts';
import type { MemberMode } from '#model/lists/listMembers.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { type EntityStore, openEntityStore } from '#storage/entities/entityStore.ts';
import { type ListMemberStore, openListMembers } from '#storage/lists/openListMembers.ts';
import type { ListKey } from '#storage/lists/listKey.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { describePostgres } from '../../stores/describePostgres.ts';

const now = new Date();

/** A generator of pseudo-random numbers in [0, 1) that are the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

async function* inChunks(values: readonly string[], size = 7): AsyncGenerator<string[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

describePostgres('list members', (open) => {
  let entityStore: EntityStore;
  let lists: ListMemberStore;
  let demandId: number;
  let made = 0;

  beforeAll(async () => {
    const { pool, db } = open().postgres;
    await migratePostgres(pool, new URL('../../../migrations/postgres', import.meta.url).pathname);
    entityStore = openEntityStore(db);
    lists = openListMembers(db);
    demandId = await create('demand', { name: 'one' }, null);
  });

  async function create(name: 'demand' | 'appList' | 'pubList', values: object, account: number | null) {
    const outcome = await entityStore.create(name, createSchema(entities[name]).parse(values), account);
    if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.row.id;
  }

  async function newList(account: number | null = demandId): Promise<ListKey> {
    made += 1;
    return { entity: 'appList', id: await create('appList', { name: `list ${made}` }, account) };
  }

  const apply = (key: ListKey, mode: MemberMode, values: readonly string[], isDryRun = false) =>
    lists.apply(key, [demandId], { mode, chunks: inChunks(values), isDryRun, author: systemAuthor, now });

  async function change(key: ListKey, mode: MemberMode, values: readonly string[]) {
    const outcome = await apply(key, mode, values);
    if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.counts;
  }

  const undo = (key: ListKey, entry: number) => lists.undo(key, [demandId], { entry, author: systemAuthor, now });

  async function membersOf(key: ListKey): Promise<string[]> {
    const all: string[] = [];
    for await (const part of lists.stream(key)) all.push(...part);
    return all;
  }

  /** The members, and the data about them in the list's row. */
  async function stateOf(key: ListKey) {
    const row = await entityStore.get('appList', key.id, 'all');
    const members = await membersOf(key);
    return { members, count: row?.appCount, hash: row?.membersHash };
  }

  test('values are added, removed and replaced; existing ones are reported', async () => {
    const key = await newList();
    expect(await change(key, 'add', ['b', 'a', 'b', 'c'])).toMatchObject({
      duplicates: 1,
      added: 3,
      removed: 0,
      unchanged: 0,
      total: 3,
    });
    expect(await change(key, 'add', ['c', 'd'])).toMatchObject({ added: 1, unchanged: 1, total: 4 });
    expect(await change(key, 'remove', ['d', 'x'])).toMatchObject({ added: 0, removed: 1, unchanged: 1, total: 3 });
    expect(await change(key, 'replace', ['c', 'é漢'])).toMatchObject({ added: 1, removed: 2, unchanged: 1, total: 2 });
    expect(await stateOf(key)).toMatchObject({ members: ['c', 'é漢'], count: 2 });
  });

  test('a dry run reports the same and changes nothing', async () => {
    const key = await newList();
    await change(key, 'add', ['a', 'b']);
    const before = await stateOf(key);
    const dryRun = await apply(key, 'replace', ['b', 'c', 'c'], true);
    expect(dryRun).toEqual({
      type: 'done',
      counts: { duplicates: 1, added: 1, removed: 1, unchanged: 1, total: 2, entry: null },
    });
    expect(await stateOf(key)).toEqual(before);
    const { entry, ...done } = await change(key, 'replace', ['b', 'c', 'c']);
    expect({ type: 'done', counts: { ...done, entry: null } }).toEqual(dryRun);
    expect(entry).toBeGreaterThan(0);
  });

  test('a change is in the log, raises the version of the row and is published to serving; an empty one leaves no trace', async () => {
    const key = await newList();
    const { rows: before } = await open().postgres.pool.query('select count(*)::int as n from changes');
    const version = await entityStore.version();
    const { entry } = await change(key, 'add', ['a']);
    expect((await entityStore.get('appList', key.id, 'all'))?.version).toBe(2);
    const changeFeed = await entityStore.readChangesSince(version);
    expect(changeFeed).toMatchObject({ rows: [{ entity: 'appList', id: key.id, row: { appCount: 1, version: 2 } }] });
    const { rows } = await open().postgres.pool.query('select * from changes where id = $1', [entry]);
    expect(rows[0]).toMatchObject({
      action: 'updated',
      entity: 'appList',
      row_id: key.id,
      demand_id: demandId,
      fields: [{ field: 'members', from: { count: 0 }, to: { count: 1, added: 1, removed: 0 } }],
    });
    expect(await change(key, 'add', ['a'])).toMatchObject({ added: 0, entry: null });
    const { rows: after } = await open().postgres.pool.query('select count(*)::int as n from changes');
    expect(after[0].n).toBe(before[0].n + 1);
    expect((await entityStore.get('appList', key.id, 'all'))?.version).toBe(2);
  });

  test.each([1, 2, 3, 4])(
    'whatever was done to a list, undoing it step by step leads through every state (%i)',
    async (seed) => {
      const random = createRandom(seed);
      const key = await newList();
      const some = () => Array.from({ length: Math.floor(random() * 30) }, () => `app${Math.floor(random() * 40)}`);
      const expected = new Set<string>();
      const steps: { before: unknown; entry: number }[] = [];
      for (let step = 0; step < 12; step += 1) {
        const mode = (['add', 'remove', 'replace'] as const)[Math.floor(random() * 3)] ?? 'add';
        const values = some();
        const before = await stateOf(key);
        const { entry } = await change(key, mode, values);
        if (mode === 'replace') expected.clear();
        for (const value of values) {
          if (mode === 'remove') expected.delete(value);
          else expected.add(value);
        }
        expect(await stateOf(key)).toMatchObject({ members: [...expected].toSorted(), count: expected.size });
        if (entry !== null) steps.push({ before, entry });
      }
      for (const { before, entry } of steps.toReversed()) {
        const after = await stateOf(key);
        const first = await undo(key, entry);
        expect(await stateOf(key)).toEqual(before);
        // Undoing the undo, and that again, leads back and forth.
        const again = first.type === 'done' ? await undo(key, first.counts.entry ?? 0) : first;
        expect(await stateOf(key)).toEqual(after);
        const last = again.type === 'done' ? await undo(key, again.counts.entry ?? 0) : again;
        expect(last.type).toBe('done');
        expect(await stateOf(key)).toEqual(before);
      }
      expect(await stateOf(key)).toEqual({ members: [], count: 0, hash: '' });
    },
  );

  test('the same members have the same digest, in any order', async () => {
    const [one, other] = [await newList(), await newList()];
    await change(one, 'add', ['a', 'b', 'c']);
    await change(other, 'add', ['c', 'x']);
    await change(other, 'add', ['b', 'a']);
    expect((await stateOf(one)).hash).not.toBe((await stateOf(other)).hash);
    await change(other, 'remove', ['x']);
    expect((await stateOf(one)).hash).toBe((await stateOf(other)).hash);
  });

  describe('refuses', () => {
    test('a change that cannot be undone', async () => {
      const [key, other] = [await newList(), await newList()];
      const { entry } = await change(key, 'add', ['a']);
      const codes = async (list: ListKey, id: number) => {
        const outcome = await undo(list, id);
        return outcome.type === 'faults' ? outcome.faults.map(({ code }) => code) : outcome.type;
      };
      expect(await codes(other, entry ?? 0)).toEqual(['unknown_entry']);
      expect(await codes(key, 999_999)).toEqual(['unknown_entry']);
      expect(await codes(key, entry ?? 0)).toBe('done');
      expect(await codes(key, entry ?? 0)).toEqual(['changed_since']);
      const { entry: old } = await change(key, 'add', ['b']);
      await open().postgres.pool.query(`update changes set at = now() - interval '31 days' where id = $1`, [old]);
      expect(await codes(key, old ?? 0)).toEqual(['too_old']);
      expect((await stateOf(key)).members).toEqual(['b']);
    });

    test('lists of others, and those of the platform, for an account', async () => {
      const foreign = await newList(await create('demand', { name: `other ${made}` }, null));
      const platforms = await newList(null);
      expect(await apply(foreign, 'add', ['a'])).toEqual({ type: 'missing' });
      expect(await apply(platforms, 'add', ['a'])).toMatchObject({ type: 'faults', faults: [{ code: 'read_only' }] });
      expect(await membersOf(foreign)).toEqual([]);
      expect(await membersOf(platforms)).toEqual([]);
    });

    test('a sender that disconnects: nothing of it is stored', async () => {
      const key = await newList();
      async function* breaking() {
        yield ['a', 'b'];
        throw new Error('gone');
      }
      const broken = { mode: 'add', chunks: breaking(), isDryRun: false, author: systemAuthor, now } as const;
      await expect(lists.apply(key, 'all', broken)).rejects.toThrow('gone');
      expect(await stateOf(key)).toEqual({ members: [], count: 0, hash: '' });
      const { rows } = await open().postgres.pool.query(`select 1 from pg_tables where tablename like 'list_import%'`);
      expect(rows).toEqual([]);
    });
  });

  test('pages are in byte order, and the search ignores case', async () => {
    const key = await newList();
    await change(key, 'add', ['b.example', 'A.example', 'c.test', 'a.example']);
    const page = (request: { q?: string; isDescending?: boolean }) => lists.page(key, { page: 1, size: 2, ...request });
    expect(await page({})).toEqual({ members: ['A.example', 'a.example'], total: 4 });
    expect(await page({ isDescending: true })).toEqual({ members: ['c.test', 'b.example'], total: 4 });
    expect(await page({ q: 'A.EX' })).toEqual({ members: ['A.example', 'a.example'], total: 2 });
    expect(await lists.page(key, { page: 2, size: 3 })).toEqual({ members: ['c.test'], total: 4 });
    expect(await lists.listsNaming('appList', [key.id, 0], ['c.test', 'none'])).toEqual([
      { listId: key.id, value: 'c.test' },
    ]);
    expect(await lists.listsNaming('pubList', [key.id], ['c.test'])).toEqual([]);
  });

  test('pruning removes what aborted imports have left and changes that can no longer be undone', async () => {
    const { pool } = open().postgres;
    const key = await newList();
    await change(key, 'add', ['a', 'b']);
    const { entry } = await change(key, 'remove', ['a']);
    await pool.query(`update changes set at = now() - interval '40 days' where id <= $1`, [entry]);
    const [old, young] = [now.getTime() - 25 * 3_600_000, now.getTime()].map((at) => `list_import_${at}_0a`);
    for (const name of [old, young]) await pool.query(`create table ${name} (value text)`);
    await lists.prune(now);
    const { rows } = await pool.query(`select tablename from pg_tables where tablename like 'list_import%'`);
    expect(rows).toEqual([{ tablename: young }]);
    await pool.query(`drop table ${young}`);
    expect((await pool.query('select 1 from list_member_changes where entry = $1', [entry])).rows).toEqual([]);
  });
});
