import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { adRequests } from './adRequests.ts';
import { httpRequest } from './httpRequest.ts';
import { observePeak } from './observePeak.ts';
import { runLoad } from './runLoad.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBenchServing, startChild } from './servers.ts';

const count = 200;
const load = {
  requests: adRequests(4000, 5),
  connections: 16,
  rate: 1000,
  seconds: 11,
  expected: { text: '</VAST>', count: 1 },
};
/** Time in which the slow readers send their requests, and the kernel takes all that it takes for them. */
const fillMs = 25_000;
/** Longest time until the server has closed every slow connection. */
const timeoutMs = 150_000;

/**
 * Connections that send requests and read nothing of the responses, or one byte at a time, beside players that request
 * ads at a steady rate: p99 of the players, memory, and the time until all slow readers are disconnected.
 */
export async function benchSlowReaders(): Promise<string> {
  const serving = await startBenchServing(100);
  const { port } = new URL(serving.url);
  await runLoad(serving, { ...load, seconds: 3 });
  const alone = await runLoad(serving, load);
  const before = serving.memory();
  const peak = observePeak(serving);
  const env = { SLOW_PORT: port, SLOW_COUNT: String(count), SLOW_REQUEST: httpRequest(0, `/vast/${channelUid(0)}`) };
  const readers = await startChild('bench/slowReadersChild.ts', env, serving.url, 1);
  await wait(fillMs);
  const sentAt = performance.now();
  const beside = await runLoad(serving, load);
  const open = connectionsTo(port);
  while (connectionsTo(port) > 0 && performance.now() - sentAt < timeoutMs) await wait(200);
  const left = connectionsTo(port);
  const closedMs = performance.now() - sentAt;
  const bytes = peak();
  await Promise.all([readers.stop(), serving.stop()]);
  const players = `p99 of players ${beside.p99.toFixed(1)} ms (alone ${alone.p99.toFixed(1)}), ${beside.failures} failures`;
  return `${open} slow readers: ${players}, at most ${megabytes(bytes)} MB (before ${megabytes(before)}), ${left} left ${(closedMs / 1000).toFixed(0)} s after their last request`;
}

/** Established connections to a port of this machine. */
function connectionsTo(port: string): number {
  const local = `:${Number(port).toString(16).padStart(4, '0').toUpperCase()}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  // Columns: number, local address, remote address, state (01 = established).
  return lines.filter((line) => {
    const [, address = '', , state] = line.trim().split(/\s+/);
    return address.endsWith(local) && state === '01';
  }).length;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
