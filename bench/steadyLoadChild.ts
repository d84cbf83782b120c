import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionPool } from './connectionPool.ts';
import { p99Of } from './p99Of.ts';
import type { SteadyLoad, SteadyLoadRequest } from './steadyLoad.ts';

/** Requests due within this time are not measured: connections are opened, and this process is slow at first. */
const warmUpMs = 1000;
/** Time after the last request in which responses still count. */
const drainTimeoutMs = 10_000;

const { port, request, rate, seconds } = JSON.parse(process.argv[2] ?? '') as SteadyLoadRequest;
const connections = new ConnectionPool(port);
const took: number[] = [];
const tally = { waiting: 0, failures: 0 };
const startedAt = performance.now();

function take(answer: string | null, dueAt: number): void {
  tally.waiting -= 1;
  if (dueAt >= startedAt + warmUpMs) took.push(performance.now() - dueAt);
  if (!answer?.startsWith('HTTP/1.1 2')) tally.failures += 1;
}

const count = Math.round(rate * (seconds + warmUpMs / 1000));
for (let sent = 0; sent < count;) {
  const due = Math.min(count, ((performance.now() - startedAt) * rate) / 1000);
  for (; sent < due; sent += 1) {
    const dueAt = startedAt + (sent / rate) * 1000;
    tally.waiting += 1;
    connections.send(request, (answer) => take(answer, dueAt));
  }
  await wait(1);
}
const lastAt = performance.now();
while (tally.waiting > 0 && performance.now() - lastAt < drainTimeoutMs) await wait(20);
const result: SteadyLoad = { p99: Math.round(p99Of(took) * 10) / 10, failures: tally.failures + tally.waiting };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
