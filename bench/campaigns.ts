import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { pinnedTo } from './measureLoad.ts';
import { builtScript } from './servers.ts';

const run = promisify(execFile);
const sizes = [100, 1000, 10_000, 100_000];

/** What the bids of an account's campaigns on an impression cost, with more and more of them and 20 that bid: against itself at 100. */
export async function benchCampaigns(): Promise<string> {
  const script = await builtScript('bench/campaignsChild.ts');
  const costs: number[] = [];
  const newCosts: number[] = [];
  let indexedMs = 0;
  for (const size of sizes) {
    const command = [...pinnedTo(0), process.execPath, script];
    const { stdout } = await run(command[0] ?? '', command.slice(1), {
      env: { ...process.env, CAMPAIGNS: String(size) },
    });
    const { mixedMicros = 0, newMicros = 0, bids, looked, settleMs = 0 } = JSON.parse(stdout) as Record<string, number>;
    if (bids !== 10 || looked !== 20) throw new Error(`${size} campaigns: ${bids} bids of ${looked} looked at`);
    costs.push(mixedMicros);
    newCosts.push(newMicros);
    indexedMs = settleMs;
  }
  const told = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ');
  const ratio = (values: number[]) => ((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2);
  return `${sizes.map((size) => size.toLocaleString('en-US')).join(', ')} campaigns: ${told(costs)} µs of CPU for an impression of a kind seen before, ${told(newCosts)} µs for any other (ratio ${ratio(newCosts)}); 100,000 are indexed in ${indexedMs.toFixed(0)} ms, ratio ${ratio(costs)}`;
}
