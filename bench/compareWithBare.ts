import { medianOf } from './medianOf.ts';
import { runLoad, type LoadOptions } from './runLoad.ts';
import type { BenchServer } from './servers.ts';

const rounds = 3;
/** Duration of each load in seconds. */
const seconds = 5;

/** A server and its baseline under the same requests. */
export interface Comparison extends Pick<LoadOptions, 'requests' | 'connections' | 'expected'> {
  serving: BenchServer;
  bare: BenchServer;
  /** The same requests, for the baseline. */
  bareRequests: readonly string[];
  /** Name of the counted responses, for the printed line. */
  unit: string;
}

/**
 * Loads a server and its baseline in turn, each warm and at the highest rate that it answers, then the server alone at
 * half of its rate. The line ends with the ratio of the baseline's processor time to the server's.
 */
export async function compareWithBare({
  serving,
  bare,
  bareRequests,
  unit,
  expected,
  ...load
}: Comparison): Promise<string> {
  const full = { ...load, seconds, ...(expected ? { expected } : {}) };
  const fullBare = { ...load, seconds, requests: bareRequests };
  await runLoad(serving, full);
  await runLoad(bare, fullBare);
  const served: Awaited<ReturnType<typeof runLoad>>[] = [];
  const limit: Awaited<ReturnType<typeof runLoad>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    served.push(await runLoad(serving, full));
    limit.push(await runLoad(bare, fullBare));
  }
  const perSecond = medianOf(served.map(perSecondOf));
  const half = await runLoad(serving, { ...full, rate: perSecond / 2 });
  const cost = medianOf(served.map(({ cpuMs }) => cpuMs)) * 1000;
  const bareCost = medianOf(limit.map(({ cpuMs }) => cpuMs)) * 1000;
  const failures = [...served, half].reduce((sum, one) => sum + one.failures, 0);
  const rates = `${perSecond.toFixed(0)} ${unit}/s of ${medianOf(limit.map(perSecondOf)).toFixed(0)} bare`;
  const costs = `${cost.toFixed(1)} µs of CPU each (bare ${bareCost.toFixed(1)})`;
  return `${rates}, p99 at half load ${half.p99.toFixed(1)} ms, ${costs}, ${failures} failures, ratio ${(bareCost / cost).toFixed(2)}`;
}

function perSecondOf({ answered, seconds: took }: { answered: number; seconds: number }): number {
  return answered / took;
}
