import { bidRequests } from './bidRequests.ts';
import { outputOf } from './endWithBench.ts';
import { httpRequest } from './httpRequest.ts';
import { pinnedTo } from './pinnedTo.ts';
import { runLoad } from './runLoad.ts';
import { supplierUid } from './servedSnapshot.ts';
import { builtScript, startBenchServing } from './servers.ts';

const requestCount = 4000;
const sizes = [100, 1000, 10_000, 100_000];

/**
 * The cost of a supplier's bid request as the number of campaigns grows while 20 of them bid, and the campaigns' part
 * of it, relative to 100 campaigns.
 */
export async function benchCampaigns(): Promise<string> {
  const script = await builtScript('bench/campaignsChild.ts');
  const costs: number[] = [];
  const newCosts: number[] = [];
  const requests: number[] = [];
  let indexedMs = 0;
  for (const size of sizes) {
    const command = [...pinnedTo(0), process.execPath, script];
    const stdout = await outputOf(command, { ...process.env, CAMPAIGNS: String(size) });
    const { mixedMicros = 0, newMicros = 0, bids, settleMs = 0 } = JSON.parse(stdout) as Record<string, number>;
    if (bids !== 3) throw new Error(`${size} campaigns: ${bids} bids`);
    costs.push(mixedMicros);
    newCosts.push(newMicros);
    indexedMs = settleMs;
    requests.push(await requestCost(size));
  }
  const formatTimes = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ');
  const ratio = (values: number[]) => ((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2);
  const own = `of that the bids ${formatTimes(costs)} µs, and ${formatTimes(newCosts)} µs where no such request came before`;
  return `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} campaigns: ${formatTimes(requests)} µs of CPU for a request; ${own}; 100,000 are indexed in ${indexedMs.toFixed(0)} ms, ratio ${ratio(requests)}`;
}

/** Microseconds of processor time for a bid request with one imp. */
async function requestCost(campaigns: number): Promise<number> {
  const serving = await startBenchServing(0, undefined, undefined, campaigns);
  const path = `/bid/${supplierUid()}`;
  const requests = bidRequests(requestCount, 1).map((body, index) => httpRequest(index, path, body));
  const load = { requests, connections: 32, expected: { text: '"impid"', count: 1 } };
  await runLoad(serving, { ...load, seconds: 3 });
  const { cpuMs, failures } = await runLoad(serving, { ...load, seconds: 4 });
  await serving.stop();
  if (failures > 0) throw new Error(`${campaigns} campaigns: ${failures} failures`);
  return cpuMs * 1000;
}
