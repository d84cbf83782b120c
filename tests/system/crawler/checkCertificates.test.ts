import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkCertificates, requestCertificateChecks, type CertificateDeps } from '#crawler/checkCertificates.ts';
import type { CertificateReading } from '#outbound/readCertificate.ts';
import { openCertificates } from '#storage/certificates/certificateStore.ts';
import { openEntityStore, type EntityStore } from '#storage/entities/entityStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';

const dayMs = 86_400_000;
const start = Date.parse('2026-03-01T00:00:00Z');

let store: TestStore;
let postgres: Postgres;
let entities: EntityStore;
let demandId: number;
let advertiserId: number;
let now: number;
let readings: Record<string, CertificateReading>;
let called: string[];
let deps: CertificateDeps;

const valid = (until: string): CertificateReading => ({
  type: 'read',
  problem: null,
  detail: '',
  validUntil: `${until}T00:00:00.000Z`,
});

beforeAll(async () => {
  store = await openTestDatabase();
  postgres = openPostgres(store.url);
  entities = openEntityStore(postgres.db);
  demandId = await create('demand', { name: 'Account' }, null);
  advertiserId = await create('advertiser', { name: 'Advertiser' }, demandId);
});

afterAll(async () => {
  await postgres.close();
  await store.close();
});

beforeEach(() => {
  now = start;
  readings = {};
  called = [];
  deps = {
    store: openCertificates(postgres.db),
    read(server) {
      called.push(`${server.host} ${server.port}`);
      return Promise.resolve(readings[server.host] ?? valid('2027-01-01'));
    },
    now: () => now,
    random: () => 0.5,
    signal: new AbortController().signal,
  };
});

async function create(entity: 'demand' | 'advertiser' | 'tag', values: object, owner: number | null): Promise<number> {
  const made = await entities.create(entity, { ...values }, owner);
  if (made.type !== 'done') throw new Error(JSON.stringify(made));
  return made.row.id;
}

const createTag = (name: string, url: string) => create('tag', { name, advertiserId, url }, demandId);

async function check(): Promise<string[]> {
  called = [];
  await requestCertificateChecks(deps);
  await checkCertificates(deps);
  return called.toSorted();
}

const problemsOf = async (ids: number[]) =>
  (await entities.certificateRows('tag', ids, new Date(now + 14 * dayMs).toISOString())).map(
    ({ id, server, problem }) => [id, server, problem],
  );

test('[ALERT-03] the servers of active objects are checked, each once a day, and those with a problem each hour', async () => {
  const soon = await createTag('Soon', 'https://Soon.example:443/vast?url=https://not-called.example/');
  const wrong = await createTag('Wrong', 'https://user:word@wrong.example:8443?x=[CACHEBUSTING]');
  const fine = await createTag('Fine', 'https://fine.example/vast');
  await createTag('Fine too', 'https://fine.example/other');
  await createTag('Plain', 'http://plain.example/vast');
  const paused = await createTag('Paused', 'https://paused.example/vast');
  await entities.update('tag', paused, { status: 0 }, 'all');
  readings = {
    'soon.example': valid('2026-03-10'),
    'wrong.example': {
      type: 'read',
      problem: 'wrong_name',
      detail: 'other.example',
      validUntil: '2027-01-01T00:00:00Z',
    },
  };
  expect(await check()).toEqual(['fine.example 443', 'soon.example 443', 'wrong.example 8443']);
  const all = [soon, wrong, fine, paused];
  expect(await problemsOf(all)).toEqual([
    [soon, 'soon.example', ''],
    [wrong, 'wrong.example:8443', 'wrong_name'],
  ]);
  expect(await check()).toEqual([]);
  now = start + 1.1 * 3_600_000;
  expect(await check()).toEqual(['wrong.example 8443']);

  // Unreachable, its problem stays; with a new certificate it has none.
  readings['wrong.example'] = { type: 'failed', reason: 'timeout' };
  now = start + 2.2 * 3_600_000;
  expect(await check()).toEqual(['wrong.example 8443']);
  expect(await problemsOf([wrong])).toHaveLength(1);
  readings['wrong.example'] = valid('2027-01-01');
  now = start + 25 * 3_600_000;
  expect(await check()).toEqual(['fine.example 443', 'soon.example 443', 'wrong.example 8443']);
  expect(await problemsOf(all)).toEqual([[soon, 'soon.example', '']]);

  // Another URL has another certificate.
  await entities.update('tag', soon, { url: 'https://fine.example/soon' }, 'all');
  expect(await problemsOf(all)).toEqual([]);
  now = start + 40 * dayMs;
  await check();
  const { rows } = await postgres.db.execute<{ server: string }>('select server from server_certificates order by 1');
  expect(rows.map(({ server }) => server)).toEqual(['fine.example', 'wrong.example:8443']);
});

test('[ALERT-03] a check that fails loses no other one, and impossible ports are not checked', async () => {
  await createTag('Impossible', 'https://port.example:65536/vast');
  await createTag('Highest', 'https://port.example:65535/vast');
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, index) => createTag(`Other ${index}`, `https://other${index}.example/vast`)),
  );
  now = start + 50 * dayMs;
  readings = Object.fromEntries(others.map((_, index) => [`other${index}.example`, valid('2026-04-25')]));
  const { read } = deps;
  deps.read = (server, signal) =>
    server.host === 'port.example' ? Promise.reject(new Error('Unreadable')) : read(server, signal);
  await requestCertificateChecks(deps);
  await expect(checkCertificates(deps)).rejects.toThrow('Unreadable');
  expect(await problemsOf(others)).toHaveLength(others.length);
  const { rows } = await postgres.db.execute<{ server: string }>(
    `select server from server_certificates where server like 'port%'`,
  );
  expect(rows).toEqual([{ server: 'port.example:65535' }]);
});

test('[ALERT-03] however many servers are called, each becomes known in some round and stays known', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `many${index}.example`);
  const known = async () => {
    const { rows } = await postgres.db.execute<{ server: string }>(
      `select server from server_certificates where server like 'many%' order by server`,
    );
    return rows.map(({ server }) => server);
  };
  now = start + 60 * dayMs;
  // The servers of the other tests are known already.
  await requestCertificateChecks(deps);
  for (const name of names) await createTag(name, `https://${name}/vast`);
  for (const count of [3, 6, 7, 7]) {
    now += dayMs;
    await deps.store.requestChecks(new Date(now).toISOString(), 3);
    expect(await known()).toHaveLength(count);
  }
  // Every round refreshes all of them, whatever its maximum.
  for (let day = 0; day < 10; day += 1) {
    now += dayMs;
    await deps.store.requestChecks(new Date(now).toISOString(), 3);
    await deps.store.pruneUnreferenced(new Date(now - 7 * dayMs).toISOString());
  }
  expect(await known()).toEqual(names);
});
