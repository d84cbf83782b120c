import { afterEach, describe, expect, test } from 'vitest';
import { httpNoticeClaims } from '#serving/notices/httpNoticeClaims.ts';
import { openControlPlane } from '#serving/snapshot/controlPlane.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import { redisNoticeClaims } from '#storage/notices/redisNoticeClaims.ts';
import { redisServers } from '../../stores/startRedis.ts';
import { startTestApi } from '../api/startTestApi.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Where two processes claim notices. */
interface Place {
  name: string;
  open: () => Promise<{ processes: [NoticeClaims, NoticeClaims]; stop: () => Promise<unknown> }>;
}

const places: Place[] = [
  ...redisServers.map(({ name, start }) => ({
    name,
    async open() {
      const server = await start();
      const connections = [openRedis(server.url), openRedis(server.url)] as const;
      closing.push(() => server.close(), ...connections.map((each) => () => each.close()));
      const [one, two] = connections;
      return {
        processes: [redisNoticeClaims(one, 60), redisNoticeClaims(two, 60)] as [NoticeClaims, NoticeClaims],
        stop: () => server.close(),
      };
    },
  })),
  {
    name: 'the management API',
    async open() {
      const api = await startTestApi();
      const url = await api.listenForControl();
      const planes = [1, 2].map(() => openControlPlane(url, api.deps.config.secret));
      closing.push(() => api.close(), ...planes.map((each) => () => each.close()));
      const [one, two] = planes.map((plane) => httpNoticeClaims(plane));
      return {
        processes: [one, two] as [NoticeClaims, NoticeClaims],
        stop: () => Promise.all(planes.map((each) => each.close())),
      };
    },
  },
];

const idOf = (index: number) => String(index).padStart(24, '-');

describe.each(places)('claims in $name', ({ open }) => {
  test('are given to one of two processes, however many come at a time', async () => {
    const { processes } = await open();
    const ids = Array.from({ length: 1200 }, (_, index) => idOf(index));
    const [one, two] = await Promise.all(processes.map((each) => Promise.all(ids.map((id) => each.claim(id)))));
    expect(ids.filter((_, index) => one?.[index] === two?.[index])).toEqual([]);
    const [again] = processes;
    expect(await again.claim(idOf(7))).toBe(false);
  });

  test('are rejected while it is away', async () => {
    const { processes, stop } = await open();
    const [one] = processes;
    expect(await one.claim(idOf(1))).toBe(true);
    await stop();
    await expect(one.claim(idOf(2))).rejects.toThrow();
  });
});
