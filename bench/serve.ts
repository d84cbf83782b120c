import { measureCost, measureLoad, medianOf } from './measureLoad.ts';
import { channelUid } from './servedSnapshot.ts';
import { steadyLoad } from './steadyLoad.ts';
import { startBareServer, startBenchServing } from './servers.ts';

const rounds = 3;

/**
 * GET /vast of a channel with 20 eligible of 10,000 tags and a stored winner, compared with a bare route that returns
 * the same bytes.
 */
export async function benchServe(): Promise<string> {
  const serving = await startBenchServing(10_000);
  const adUrl = `${serving.url}/vast/${channelUid(0)}?url=https%3A%2F%2Fnews.example%2Fa&w=640&h=360&cb=1`;
  const body = Buffer.from(await (await fetch(adUrl)).arrayBuffer());
  if (!body.includes('<Impression'))
    throw new Error(`the bench channel serves no ad: ${body.toString().slice(0, 200)}`);
  const bare = await startBareServer(body);
  const full = { seconds: 5, connections: 32, answerBytes: body.length };
  await measureLoad(adUrl, { ...full, seconds: 5 });
  await measureLoad(`${bare.url}/bytes`, { ...full, seconds: 5 });
  const served: Awaited<ReturnType<typeof measureCost>>[] = [];
  const limit: Awaited<ReturnType<typeof measureCost>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    served.push(await measureCost(serving, adUrl, full));
    limit.push(await measureCost(bare, `${bare.url}/bytes`, full));
  }
  const perSecond = medianOf(served.map((load) => load.requestsPerSecond));
  const bound = medianOf(limit.map((load) => load.requestsPerSecond));
  const half = await steadyLoad(adUrl, { ...full, rate: perSecond / 2 });
  await Promise.all([serving.stop(), bare.stop()]);
  const cost = medianOf(served.map((load) => load.cpuMicros));
  const bareCost = medianOf(limit.map((load) => load.cpuMicros));
  const failures = [...served, half].reduce((sum, load) => sum + load.failures, 0);
  return `${perSecond.toFixed(0)} ads/s of ${bound.toFixed(0)} bare, p99 at half load ${half.p99} ms, ${cost.toFixed(0)} µs of CPU each (bare ${bareCost.toFixed(0)}), ${failures} failures, ratio ${(perSecond / bound).toFixed(2)}`;
}
