import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSpoolFile } from '#tests/support/events/readSpoolFile.ts';
import { freePort } from '../tests/e2e/freePort.ts';
import { openLoad, type OpenLoadTarget, type PhaseResult } from './openLoad.ts';
import { pixelPathOf } from './pixelPathOf.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBenchServing, startChild } from './servers.ts';

/** The default of the setting. */
const shedAfterMs = 40;
/** Duration of the load at three times the capacity. */
const overloadSeconds = 8;
/** Duration of the load at half of the capacity that follows. */
const calmSeconds = 4;
/** Time after which the spool has sealed what was written, so that it is counted. */
const sealedMs = 2000;
/** Share of the requested ads above which a tenth of a second counts as fully sold. */
const soldShare = 0.99;
/** The rate doubles from here as long as sales grow by at least the factor `growth`. */
const minRate = 200;
const growth = 1.15;
const trialSeconds = 4;
/** Share of arrivals that request ads. */
const adShare = 0.9;

/**
 * Three bidders that respond immediately and a tag that takes 200 ms: three times the capacity of arrivals, then half
 * of it. Arrivals do not wait for responses; every tenth is a hit on a tracking URL.
 */
export async function benchOverload(): Promise<string> {
  const demandPort = await freePort();
  const demandUrl = `http://127.0.0.1:${demandPort}`;
  const demand = await startChild('bench/slowDemandChild.ts', { BIDDERS_PORT: String(demandPort) }, demandUrl, 1);
  const serving = await startBenchServing(0, { url: demandUrl, count: 3, tags: 1 }, shedAfterMs);
  const target = await targetOf(serving.url);
  const sustainedRate = await measureSustainedRate(target);
  await wait(sealedMs);
  const before = serving.memory();
  const spooledBefore = countSpooled(serving.dataDir);
  const [over, calm] = await openLoad(target, [
    { rate: sustainedRate * 3, seconds: overloadSeconds },
    { rate: sustainedRate / 2, seconds: calmSeconds },
  ]);
  const after = serving.memory();
  await wait(sealedMs);
  const spooled = countSpooled(serving.dataDir);
  await Promise.all([serving.stop(), demand.stop()]);
  if (!over || !calm) throw new Error('the load measured nothing');
  const requested = over.ads + over.noAds;
  const lost = over.hits + calm.hits - (spooled.events - spooledBefore.events);
  return [
    `${sustainedRate.toFixed(0)} arrivals/s carried`,
    `of ${(sustainedRate * 3).toFixed(0)} shed ${((over.noAds / requested) * 100).toFixed(0)} %`,
    `(${spooled.shed - spooledBefore.shed} recorded as overload of ${over.noAds + calm.noAds} no-ads)`,
    `sold ${(over.ads / overloadSeconds / (sustainedRate * adShare)).toFixed(2)} of what it carries`,
    `p99 of all ${over.p99.answers.toFixed(0)} ms, of hits ${over.p99.hits.toFixed(0)} ms`,
    `${over.errors + calm.errors} errors, ${lost} acknowledged hits lost`,
    `${megabytes(before)} to ${megabytes(after)} MB`,
    `sells as before after ${recoveryMs(calm)} ms`,
    `p99 of shed ${over.p99.noAds.toFixed(0)} ms`,
  ].join(', ');
}

async function targetOf(url: string): Promise<OpenLoadTarget> {
  const adPath = `/vast/${channelUid(0)}?url=https%3A%2F%2Fnews.example%2Fa&w=640&h=360&cb=1`;
  const ad = await (await fetch(url + adPath)).text();
  const noAd = await (await fetch(`${url}/vast/nobody`)).text();
  return { port: Number(new URL(url).port), adPath, eventPath: pixelPathOf(ad), noAd };
}

/** Arrivals per second at which doubling the rate no longer sells more, after an unmeasured warm-up. */
async function measureSustainedRate(target: OpenLoadTarget): Promise<number> {
  await openLoad(target, [{ rate: minRate, seconds: trialSeconds }]);
  let sustainedRate = 0;
  for (let rate = minRate; ; rate *= 2) {
    const [result] = await openLoad(target, [{ rate, seconds: trialSeconds }]);
    const sold = (result?.ads ?? 0) / trialSeconds / adShare;
    if (sold < sustainedRate * growth) return Math.max(sustainedRate, sold);
    sustainedRate = sold;
  }
}

/** Milliseconds of a phase after which every tenth of a second was fully sold. */
function recoveryMs({ tenths }: PhaseResult): number {
  const last = tenths.findLastIndex(({ requested, sold }) => sold < requested * soldShare);
  return (last + 1) * 100;
}

/** Contents of the spool: shed requests, and hits. */
function countSpooled(dataDir: string): { shed: number; events: number } {
  const folder = join(dataDir, 'spool', '0');
  const counted = { shed: 0, events: 0 };
  if (!existsSync(folder)) return counted;
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.spool')) continue;
    for (const record of readSpoolFile(join(folder, name))) {
      if (record.type === 'serve' && record.reason === 'overload') counted.shed += 1;
      if (record.type === 'event') counted.events += 1;
    }
  }
  return counted;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
