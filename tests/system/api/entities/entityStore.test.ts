import { beforeAll, describe, expect, test } from 'vitest';
import { createSchema, entities, type EntityName, type Status } from '#model/index.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { type ChangeSetStore, openChangeSets } from '#storage/entities/changeSetStore.ts';
import type { RowChoice } from '#storage/entities/chooseRows.ts';
import type { Scope } from '#storage/entities/database.ts';
import { type EntityStore, openEntityStore } from '#storage/entities/entityStore.ts';
import { openLoginStore } from '#storage/logins/loginStore.ts';
import { openPasswordStore } from '#storage/logins/passwordStore.ts';
import { openSessionStore } from '#storage/logins/sessionStore.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import { migratePostgres } from '#storage/migratePostgres.ts';
import { describePostgres } from '../../../stores/describePostgres.ts';

function rowOf<Row>(outcome: WriteOutcome<Row>): Row {
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.row;
}

describePostgres('entity storage', (open) => {
  let store: EntityStore;
  let changeSets: ChangeSetStore;
  let demandId: number;
  let otherId: number;

  const create = async <N extends EntityName>(name: N, values: object, account: number | null = demandId) =>
    store.create(name, createSchema(entities[name]).parse(values), account);

  /** Sets the status of rows in one change set. */
  async function setStatus(name: EntityName, choice: RowChoice, scope: Scope, status: Status) {
    const rows = await store.choose(name, choice);
    return changeSets.apply(
      rows.map(({ id }) => ({ entity: name, action: 'update', id, values: { status } })),
      {
        author: systemAuthor,
        scope,
        demandId,
        isDryRun: false,
        isPartial: true,
        validate: (_change, values) => ({ values, faults: [] }),
      },
    );
  }

  beforeAll(async () => {
    await migratePostgres(open().postgres.pool, new URL('../../../../migrations/postgres', import.meta.url).pathname);
    store = openEntityStore(open().postgres.db);
    changeSets = openChangeSets(open().postgres.db);
    demandId = rowOf(await create('demand', { name: 'one' }, null)).id;
    otherId = rowOf(await create('demand', { name: 'other' }, null)).id;
  });

  test('every kind of field is returned as it was given', async () => {
    const advertiser = rowOf(await create('advertiser', { name: 'kinds' }));
    const tag = rowOf(
      await create('tag', {
        name: 'kinds é 漢',
        advertiserId: advertiser.id,
        url: 'https://ads.example/',
        rate: '0.0001',
      }),
    );
    const channel = rowOf(await create('channel', { name: 'kinds', costShare: 33.33, costCpm: '999.9999' }));
    expect(tag).toMatchObject({ rate: '0.0001', floor: '0.00', name: 'kinds é 漢', status: 1, demandId });
    expect(tag.uid).toMatch(/^[0-9a-z]{16}$/);
    expect(tag.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(channel).toMatchObject({ costShare: 33.33, costCpm: '999.9999', subpublisherId: null });
    expect(await store.get('tag', tag.id, [demandId])).toEqual(tag);
    const row = rowOf(await create('waterfallRow', { channelId: channel.id, tagId: tag.id }));
    expect(row).toMatchObject({ floor: null, isEnabled: true });
    expect(rowOf(await store.update('waterfallRow', row.id, { floor: '1.5', isEnabled: false }, 'all'))).toMatchObject({
      floor: '1.50',
      isEnabled: false,
    });
  });

  test('rows outside the scope are missing for every method', async () => {
    const foreign = rowOf(await create('advertiser', { name: 'foreign' }, otherId));
    expect(await store.get('advertiser', foreign.id, [demandId])).toBeNull();
    expect(await store.get('advertiser', foreign.id, [])).toBeNull();
    expect(await store.update('advertiser', foreign.id, { name: 'x' }, [demandId])).toEqual({ type: 'missing' });
    expect(await store.getMany('advertiser', [foreign.id], [demandId])).toEqual([]);
    const named = await store.listNames('advertiser', { scope: [demandId] });
    expect(named.map((each) => each.id)).not.toContain(foreign.id);
    const outside = await setStatus('advertiser', { ids: [foreign.id], scope: 'all' }, [demandId], 0);
    expect(outside).toMatchObject({ batch: null, results: [{ faults: [{ code: 'not_found' }] }] });
    expect(await store.choose('advertiser', { ids: [foreign.id], scope: [demandId] })).toEqual([]);
    expect(await store.get('advertiser', foreign.id, 'all')).toMatchObject({ name: 'foreign', status: 1 });
  });

  test('a secret is stored hashed and never read', async () => {
    const user = rowOf(await create('user', { name: 'u', login: 'secretive', type: 'demand', demandId }, null));
    expect(JSON.stringify(user)).not.toMatch(/sesame|argon2/);
    const { rows } = await open().postgres.pool.query<{ password_hash: string }>('select * from users');
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const logins = openLoginStore(open().postgres.db);
    expect(await logins.verify('secretive', 'open sesame please')).toBeNull();
    await openPasswordStore(open().postgres.db).set(user, 'open sesame please', systemAuthor, 'no session');
    expect(await logins.verify('Secretive', 'open sesame please')).toMatchObject({ id: user.id });
    expect(await logins.verify('secretive', 'open sesame')).toBeNull();
    expect(await logins.verify('nobody', 'open sesame please')).toBeNull();
    expect(await logins.createFirstAdmin('late', 'late late late')).toBe(false);
  });

  test('versions have no gap, whatever fails and however many writes are concurrent', async () => {
    const before = await store.version();
    const advertiser = rowOf(await create('advertiser', { name: 'busy' }));
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        create('tag', { name: `busy ${index % 20}`, advertiserId: advertiser.id, url: 'https://ads.example/' }),
      ),
    );
    const done = outcomes.filter((outcome) => outcome.type === 'done').length;
    expect(done).toBe(20);
    expect(await store.version()).toBe(before + 1 + done);
    const changeFeed = await store.readChangesSince(before);
    expect(changeFeed).toMatchObject({ type: 'changes', version: before + 1 + done });
    if (changeFeed.type === 'changes') expect(changeFeed.rows).toHaveLength(1 + done);
    const { rows } = await open().postgres.pool.query<{ version: string }>(
      'select version from outbox order by version',
    );
    expect(rows.map((row) => Number(row.version))).toEqual(rows.map((_row, index) => index + 1));
  });

  test('a change without effect is not published, and a user never', async () => {
    const advertiser = rowOf(await create('advertiser', { name: 'still' }));
    const before = await store.version();
    expect(rowOf(await store.update('advertiser', advertiser.id, { name: 'still' }, 'all'))).toEqual(advertiser);
    await create('user', { name: 'u', login: 'quiet', type: 'admin' }, null);
    expect(await store.version()).toBe(before);
  });

  test('two changes of one row at once both apply', async () => {
    const channel = rowOf(await create('channel', { name: 'both' }));
    await Promise.all([
      store.update('channel', channel.id, { timeoutMs: 900 }, 'all'),
      store.update('channel', channel.id, { parallelCalls: 7 }, 'all'),
    ]);
    expect(await store.get('channel', channel.id, 'all')).toMatchObject({ timeoutMs: 900, parallelCalls: 7 });
  });

  test('many rows get a status in one transaction, each with its own version', async () => {
    const ids = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(rowOf(await create('subpublisher', { name: `sub ${index}` })).id);
    const before = await store.version();
    const scope = [demandId];
    const { results } = await setStatus('subpublisher', { filter: { scope, q: 'sub' } }, scope, 0);
    expect(results.map(({ id, faults }) => ({ id, faults }))).toEqual(ids.map((id) => ({ id, faults: [] })));
    const changeFeed = await store.readChangesSince(before);
    expect(changeFeed).toMatchObject({ type: 'changes', version: before + 5 });
    if (changeFeed.type === 'changes') expect(changeFeed.rows.map((row) => row.id)).toEqual(ids);
    await Promise.all([
      setStatus('subpublisher', { ids, scope: 'all' }, 'all', 1),
      setStatus('subpublisher', { ids: ids.toReversed(), scope: 'all' }, 'all', 2),
    ]);
    const rows = await store.getMany('subpublisher', ids, 'all');
    expect(new Set(rows.map((row) => row.status)).size).toBe(1);
  });

  test('a checkpoint is every served row as of one version', async () => {
    const checkpoint = await store.checkpoint();
    expect(checkpoint.version).toBe(await store.version());
    const kinds = new Set(checkpoint.rows.map((row) => row.entity));
    expect([...kinds]).toEqual(['demand', 'advertiser', 'subpublisher', 'tag', 'channel', 'waterfallRow']);
  });

  test('a list pages, counts, filters and sorts references by name', async () => {
    const [zed, abe] = [
      rowOf(await create('advertiser', { name: 'zed' })),
      rowOf(await create('advertiser', { name: 'Abe' })),
    ];
    for (const [index, advertiser] of [zed, abe, zed].entries()) {
      await create('tag', { name: `sorted ${index}`, advertiserId: advertiser.id, url: 'https://ads.example/' });
    }
    const list = (sort: string, page = 1) =>
      store.list('tag', {
        scope: [demandId],
        q: 'sorted',
        filters: { advertiserId: [zed.id, abe.id] },
        sort,
        page,
        size: 2,
      });
    expect((await list('advertiserId')).rows.map((row) => row.name)).toEqual(['sorted 1', 'sorted 0']);
    expect((await list('-advertiserId')).rows.map((row) => row.name)).toEqual(['sorted 2', 'sorted 0']);
    expect(await list('name', 2)).toMatchObject({ total: 3, rows: [{ name: 'sorted 2' }] });
    expect((await list('name')).rows[0]).not.toHaveProperty('vastXml');
  });

  test('pruning deletes nothing that is newer than the given version', async () => {
    const version = await store.version();
    await store.pruneOutbox('2000-01-01T00:00:00Z');
    expect(await store.readChangesSince(0, 5)).toMatchObject({ type: 'changes', version: 5 });
    await store.pruneOutbox('2100-01-01T00:00:00Z');
    expect(await store.readChangesSince(0)).toEqual({ type: 'unknown' });
    expect(await store.readChangesSince(version)).toEqual({ type: 'changes', rows: [], version });
    rowOf(await create('advertiser', { name: 'after pruning' }));
    expect(await store.readChangesSince(version)).toMatchObject({ type: 'changes', version: version + 1 });
    expect(await store.readChangesSince(version + 7)).toEqual({ type: 'unknown' });
  });

  describe('sessions', () => {
    test('are not created once the user was changed since its password was checked', async () => {
      const { db } = open().postgres;
      const [sessions, passwords, logins] = [openSessionStore(db), openPasswordStore(db), openLoginStore(db)];
      const { rows } = await store.list('user', { scope: 'all', q: 'secretive', page: 1, size: 1 });
      const { id = 0, login = '' } = rows[0] ?? {};
      const current = async () => {
        const { rows: found } = await store.list('user', { scope: 'all', q: 'secretive', page: 1, size: 1 });
        return found[0] ?? { id, version: 0, name: '', demandId: null };
      };
      const at = '2026-01-01T00:00:00.000Z';
      const later = '2026-01-31T00:00:00.000Z';
      const use = { at, ip: '192.0.2.1', userAgent: 'curl/8' };
      const create = (user: { id: number; version: number }, token: string) =>
        sessions.create({ token, user, use, confirmedAt: null, createdAt: at, expiresAt: later, endsAt: later });
      await passwords.set(await current(), 'first of three passwords', systemAuthor, '');
      const checked = await logins.verify(login, 'first of three passwords');
      expect(checked?.version).toBe((await current()).version);
      await passwords.set(await current(), 'second of three passwords', systemAuthor, '');
      expect(await create(checked ?? { id, version: 0 }, 'late')).toBe(false);
      // At the same time: whichever comes first, no session of the former password is left.
      for (let round = 0; round < 5; round += 1) {
        const before = await current();
        const [isCreated] = await Promise.all([
          create(before, `token ${round}`),
          passwords.set(before, `password number ${round}`, systemAuthor, ''),
        ]);
        expect(typeof isCreated).toBe('boolean');
        expect(await sessions.read(`token ${round}`, at)).toBeNull();
      }
      const before = await current();
      await store.update('user', id, { status: 0 }, 'all');
      expect(await create(before, 'suspended')).toBe(false);
      expect(await create(await current(), 'suspended')).toBe(false);
      await store.update('user', id, { status: 1 }, 'all');
      expect(await create(await current(), 'active')).toBe(true);
      await sessions.prune('2027-01-01T00:00:00.000Z');
    });

    test('are read until either expiry, and not by their hash', async () => {
      const sessions = openSessionStore(open().postgres.db);
      const { rows } = await store.list('user', { scope: 'all', q: 'secretive', page: 1, size: 1 });
      const { id: userId = 0, version = 0 } = rows[0] ?? {};
      const user = { id: userId, version };
      const times = {
        createdAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2026-01-15T00:00:00.000Z',
        endsAt: '2026-01-31T00:00:00.000Z',
      };
      const use = { at: times.createdAt, ip: '192.0.2.1', userAgent: 'curl/8' };
      expect(await sessions.create({ token: 'token', user, use, confirmedAt: null, ...times })).toBe(true);
      expect(await sessions.read('token', '2026-01-14T23:59:59.000Z')).toMatchObject({
        user: { id: userId },
        expiresAt: times.expiresAt,
        endsAt: times.endsAt,
      });
      expect(await sessions.read('token', '2026-01-15T00:00:00.000Z')).toBeNull();
      await sessions.recordUse('token', use, '2026-02-15T00:00:00.000Z');
      expect(await sessions.read('token', '2026-01-30T00:00:00.000Z')).not.toBeNull();
      expect(await sessions.read('token', '2026-01-31T00:00:00.000Z')).toBeNull();
      await sessions.prune('2026-02-01T00:00:00.000Z');
      const left = await open().postgres.pool.query('select * from sessions');
      expect(left.rows).toEqual([]);
    });
  });
});
