const number = (name: string, normal: number) => Number(process.env[name] ?? normal);

/** Length of an outage. OUTAGE_MINUTES sets it. */
export const outageMs = number('OUTAGE_MINUTES', 10) * 60_000;
/** Viewers of an installation with a fault. VIEWERS sets it. */
export const faultViewers = number('VIEWERS', 8);
/** Within this time a viewer must have a response, whatever is away. */
export const responseMs = number('RESPONSE_MS', 5000);
/** How often each role runs out of memory. ROUNDS sets it. */
export const outOfMemoryRounds = number('ROUNDS', 10);
/** Writes per second of a slow disk: a hit needs up to three, and those of one moment share them. SLOW_WRITES sets it. */
export const slowWrites = number('SLOW_WRITES', 8);
/** Ad requests of the day that is replayed: 100 per second. REQUESTS sets it. */
export const replayedRequests = number('REQUESTS', 8_640_000);
