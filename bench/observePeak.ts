import type { BenchServer } from './servers.ts';

/** Watches a server's memory; the result returns its maximum in bytes so far, and ends the watch. */
export function observePeak(serving: BenchServer): () => number {
  let bytes = serving.memory();
  const timer = setInterval(() => (bytes = Math.max(bytes, serving.memory())), 200);
  return () => {
    clearInterval(timer);
    return bytes;
  };
}
