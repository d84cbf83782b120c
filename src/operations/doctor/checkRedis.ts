import { openRedis } from '#storage/counters/openRedis.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { fault, finding, type Finding } from './finding.ts';

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
    const isStored = value('aof_enabled') === '1' || value('rdb_last_bgsave_status') === 'ok';
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
      finding(
        'Redis persistence',
        isStored,
        isStored ? 'on' : 'the last snapshot failed',
        'Fix the snapshots, or set appendonly yes: a restart would lose the frequency counts.',
      ),
    ];
  } catch (error) {
    return [fault('Redis', `REDIS_URL cannot be used: ${errorText(error)}`, 'Start Redis, or correct REDIS_URL.')];
  } finally {
    await redis.close();
  }
}
