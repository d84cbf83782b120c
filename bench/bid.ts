import { bidRequest } from './bidRequest.ts';
import { measureCost, measureLoad, medianOf } from './measureLoad.ts';
import { supplierUid } from './servedSnapshot.ts';
import { steadyLoad } from './steadyLoad.ts';
import { startBareServer, startBenchServing } from './servers.ts';

const rounds = 3;

/**
 * POST /bid of a supplier with three imps to an account with 10,000 campaigns, compared with a bare route that returns
 * the same bytes.
 */
export async function benchBid(): Promise<string> {
  const serving = await startBenchServing(0, undefined, undefined, 10_000);
  const url = `${serving.url}/bid/${supplierUid()}`;
  const body = bidRequest(3);
  const answer = Buffer.from(await (await fetch(url, { method: 'POST', body })).arrayBuffer());
  const { seatbid = [] } = JSON.parse(answer.toString() || '{}') as { seatbid?: { bid: unknown[] }[] };
  if (seatbid[0]?.bid.length !== 3) throw new Error(`no three bids: ${answer.toString().slice(0, 300)}`);
  const bare = await startBareServer(answer);
  const full = { seconds: 5, connections: 32, method: 'POST', body, answerBytes: answer.length * 0.9 } as const;
  await measureLoad(url, full);
  await measureLoad(`${bare.url}/bytes`, { ...full, method: 'GET' });
  const served: Awaited<ReturnType<typeof measureCost>>[] = [];
  const limit: Awaited<ReturnType<typeof measureCost>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    served.push(await measureCost(serving, url, full));
    limit.push(await measureCost(bare, `${bare.url}/bytes`, { ...full, method: 'GET' }));
  }
  const perSecond = medianOf(served.map((load) => load.requestsPerSecond));
  const bound = medianOf(limit.map((load) => load.requestsPerSecond));
  const half = await steadyLoad(url, { ...full, rate: perSecond / 2 });
  await Promise.all([serving.stop(), bare.stop()]);
  const cost = medianOf(served.map((load) => load.cpuMicros));
  const bareCost = medianOf(limit.map((load) => load.cpuMicros));
  const failures = [...served, half].reduce((sum, load) => sum + load.failures, 0);
  return `${perSecond.toFixed(0)} requests/s of ${bound.toFixed(0)} bare, p99 at half load ${half.p99} ms, ${cost.toFixed(0)} µs of CPU each (bare ${bareCost.toFixed(0)}), ${failures} failures, ratio ${(perSecond / bound).toFixed(2)}`;
}
