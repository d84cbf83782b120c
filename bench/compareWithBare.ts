import { medianOf } from './medianOf.ts';
import { runLoad, type LoadOptions } from './runLoad.ts';
import type { BenchServer } from './servers.ts';

const rounds = 3;
/** Duration of each load in seconds. */
const seconds = 5;

/** A server, its baseline, and one that does only what no response can do without, under the same requests. */
export interface Comparison extends Pick<LoadOptions, 'requests' | 'connections' | 'expected'> {
  serving: BenchServer;
  bare: BenchServer;
  floor: BenchServer;
  /** The same requests, for the baseline. */
  bareRequests: readonly string[];
  /** Name of the counted responses, for the printed line. */
  unit: string;
}

/**
 * Loads the servers in turn, each warm and at the highest rate that it answers, then the server alone at half of its
 * rate. The line ends with the ratio of the baseline's processor time to the server's.
 */
export async function compareWithBare({
  serving,
  bare,
  floor,
  bareRequests,
  unit,
  expected,
  ...load
}: Comparison): Promise<string> {
  const full = { ...load, seconds, ...(expected ? { expected } : {}) };
  const fullBare = { ...load, seconds, requests: bareRequests };
  await runLoad(serving, full);
  await runLoad(bare, fullBare);
  await runLoad(floor, full);
  type Load = Awaited<ReturnType<typeof runLoad>>;
  const [served, limit, floors]: [Load[], Load[], Load[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    served.push(await runLoad(serving, full));
    limit.push(await runLoad(bare, fullBare));
    floors.push(await runLoad(floor, full));
  }
  const perSecond = medianOf(served.map(perSecondOf));
  const half = await runLoad(serving, { ...full, rate: perSecond / 2 });
  const cost = medianOf(served.map(({ cpuMs }) => cpuMs)) * 1000;
  const bareCost = medianOf(limit.map(({ cpuMs }) => cpuMs)) * 1000;
  const floorCost = medianOf(floors.map(({ cpuMs }) => cpuMs)) * 1000;
  const failures = [...served, ...floors, half].reduce((sum, one) => sum + one.failures, 0);
  const rates = `${perSecond.toFixed(0)} ${unit}/s of ${medianOf(limit.map(perSecondOf)).toFixed(0)} bare`;
  const costs = `${cost.toFixed(1)} µs of CPU each (bare ${bareCost.toFixed(1)}, floor ${floorCost.toFixed(1)})`;
  return `${rates}, p99 at half load ${half.p99.toFixed(1)} ms, ${costs}, ${failures} failures, ratio ${(bareCost / cost).toFixed(2)}`;
}

function perSecondOf({ answered, seconds: took }: { answered: number; seconds: number }): number {
  return answered / took;
}
