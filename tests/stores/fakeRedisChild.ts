import { startFakeRedis } from './fakeRedis.ts';

/** Runs the Redis fake in a process that can be frozen and killed, on the port in its argument. */
void startFakeRedis(Number(process.argv[2])).then(({ url }) => process.send?.(url));
process.once('disconnect', () => process.exit(0));
