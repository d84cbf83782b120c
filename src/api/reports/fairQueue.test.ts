import { describe, expect, test } from 'vitest';
import { createFairQueue } from './fairQueue.ts';

/** Work that ends on request, and records when it started. */
function createWork(started: string[]) {
  const ends = new Map<string, () => void>();
  return {
    work: (name: string) => () => {
      started.push(name);
      return new Promise<string>((resolve) => {
        ends.set(name, () => resolve(name));
      });
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('fair turns', () => {
  test('owners take turns, however much one of them requests', async () => {
    const turns = createFairQueue(1);
    const started: string[] = [];
    const { work, end } = createWork(started);
    const { signal } = new AbortController();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => turns.run(name.slice(0, 1), signal, work(name)));
    await new Promise((done) => setImmediate(done));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  test('work aborted before its turn never runs, and failed work lets the next one run', async () => {
    const turns = createFairQueue(1);
    const leaving = new AbortController();
    const { signal } = new AbortController();
    const failing = turns.run('a', signal, () => Promise.reject(new Error('no')));
    const left = turns.run('a', leaving.signal, () => Promise.resolve('left'));
    const last = turns.run('b', signal, () => Promise.resolve('last'));
    leaving.abort();
    await expect(failing).rejects.toThrow('no');
    expect(await left).toBeNull();
    expect(await last).toBe('last');
    expect(await turns.run('a', leaving.signal, () => Promise.resolve(1))).toBeNull();
  });

  test('an owner with a full queue is refused, others are not', async () => {
    const turns = createFairQueue(1, 1);
    const { work, end } = createWork([]);
    const { signal } = new AbortController();
    const first = turns.run('a', signal, work('first'));
    const second = turns.run('a', signal, work('second'));
    expect(await turns.run('a', signal, work('third'))).toBeNull();
    const other = turns.run('b', signal, work('other'));
    await new Promise((done) => setImmediate(done));
    for (const name of ['first', 'second', 'other']) await end(name);
    expect(await Promise.all([first, second, other])).toEqual(['first', 'second', 'other']);
  });
});
