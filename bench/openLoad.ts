import { builtScript } from './servers.ts';
import { outputOf } from './endWithBench.ts';
import { pinnedTo } from './pinnedTo.ts';

/** Arrivals at a steady rate for a time, independent of earlier responses. */
export interface Phase {
  /** Arrivals per second. */
  rate: number;
  seconds: number;
}

/** Target of the load: every tenth arrival is a hit on the tracking URL. */
export interface OpenLoadTarget {
  port: number;
  adPath: string;
  eventPath: string;
  /** Response of a channel without an ad. */
  noAd: string;
}

/** Result of a phase. Times are in milliseconds, from when an arrival was due to the last byte of its response. */
export interface PhaseResult {
  ads: number;
  noAds: number;
  hits: number;
  /** Responses that are neither a valid ad, a valid no-ad nor an acknowledged hit, and missing responses. */
  errors: number;
  /** Latencies of ads and no-ads, of no-ads alone, and of hits. */
  p99: { answers: number; noAds: number; hits: number };
  /** Ads requested in each tenth of a second, and how many of them were sold. */
  tenths: { requested: number; sold: number }[];
}

/** Loads an address from a process of its own on the second core; arrivals do not wait for responses. */
export async function openLoad(target: OpenLoadTarget, phases: readonly Phase[]): Promise<PhaseResult[]> {
  const built = await builtScript('bench/openLoadChild.ts');
  const command = [...pinnedTo(1), process.execPath, built, JSON.stringify({ target, phases })];
  const stdout = await outputOf(command);
  return JSON.parse(stdout) as PhaseResult[];
}
