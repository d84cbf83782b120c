import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtScript } from './servers.ts';
import { pinnedTo } from './measureLoad.ts';

const run = promisify(execFile);

/** Arrivals at a steady rate for a time, whatever becomes of those before them. */
export interface Phase {
  /** Arrivals a second. */
  rate: number;
  seconds: number;
}

/** What is asked: every tenth arrival is a hit on the tracking URL. */
export interface OpenLoadTarget {
  port: number;
  adPath: string;
  eventPath: string;
  /** What a channel without an ad answers. */
  noAd: string;
}

/** What a phase measured. Times are in milliseconds, from when an arrival was due to the last byte of its answer. */
export interface PhaseResult {
  ads: number;
  noAds: number;
  hits: number;
  /** Neither a valid ad nor a valid no-ad, nor an acknowledged hit; or no answer at all. */
  errors: number;
  /** Of ads and no-ads, of no-ads and of hits. */
  p99: { answers: number; noAds: number; hits: number };
  /** Ads that were asked for in each tenth of a second, and how many of them were sold. */
  tenths: { requested: number; sold: number }[];
}

/** Loads an address from a process of its own, on the second core, with arrivals that wait for no answer. */
export async function openLoad(target: OpenLoadTarget, phases: readonly Phase[]): Promise<PhaseResult[]> {
  const built = await builtScript('bench/openLoadChild.ts');
  const command = [...pinnedTo(1), process.execPath, built, JSON.stringify({ target, phases })];
  const { stdout } = await run(command[0] ?? '', command.slice(1), { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as PhaseResult[];
}
