import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionPool } from './connectionPool.ts';
import { p99Of } from './p99Of.ts';
import type { OpenLoadTarget, Phase, PhaseResult } from './openLoad.ts';

/** Kind of an arrival. */
interface Arrival {
  isHit: boolean;
  dueAt: number;
  tally: Tally;
}

/** Results of a phase so far. */
interface Tally {
  startedAt: number;
  waiting: number;
  result: PhaseResult;
  took: { ads: number[]; noAds: number[]; hits: number[] };
}

/** Time after the last arrival in which responses still count. */
const drainTimeoutMs = 10_000;

const { target, phases } = JSON.parse(process.argv[2] ?? '') as { target: OpenLoadTarget; phases: Phase[] };
const requests = {
  ad: `GET ${target.adPath} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Mozilla/5.0\r\n\r\n`,
  hit: `GET ${target.eventPath} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: Mozilla/5.0\r\n\r\n`,
};
const connections = new ConnectionPool(target.port);

function classifyResponse({ isHit, dueAt, tally }: Arrival, answer: string | null): void {
  const ms = performance.now() - dueAt;
  const { result, took } = tally;
  tally.waiting -= 1;
  if (!answer?.startsWith('HTTP/1.1 200 ')) {
    result.errors += 1;
  } else if (isHit) {
    took.hits.push(ms);
  } else if (answer.includes('<Impression') && answer.endsWith('</VAST>')) {
    took.ads.push(ms);
    const tenth = result.tenths[Math.floor((dueAt - tally.startedAt) / 100)];
    if (tenth) tenth.sold += 1;
  } else if (answer.endsWith(`\r\n\r\n${target.noAd}`)) took.noAds.push(ms);
  else result.errors += 1;
}

async function runPhase({ rate, seconds }: Phase): Promise<Tally> {
  const tenths = Array.from({ length: Math.ceil(seconds * 10) }, () => ({ requested: 0, sold: 0 }));
  const p99 = { answers: 0, noAds: 0, hits: 0 };
  const tally: Tally = {
    startedAt: performance.now(),
    waiting: 0,
    result: { ads: 0, noAds: 0, hits: 0, errors: 0, p99, tenths },
    took: { ads: [], noAds: [], hits: [] },
  };
  const count = Math.round(rate * seconds);
  for (let sent = 0; sent < count;) {
    const due = Math.min(count, ((performance.now() - tally.startedAt) * rate) / 1000);
    for (; sent < due; sent += 1) {
      const dueAt = tally.startedAt + (sent / rate) * 1000;
      const isHit = sent % 10 === 9;
      const tenth = tenths[Math.floor((dueAt - tally.startedAt) / 100)];
      if (tenth && !isHit) tenth.requested += 1;
      tally.waiting += 1;
      const arrival = { isHit, dueAt, tally };
      connections.send(isHit ? requests.hit : requests.ad, (answer) => classifyResponse(arrival, answer));
    }
    await wait(1);
  }
  return tally;
}

const tallies: Tally[] = [];
for (const phase of phases) tallies.push(await runPhase(phase));
const lastAt = performance.now();
while (tallies.some(({ waiting }) => waiting > 0) && performance.now() - lastAt < drainTimeoutMs) await wait(20);
const results = tallies.map(({ result, took, waiting }): PhaseResult => {
  const answers = [...took.ads, ...took.noAds];
  return {
    ...result,
    ads: took.ads.length,
    noAds: took.noAds.length,
    hits: took.hits.length,
    errors: result.errors + waiting,
    p99: { answers: p99Of(answers), noAds: p99Of(took.noAds), hits: p99Of(took.hits) },
  };
});
process.stdout.write(JSON.stringify(results), () => process.exit(0));
