import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdNotice, BudgetCall } from '#engine/budget/budgetCall.ts';
import { redisAdNotices } from '#storage/notices/redisAdNotices.ts';
import { openRedis } from '#storage/counters/openRedis.ts';
import type { RedisConnection } from '#storage/counters/redisCounterTransport.ts';
import { redisServers, type TestRedis } from '#tests/stores/startRedis.ts';
import { withSharedNotices } from './withSharedNotices.ts';

let redis: TestRedis;
let connection: RedisConnection;

const billed = (adId: string): AdNotice => ({ kind: 'billed', ad: { adId, campaignId: 1, price: 100, bidAt: 1 } });

/** A process whose API process knows no other; returns what it learns about the ads of others. */
function openProcess(node: string, isAway: () => boolean = () => false) {
  const transport = withSharedNotices(
    {
      exchange: () =>
        isAway()
          ? Promise.reject(new Error('away'))
          : Promise.resolve({ leases: [], countedTo: 0, ads: [], cursor: 'next' }),
    },
    redisAdNotices(connection),
  );
  let seq = 0;
  return async (ads: AdNotice[] = [], cursor = 'next') => {
    seq += 1;
    const call: BudgetCall = {
      node,
      seq,
      previousNode: null,
      isLeaving: false,
      countedTo: 0,
      ledgers: [],
      ads,
      cursor,
    };
    return (await transport.exchange(call)).ads.map(({ ad }) => ad.adId);
  };
}

describe.each(redisServers)('over $name', ({ start }) => {
  beforeAll(async () => {
    redis = await start();
    connection = openRedis(redis.url);
  });
  afterAll(async () => {
    await connection.close();
    await redis.close();
  });

  test('notices reach processes at other API processes once, and not their sender', async () => {
    const [first, second] = [openProcess('first'), openProcess('second')];
    await second([], '');
    expect(await first([billed('a'), billed('b')], '')).toEqual([]);
    expect(await second([billed('c')])).toEqual(['a', 'b']);
    expect(await second()).toEqual([]);
    expect(await first()).toEqual(['c']);
  });

  test('a process gets no notices from before its first call, or from before a pause', async () => {
    const first = openProcess('first');
    await first([billed('d')]);
    const later = openProcess('later');
    expect(await later([], '')).toEqual([]);
    await first([billed('e')]);
    expect(await later([], '')).toEqual([]);
    await first([billed('f')]);
    expect(await later()).toEqual(['f']);
  });

  test('entries of a later release are skipped, and those with further fields are read', async () => {
    const [first, second] = [openProcess('first'), openProcess('second')];
    await second([], '');
    const add = (...fields: string[]) =>
      connection.sendCommand(['XADD', 'bidhouse:ad-notices', 'MAXLEN', '~', '100', '*', ...fields]);
    await add('call', JSON.stringify({ node: 'later', ads: [{ kind: 'shown', ad: {} }] }));
    await add('version', '2', 'call', JSON.stringify({ node: 'later', ads: [billed('h')] }));
    await first([billed('i')]);
    expect(await second()).toEqual(['h', 'i']);
  });

  test('a notice is not shared before the controller has its call', async () => {
    let isAway = true;
    const [first, second] = [openProcess('first', () => isAway), openProcess('second')];
    await second([], '');
    await expect(first([billed('g')])).rejects.toThrow('away');
    expect(await second()).toEqual([]);
    isAway = false;
    await first([billed('g')]);
    expect(await second()).toEqual(['g']);
  });
});

test('without Redis the leases still arrive', async () => {
  const transport = withSharedNotices(
    { exchange: () => Promise.resolve({ leases: [], countedTo: 7, ads: [billed('own')], cursor: '1' }) },
    redisAdNotices({ sendCommand: () => Promise.reject(new Error('closed')) }),
  );
  const call = {
    node: 'n',
    seq: 1,
    previousNode: null,
    isLeaving: false,
    countedTo: 0,
    ledgers: [],
    ads: [],
    cursor: '',
  };
  expect(await transport.exchange(call)).toMatchObject({ countedTo: 7, ads: [billed('own')] });
});
