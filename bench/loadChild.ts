import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionPool } from './connectionPool.ts';
import { p99Of } from './p99Of.ts';
import type { LoadResult, LoadTask } from './runLoad.ts';

/** Time after the last request in which responses still count. */
const drainTimeoutMs = 10_000;
/** Requests of a load at a rate that are due within this time are not part of the p99. */
const warmUpMs = 1000;

const { port, requestsFile, seconds, rate, connections = 0, expected } = JSON.parse(process.argv[2] ?? '') as LoadTask;
const requests = readFileSync(requestsFile, 'utf8')
  .split('\n')
  .map((line) => JSON.parse(line) as string);
const pool = new ConnectionPool(port);
await pool.open(connections);
const took: number[] = [];
const tally = { sent: 0, answered: 0, failures: 0 };
const startedAt = performance.now();
const endsAt = startedAt + seconds * 1000;
const measuredFrom = rate === undefined ? startedAt : startedAt + warmUpMs;

function send(dueAt: number, onEnd: () => void): void {
  const request = requests[tally.sent % requests.length] ?? '';
  tally.sent += 1;
  pool.send(request, (answer) => {
    tally.answered += 1;
    if (dueAt >= measuredFrom) took.push(performance.now() - dueAt);
    if (!isCorrect(answer)) tally.failures += 1;
    onEnd();
  });
}

function isCorrect(answer: string | null): boolean {
  if (!answer?.startsWith('HTTP/1.1 2')) return false;
  if (expected === undefined) return true;
  let found = 0;
  for (let at = answer.indexOf(expected.text); at !== -1; at = answer.indexOf(expected.text, at + 1)) found += 1;
  return found === expected.count;
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
  for (let index = 0; index < connections; index += 1) sendNext();
  await wait(seconds * 1000);
} else {
  await sendAtRate(rate);
}
const lastAt = performance.now();
while (tally.answered < tally.sent && performance.now() - lastAt < drainTimeoutMs) await wait(20);
const result: LoadResult = {
  answered: tally.answered,
  failures: tally.failures + tally.sent - tally.answered,
  seconds: (lastAt - startedAt) / 1000,
  p99: p99Of(took),
};
process.stdout.write(JSON.stringify(result), () => process.exit(0));
