import { expect, test, vi } from 'vitest';
import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import { httpNoticeClaims } from './httpNoticeClaims.ts';
import { createNoticeSender } from './noticeSender.ts';

const sealed = (id: string) => `contents.${id.padStart(24, '-')}`;
const bill = { kind: 'bill', url: 'https://exchange.example/bill' } as const;

/** A place of claims, and senders of as many processes as a test opens. */
function open(claim?: NoticeClaims['claim']) {
  const claimed = new Set<string>();
  const asked: string[] = [];
  const sent: string[] = [];
  const claims: NoticeClaims = {
    async claim(id) {
      asked.push(id);
      if (claim) return claim(id);
      return claimed.size < claimed.add(id).size;
    },
  };
  let at = 0;
  return {
    asked,
    sent,
    pass: (ms: number) => {
      at += ms;
    },
    process: () =>
      createNoticeSender(
        {
          claims,
          queue: {
            add: (urls) => void sent.push(...urls.map((url) => `once ${url}`)),
            addWithRetries: (url) => void sent.push(url),
          },
        },
        () => at,
      ),
  };
}

test('a notice that is repeated at another process is sent once', async () => {
  const world = open();
  const [one, two] = [world.process(), world.process()];
  one.send(sealed('a'), [bill, { kind: 'win', url: 'https://exchange.example/win' }]);
  two.send(sealed('a'), [bill]);
  two.send(sealed('b'), [bill]);
  await Promise.all([one.close(), two.close()]);
  expect(world.asked).toEqual([sealed('a'), sealed('a'), sealed('b')].map((text) => text.slice(-24)));
  expect(world.sent).toEqual([bill.url, 'once https://exchange.example/win', bill.url]);
});

test('while claims fail, notices are sent without, and claims are tried again after a pause', async () => {
  const world = open(() => Promise.reject(new Error('away')));
  const sender = world.process();
  for (const id of ['a', 'b']) {
    sender.send(sealed(id), [bill]);
    await sender.close();
  }
  expect(world.sent).toHaveLength(2);
  expect(world.asked).toHaveLength(1);
  world.pass(2000);
  sender.send(sealed('c'), [bill]);
  await sender.close();
  expect(world.sent).toHaveLength(3);
  expect(world.asked).toHaveLength(2);
});

test('a claim without a response delays a notice by half a second', async () => {
  vi.useFakeTimers();
  try {
    const world = open(() => new Promise(() => undefined));
    const sender = world.process();
    sender.send(sealed('a'), [bill]);
    await vi.advanceTimersByTimeAsync(499);
    expect(world.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.sent).toEqual([bill.url]);
  } finally {
    vi.useRealTimers();
  }
});

test('claims that come during a call to the control plane share the next one', async () => {
  const calls: string[][] = [];
  const claims = httpNoticeClaims({
    async post<T>(_path: string, body: unknown) {
      const { ids } = body as { ids: string[] };
      calls.push(ids);
      if (ids.includes('lost')) throw new Error('away');
      return { first: ids.map((id) => id !== 'again') } as T;
    },
  });
  const answers = await Promise.allSettled(['one', 'two', 'again'].map((id) => claims.claim(id)));
  expect(answers.map((each) => each.status === 'fulfilled' && each.value)).toEqual([true, true, false]);
  expect(calls).toEqual([['one'], ['two', 'again']]);
  await expect(claims.claim('lost')).rejects.toThrow('away');
  expect(await claims.claim('three')).toBe(true);
});
