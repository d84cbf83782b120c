import { adRequests } from './adRequests.ts';
import { observePeak } from './observePeak.ts';
import { runLoad } from './runLoad.ts';
import { startBenchServing } from './servers.ts';

/** Numbers of keep-alive connections, each with an ad every `count / rate` seconds. */
const counts = [16, 1000, 10_000];
/** Ads per second over all connections. */
const rate = 1000;
const seconds = 11;

/** GET /vast at a steady rate over 16 to 10,000 keep-alive connections: p99, processor time and memory. */
export async function benchConnections(): Promise<string> {
  const load = { requests: adRequests(4000, 5), seconds, rate, expected: { text: '</VAST>', count: 1 } };
  const cells: string[] = [];
  let fewest = 0;
  for (const connections of counts) {
    const serving = await startBenchServing(100);
    await runLoad(serving, { ...load, seconds: 3 });
    const peak = observePeak(serving);
    const { p99, cpuMs, failures } = await runLoad(serving, { ...load, connections });
    const bytes = peak();
    await serving.stop();
    if (fewest === 0) fewest = bytes;
    const each = connections === counts[0] ? '' : ` (${((bytes - fewest) / 1024 / connections).toFixed(0)} kB each)`;
    cells.push(
      `${connections.toLocaleString('en-US')}: p99 ${p99.toFixed(1)} ms, ${(cpuMs * 1000).toFixed(0)} µs of CPU for an ad, ${megabytes(bytes)} MB${each}, ${failures} failures`,
    );
  }
  return `${rate} ads/s over connections: ${cells.join('; ')}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
