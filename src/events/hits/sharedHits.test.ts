import { expect, test, vi } from 'vitest';
import type { DecidedClaim, HitClaim, HitStore } from '#storage/hits/hitStore.ts';
import { newServeId } from '../token/token.ts';
import type { Hit, HitFile } from './firstHits.ts';
import { decodeEntries, encodeCounted } from './hitEntries.ts';
import { openSharedHits } from './sharedHits.ts';

/** A store whose only worker counts everything, and that can lose its rows as a server does that takes over. */
function createStore() {
  const claims = new Map<string, HitClaim>();
  const keyOf = ({ file, lane }: HitClaim) => `${file} ${lane}`;
  const decided = (): DecidedClaim[] =>
    [...claims.values()].map((claim) => ({
      ...claim,
      counted: encodeCounted([...decodeEntries(claim.hits)].map(({ bits }) => bits)),
    }));
  const store = {
    claim: vi.fn<HitStore['claim']>(async (added) => {
      for (const each of added) if (!claims.has(keyOf(each))) claims.set(keyOf(each), each);
    }),
    countClaims: vi.fn<HitStore['countClaims']>(async () => ({ stored: claims.size, decided: claims.size })),
    readDecided: async () => decided(),
    claimedFiles: async () => [...new Set([...claims.values()].map(({ file }) => file))],
    deleteClaims: vi.fn<HitStore['deleteClaims']>(async (_node, files) => {
      for (const [key, { file }] of claims) if (files.includes(file)) claims.delete(key);
    }),
  };
  return { claims, store };
}

function open(store: object, isInSpool: (file: string) => boolean = () => true) {
  return openSharedHits({
    node: 'a',
    store: store as HitStore,
    onClaimed: () => undefined,
    isInSpool,
    log: { error: expect.unreachable, warn: expect.unreachable, info: () => undefined },
    now: Date.now,
    stop: new AbortController().signal,
  });
}

function fileOf(name: string, hits: Hit[]): HitFile {
  return { path: `/data/spool/0/${name}`, begunAt: Date.now(), hits: () => hits };
}

const hit: Hit = { serveId: newServeId(), event: 'impression', servedAt: Date.now(), at: Date.now() };

test('of the hits of a file each event counts once', async () => {
  const { store } = createStore();
  const file = fileOf('1.spool', [hit, hit, { ...hit, event: 'start' }]);
  const batch = await open(store).begin([file]);
  expect(batch.isFirst(hit, file)).toBe(true);
  expect(batch.isFirst(hit, file)).toBe(false);
  expect(batch.isFirst({ ...hit, event: 'start' }, file)).toBe(true);
  expect(batch.isFirst({ ...hit, event: 'click' }, file)).toBe(false);
});

test('claims that the server has lost are made again', async () => {
  const { claims, store } = createStore();
  store.countClaims.mockImplementationOnce(async () => {
    claims.clear();
    return { stored: 0, decided: 0 };
  });
  const file = fileOf('1.spool', [hit]);
  const batch = await open(store).begin([file]);
  expect(batch.isFirst(hit, file)).toBe(true);
  expect(store.claim).toHaveBeenCalledTimes(2);
});

test('claims of files that are no longer in the spool are deleted before the next, and files without hits claim nothing', async () => {
  const { claims, store } = createStore();
  const first = fileOf('1.spool', [hit]);
  await open(store).begin([first]);
  const later = open(store, (file) => file !== '0/1.spool');
  await later.begin([fileOf('2.spool', [])]);
  expect([...claims.values()].map(({ file }) => file)).toEqual(['0/1.spool']);
  const third = fileOf('3.spool', [{ ...hit, serveId: newServeId() }]);
  await later.begin([third]);
  expect([...claims.values()].map(({ file }) => file)).toEqual(['0/3.spool']);
  later.release([third.path]);
  await later.close();
  expect(claims.size).toBe(0);
});
