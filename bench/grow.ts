import { measureCost } from './measureLoad.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBenchServing } from './servers.ts';

const sizes = [100, 1000, 10_000, 100_000];

/**
 * The cost of an ad as the number of active tags in the snapshot grows while 20 of them are eligible, relative to 100
 * tags.
 */
export async function benchGrow(): Promise<string> {
  const costs: number[] = [];
  for (const size of sizes) {
    const serving = await startBenchServing(size);
    const url = `${serving.url}/vast/${channelUid(0)}?url=https%3A%2F%2Fnews.example%2Fa&w=640&h=360&cb=1`;
    await measureCost(serving, url, { seconds: 2, connections: 32 });
    const { cpuMicros } = await measureCost(serving, url, { seconds: 4, connections: 32 });
    costs.push(cpuMicros);
    await serving.stop();
  }
  const costsBySize = sizes.map(
    (size, index) => `${size.toLocaleString('en-US')}: ${(costs[index] ?? 0).toFixed(0)} µs`,
  );
  return `${costsBySize.join(', ')} of CPU for an ad, ratio ${((costs.at(-1) ?? 0) / (costs[0] ?? 1)).toFixed(2)}`;
}
