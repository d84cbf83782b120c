/** Sampled requests: the number of traces, and the number of requests they represent. */
export interface Sampled {
  traces: number;
  requests: number;
}

export function noneSampled(): Sampled {
  return { traces: 0, requests: 0 };
}

/** Counts a request that was sampled 1 in `sampleWeight`. */
export function countSampled(sampled: Sampled, sampleWeight: number): void {
  sampled.traces += 1;
  sampled.requests += sampleWeight;
}
