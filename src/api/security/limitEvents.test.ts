import { expect, test } from 'vitest';
import type { Author } from '#storage/entities/changeLog.ts';
import type { NewSecurityEvent } from '#storage/security/recordSecurityEvents.ts';
import { limitEvents } from './limitEvents.ts';

const author: Author = { userId: 1, adminId: null, ip: '', source: 'console', requestId: '' };
const denied = (call: string): NewSecurityEvent => ({ type: 'permissionDenied', demandId: 1, details: { call } });

function setUp(record: (event: NewSecurityEvent) => Promise<void> = () => Promise.resolve()) {
  const recorded: unknown[] = [];
  const failures: unknown[] = [];
  let time = 0;
  const limited = limitEvents(
    {
      record: async (_author, event) => {
        await record(event);
        recorded.push(event.details);
      },
    },
    () => new Date(time),
    (error) => failures.push(error),
  );
  return { limited, recorded, failures, wait: (ms: number) => (time += ms) };
}

test('the first event of a key is recorded at once, the others of its minute as one with their number', async () => {
  const { limited, recorded, wait } = setUp();
  for (let call = 0; call < 4; call += 1) await limited.note('a', author, denied('a'));
  await limited.note('b', author, denied('b'));
  expect(recorded).toEqual([{ call: 'a' }, { call: 'b' }]);
  wait(60_000);
  await limited.flush();
  expect(recorded.slice(2)).toEqual([{ call: 'a', count: 3 }]);
  await limited.note('a', author, denied('a'));
  expect(recorded.slice(3)).toEqual([{ call: 'a' }]);
});

test('keys beyond two hundred in a minute count as one', async () => {
  const { limited, recorded } = setUp();
  for (let key = 0; key < 1000; key += 1) await limited.note(`key ${key}`, author, denied(`${key}`));
  await limited.flush(true);
  expect(recorded).toHaveLength(202);
  expect(recorded.at(-1)).toMatchObject({ count: 799 });
});

test('a failure is reported, and the call goes on', async () => {
  const { limited, failures } = setUp(() => Promise.reject(new Error('away')));
  await limited.note('a', author, denied('a'));
  expect(failures).toHaveLength(1);
});
