import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionPool } from './connectionPool.ts';
import { p99Of } from './p99Of.ts';
import type { RotatingLoadResult, RotatingLoadTask } from './rotatingLoad.ts';

/** Time after the last request in which responses still count. */
const drainTimeoutMs = 10_000;

const { port, requestsFile, seconds, rate, connections, expected } = JSON.parse(
  process.argv[2] ?? '',
) as RotatingLoadTask;
const requests = readFileSync(requestsFile, 'utf8')
  .split('\n')
  .map((line) => JSON.parse(line) as string);
const pool = new ConnectionPool(port);
const took: number[] = [];
const tally = { sent: 0, waiting: 0, failures: 0 };
const startedAt = performance.now();
const endsAt = startedAt + seconds * 1000;

function send(dueAt: number, onEnd: () => void): void {
  const request = requests[tally.sent % requests.length] ?? '';
  tally.sent += 1;
  tally.waiting += 1;
  pool.send(request, (answer) => {
    tally.waiting -= 1;
    took.push(performance.now() - dueAt);
    const isCorrect = answer?.startsWith('HTTP/1.1 2') && answer.split(expected.text).length === expected.count + 1;
    if (!isCorrect) tally.failures += 1;
    onEnd();
  });
}

function sendNext(): void {
  if (performance.now() < endsAt) send(performance.now(), sendNext);
}

async function sendAtRate(perSecond: number): Promise<void> {
  const count = Math.round(perSecond * seconds);
  while (tally.sent < count) {
    const due = Math.min(count, ((performance.now() - startedAt) * perSecond) / 1000);
    while (tally.sent < due) send(startedAt + (tally.sent / perSecond) * 1000, () => undefined);
    await wait(1);
  }
}

if (rate === undefined) {
  for (let index = 0; index < (connections ?? 1); index += 1) sendNext();
  await wait(seconds * 1000);
} else {
  await sendAtRate(rate);
}
const lastAt = performance.now();
while (tally.waiting > 0 && performance.now() - lastAt < drainTimeoutMs) await wait(20);
const result: RotatingLoadResult = {
  answered: took.length,
  failures: tally.failures + tally.waiting,
  seconds: (lastAt - startedAt) / 1000,
  p99: p99Of(took),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));
