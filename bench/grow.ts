import { adRequests } from './adRequests.ts';
import { runLoad } from './runLoad.ts';
import { startBenchServing } from './servers.ts';

const sizes = [100, 1000, 10_000, 100_000];
const requestCount = 4000;
/** Channels that are requested: those that exist at each size. */
const channels = 5;

/**
 * The cost of an ad as the number of active tags in the snapshot grows while 20 of them are eligible, relative to 100
 * tags. Every request has a page and viewer of its own.
 */
export async function benchGrow(): Promise<string> {
  const load = {
    requests: adRequests(requestCount, channels),
    connections: 32,
    expected: { text: '</VAST>', count: 1 },
  };
  const costs: number[] = [];
  for (const size of sizes) {
    const serving = await startBenchServing(size);
    await runLoad(serving, { ...load, seconds: 3 });
    const { cpuMs } = await runLoad(serving, { ...load, seconds: 4 });
    costs.push(cpuMs * 1000);
    await serving.stop();
  }
  const costsBySize = sizes.map(
    (size, index) => `${size.toLocaleString('en-US')}: ${(costs[index] ?? 0).toFixed(1)} µs`,
  );
  return `${costsBySize.join(', ')} of CPU for an ad, ratio ${((costs.at(-1) ?? 0) / (costs[0] ?? 1)).toFixed(2)}`;
}
