import { setTimeout as pause } from 'node:timers/promises';
import { eventually, runReport, signInAs, type TestClient } from '../e2e/apiClient.ts';
import type { Product } from '../e2e/product.ts';
import type { TrafficLog } from './trafficLog.ts';

/** Figures of an account's report over all of its traffic. */
export interface Reported {
  calls: number;
  imps: number;
}

const tries = 240;
/** Longer than spooled records take to be loaded. */
const settlingMs = 4000;

/**
 * Signs in as soon as the product allows it, waits until reports include all acknowledged ad requests and impressions,
 * and then until their figures are stable: records without a response may still be loaded.
 */
export async function waitUntilReported(
  { consoleUrl }: Pick<Product, 'consoleUrl'>,
  { login, password }: { login: string; password: string },
  log: Pick<TrafficLog, 'acknowledged' | 'answered'>,
): Promise<Reported> {
  const client = await eventually(
    () => signInAs(consoleUrl, login, password).catch(() => null),
    (each): each is TestClient => each !== null,
    tries,
  );
  const read = async (): Promise<Reported> => {
    const report = client && (await runReport(client, { metrics: ['calls', 'imps'] }).catch(() => null));
    return { calls: Number(report?.totals['calls'] ?? -1), imps: Number(report?.totals['imps'] ?? -1) };
  };
  const imps = [...log.acknowledged].filter((name) => name.endsWith(' impression')).length;
  let last = await eventually(read, (now) => now.imps >= imps && now.calls >= log.answered, tries);
  for (;;) {
    await pause(settlingMs);
    const now = await read();
    if (now.imps === last.imps && now.calls === last.calls) return now;
    last = now;
  }
}
