/** Requests of a sample, and how many they stand for. */
export interface Sampled {
  traces: number;
  requests: number;
}

/** None of them. */
export function noneSampled(): Sampled {
  return { traces: 0, requests: 0 };
}

/** Counts a request that stands for so many. */
export function countSampled(sampled: Sampled, weight: number): void {
  sampled.traces += 1;
  sampled.requests += weight;
}
