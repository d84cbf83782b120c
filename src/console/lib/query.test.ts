import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query.ts';

test('what is loading for the first time during a change is loaded again', async () => {
  const client = createQueryClient({ onLoadError: (error) => expect.unreachable(String(error)) });
  const loads: ((value: string) => void)[] = [];
  const seen: unknown[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['log', 'list'],
    queryFn: () => new Promise<string>((resolve) => loads.push(resolve)),
  });
  const stop = observer.subscribe(({ data }) => data !== undefined && seen.push(data));
  expect(loads).toHaveLength(1);
  const invalidated = client.invalidateQueries({ queryKey: ['log'] });
  await expect.poll(() => loads.length).toBe(2);
  loads[0]?.('before the change');
  loads[1]?.('after the change');
  await invalidated;
  expect(new Set(seen)).toEqual(new Set(['after the change']));
  stop();
});

test('without a refetch a first load goes on', async () => {
  const client = createQueryClient({ onLoadError: (error) => expect.unreachable(String(error)) });
  const loads: ((value: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['entity', 'row'],
    queryFn: () => new Promise<string>((resolve) => loads.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['entity'], refetchType: 'none' });
  loads[0]?.('loaded');
  await expect.poll(() => observer.getCurrentResult().data).toBe('loaded');
  expect(loads).toHaveLength(1);
  stop();
});

test('another key is not affected', async () => {
  const client = createQueryClient({ onLoadError: (error) => expect.unreachable(String(error)) });
  let loads = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['entity'],
    queryFn: async () => {
      loads += 1;
      return loads;
    },
  });
  const stop = observer.subscribe(() => undefined);
  await client.invalidateQueries({ queryKey: ['log'] });
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  expect(loads).toBe(1);
  stop();
});
