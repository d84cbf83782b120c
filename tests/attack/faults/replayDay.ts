import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CountedRecord, LivePayload } from '#events/record/records.ts';
import { openSpool } from '#events/spool/spool.ts';
import { newServeId } from '#events/token/token.ts';
import { buildEvent, buildPayload, buildServe } from '../../support/events/buildRecord.ts';
import type { Random } from '../createRandom.ts';

/** Calls, impressions and revenue (nano-USD) of an hour. */
export interface HourSums {
  calls: number;
  imps: number;
  rev: bigint;
}

const hourMs = 3_600_000;
/** Files of a spool that may wait for the loader. */
const maxWaiting = 60;
/** Records of one write. */
const perWrite = 500;
const events = ['impression', 'start', 'firstQuartile', 'complete'] as const;

/**
 * Writes a day of about `requests` ad requests and their hits into a spool of DATA_DIR, in the order and with the times
 * in which an ad server would have written them: more in the evening than at night, some hits repeated, some requests
 * without an ad. Returns the sums by hour (ms since the epoch).
 */
export async function replayDay(
  dataDir: string,
  { requests, demandId, endsAt }: { requests: number; demandId: number; endsAt: number },
  random: Random,
): Promise<Map<number, HourSums>> {
  const dir = join(dataDir, 'spool', '99');
  mkdirSync(dir, { recursive: true });
  const spool = openSpool({ dir });
  const sums = new Map<number, HourSums>();
  const sumOf = (at: number): HourSums => {
    const hour = Math.floor(at / hourMs) * hourMs;
    const found = sums.get(hour) ?? { calls: 0, imps: 0, rev: 0n };
    sums.set(hour, found);
    return found;
  };
  let batch: CountedRecord[] = [];
  const flush = async () => {
    await Promise.all(batch.map((record) => spool.append(record)));
    batch = [];
    while (readdirSync(dir).length > maxWaiting) await pause(50);
  };
  for (let hour = 0; hour < 24; hour += 1) {
    const startsAt = endsAt - (24 - hour) * hourMs;
    const count = Math.round((requests / 24) * (1 - 0.6 * Math.cos((2 * Math.PI * (hour - 3)) / 24)));
    for (let index = 0; index < count; index += 1) {
      const at = startsAt + Math.floor((index / count) * hourMs);
      batch.push(...visitAt(at, demandId, random, sumOf));
      if (batch.length >= perWrite) await flush();
    }
  }
  await flush();
  await spool.close();
  return sums;
}

/** The records of one ad request, which it adds to the sums. */
function visitAt(at: number, demandId: number, random: Random, sumOf: (at: number) => HourSums): CountedRecord[] {
  const isServed = random.boolean(0.7);
  const serveId = newServeId();
  const origin = { ...buildServe().origin, demandId };
  sumOf(at).calls += 1;
  const serve = buildServe({ serveId, at, origin, reason: isServed ? null : 'no_answer' });
  if (!isServed) return [serve];
  const payload: LivePayload = { ...buildPayload({ origin }), serveId, servedAt: Math.floor(at / 1000) * 1000 };
  const hits = events.flatMap((event, index) => {
    if (!random.boolean(0.8)) return [];
    const hit = buildEvent({ event, at: at + 500 + index * 5000, payload });
    if (event === 'impression') {
      const sum = sumOf(hit.at);
      sum.imps += 1;
      sum.rev += BigInt(payload.ad.rev);
    }
    return random.boolean(0.1) ? [hit, { ...hit, at: hit.at + 100 }] : [hit];
  });
  return [serve, ...hits];
}
