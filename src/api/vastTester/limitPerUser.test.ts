import { expect, test } from 'vitest';
import { limitPerUser } from './limitPerUser.ts';

test('a user with the maximum of concurrent work is refused until some of it ends; others are not', async () => {
  const doWork = limitPerUser(2);
  let end: (text: string) => void = () => {};
  const long = () => new Promise<string>((done) => (end = done));
  const failing = doWork(1, () => Promise.reject(new Error('broken')));
  const first = doWork(1, long);
  expect(await doWork(1, long)).toBeNull();
  expect(await doWork(2, () => Promise.resolve('other'))).toBe('other');
  await expect(failing).rejects.toThrow('broken');
  expect(await doWork(1, () => Promise.resolve('second'))).toBe('second');
  end('done');
  expect(await first).toBe('done');
});
