import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAdsTxt, type AdsTxtStore } from '#storage/adsTxt/adsTxtStore.ts';
import { openEntityStore, type EntityStore } from '#storage/entities/entityStore.ts';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import type { TestStore } from '../../stores/openTestPostgres.ts';

const at = '2026-03-01T00:00:00.000Z';

let store: TestStore;
let postgres: Postgres;
let entities: EntityStore;
let adsTxt: AdsTxtStore;

beforeAll(async () => {
  store = await openTestDatabase();
  postgres = openPostgres(store.url);
  entities = openEntityStore(postgres.db);
  adsTxt = openAdsTxt(postgres.db);
});

afterAll(async () => {
  await postgres.close();
  await store.close();
});

async function createAccount(domain: string): Promise<number> {
  const made = await entities.create('demand', { name: `Account ${domain}`, domain }, null);
  if (made.type !== 'done') throw new Error('no account was created');
  return made.row.id;
}

async function createSubpublisher(demandId: number): Promise<number> {
  const made = await entities.create('subpublisher', { name: 'Publisher', sellersJson: { id: 'pub7' } }, demandId);
  if (made.type !== 'done') throw new Error('no sub-publisher was created');
  return made.row.id;
}

test('[ALERT-01] a line is lost from when a reading no longer lists the seller until one does', async () => {
  const own = await createSubpublisher(await createAccount(''));
  const foreign = await createSubpublisher(await createAccount('own.example'));
  await adsTxt.requestCrawl({ files: [{ kind: 'ads', host: 'news.example' }], apps: [] }, at);
  const [file] = await adsTxt.claimFiles(1, { at, until: at });
  const read = (state: 'file' | 'none', sellers: string[], systems = 'ours.example own.example') => {
    const content = { state, sellers, partners: [], subdomains: [] };
    return adsTxt.saveFile(file?.id ?? 0, { outcome: 'ok', failures: 0, dueAt: at, readAt: at, content }, systems);
  };
  const lost = () => entities.lostAdsTxtRows([own, foreign]);
  const named = ['ads.txt of news.example'];
  await read('file', ['ours.example pub7', 'ours.example pub1']);
  expect(await lost()).toEqual([]);
  await read('file', ['ours.example pub1']);
  expect(await lost()).toEqual([{ id: own, files: named }]);
  // A file that cannot be read changes nothing.
  await adsTxt.saveFile(file?.id ?? 0, { outcome: 'http_503', failures: 1, dueAt: at }, 'ours.example');
  expect(await lost()).toEqual([{ id: own, files: named }]);
  await read('file', ['ours.example pub7', 'own.example pub7']);
  expect(await lost()).toEqual([]);
  // A file that is gone lists no seller.
  await read('none', []);
  expect((await lost()).toSorted((a, b) => a.id - b.id)).toEqual([
    { id: own, files: named },
    { id: foreign, files: named },
  ]);
  // The lines of a system that was given up are not lost.
  await read('none', [], 'ours.example');
  expect(await lost()).toEqual([{ id: own, files: named }]);
});
