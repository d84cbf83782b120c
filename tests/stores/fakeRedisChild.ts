import { startFakeRedis } from './fakeRedis.ts';

/** Runs the stand-in for Redis in a process that can be frozen and killed, on the port that its argument names. */
void startFakeRedis(Number(process.argv[2])).then(({ url }) => process.send?.(url));
process.once('disconnect', () => process.exit(0));
