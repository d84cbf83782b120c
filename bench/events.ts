import { measureCost, measureLoad, medianOf } from './measureLoad.ts';
import { pixelPathOf } from './pixelPathOf.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBareServer, startBenchServing } from './servers.ts';

const rounds = 3;

/** Acknowledged, durable pixel hits, compared with a bare route that returns 204. */
export async function benchEvents(): Promise<string> {
  const serving = await startBenchServing(100);
  const markup = await (await fetch(`${serving.url}/vast/${channelUid(0)}?url=https%3A%2F%2Fnews.example%2Fa`)).text();
  const pixel = serving.url + pixelPathOf(markup);
  const bare = await startBareServer(Buffer.alloc(0));
  const full = { seconds: 5, connections: 64 };
  await measureLoad(pixel, { ...full, seconds: 2 });
  await measureLoad(`${bare.url}/none`, { ...full, seconds: 2 });
  const measurements: Awaited<ReturnType<typeof measureCost>>[] = [];
  const limit: Awaited<ReturnType<typeof measureCost>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measurements.push(await measureCost(serving, pixel, full));
    limit.push(await measureCost(bare, `${bare.url}/none`, full));
  }
  await Promise.all([serving.stop(), bare.stop()]);
  const perSecond = medianOf(measurements.map((load) => load.requestsPerSecond));
  const bound = medianOf(limit.map((load) => load.requestsPerSecond));
  const cost = medianOf(measurements.map((load) => load.cpuMicros));
  const bareCost = medianOf(limit.map((load) => load.cpuMicros));
  const failures = measurements.reduce((sum, load) => sum + load.failures, 0);
  return `${perSecond.toFixed(0)} pixels/s of ${bound.toFixed(0)} bare, ${cost.toFixed(0)} µs of CPU each (bare ${bareCost.toFixed(0)}), ${failures} failures, ratio ${(perSecond / bound).toFixed(2)}`;
}
