import { openRedis } from '#storage/counters/openRedis.ts';
import type { RedisConnection } from '#storage/counters/redisCounterTransport.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

/** Checks the Redis or Valkey server at a URL. Reads only. */
export async function checkRedis(url: string): Promise<Finding[]> {
  const redis = openRedis(url);
  try {
    const info = String(await redis.sendCommand(['INFO']));
    const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    const version = value('redis_version');
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const policy = value('maxmemory_policy');
    const isLimited = value('maxmemory') !== '0';
    return [
      finding(
        'Redis version',
        major > 6 || (major === 6 && minor >= 2),
        `${value('server_name') || 'redis'} ${version}`,
        'Upgrade to Redis 6.2 or Valkey 7.2 or later.',
      ),
      finding(
        'Redis eviction',
        !isLimited || !policy.startsWith('allkeys'),
        `maxmemory-policy ${policy}${isLimited ? '' : ', no memory limit'}`,
        'Set maxmemory-policy to volatile-ttl: cached bids may be evicted, frequency counts may not.',
      ),
      await checkPersistence(redis, value),
    ];
  } catch (error) {
    const fix = 'Start Redis, or correct REDIS_URL: host, port, user and password.';
    return [fault('Redis', `REDIS_URL cannot be used: ${errorText(error)}`, fix)];
  } finally {
    await redis.close();
  }
}

/** The status of the last snapshot is `ok` on a server that makes none: whether it makes any is in its configuration. */
async function checkPersistence(redis: RedisConnection, value: (name: string) => string): Promise<Finding> {
  const check = 'Redis persistence';
  const failed = ['aof_last_write_status', 'aof_last_bgrewrite_status', 'rdb_last_bgsave_status'].find((name) =>
    ['', 'ok'].every((status) => value(name) !== status),
  );
  if (failed !== undefined)
    return fault(check, `${failed} is ${value(failed)}`, 'Look at the log and the disk of the Redis server.');
  if (value('aof_enabled') === '1') return passed(check, 'append-only file');
  const rules = await redis.sendCommand(['CONFIG', 'GET', 'save']).then(
    // A pair of name and value, or an object by name, depending on the protocol.
    (reply) => String(Object.values(reply ?? {}).findLast((each) => each !== 'save') ?? ''),
    () => null,
  );
  if (rules === null)
    return unchecked(check, 'no append-only file, and CONFIG GET is not permitted: make sure that snapshots are on');
  return finding(
    check,
    rules.trim() !== '',
    rules.trim() === '' ? 'neither an append-only file nor snapshots' : `snapshots: save ${rules}`,
    'Set appendonly yes, or snapshots with save: a restart of Redis loses the frequency counts otherwise.',
  );
}
