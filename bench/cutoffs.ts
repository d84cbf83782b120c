import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { eventually } from '../tests/e2e/apiClient.ts';
import { startProduct, type Product } from '../tests/e2e/product.ts';
import { spawnStore } from '../tests/stores/spawnStore.ts';
import { startRealPostgres } from '../tests/stores/startRealPostgres.ts';
import { buildOneTagConfiguration, type OneTagConfiguration } from '../tests/system/product/oneTagConfiguration.ts';

const presses = 30;
/** Pause between two ad requests to each node. */
const everyMs = 5;
/** Ad requests without an ad, one after the other, after which a node has the cut-off. */
const withoutAd = 20;

/**
 * Time from the press of “Cut off” at the API of one node until the last ad of each of two nodes, which share one
 * PostgreSQL server: the median and the longest.
 */
export async function benchCutoffs(): Promise<string> {
  const closing: (() => unknown)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'bidhouse-cutoffs-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startRealPostgres(folder);
    closing.push(() => postgres.close());
    const store = await spawnStore({ dataDir: join(folder, 'facts'), part: 'clickhouse' });
    closing.push(() => store.stop('SIGTERM'));
    const settings = {
      ADMIN_PASSWORD: 'correct horse battery',
      SERVING_WORKERS: '1',
      SECRET: 'c'.repeat(64),
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: store.urls.clickhouseUrl,
    };
    const first = await startProduct('start', settings);
    closing.push(() => first.stop());
    const second = await startProduct('start', settings);
    closing.push(() => second.stop());
    const nodes = [first, second] as const;
    const configuration = await buildOneTagConfiguration(first, settings.ADMIN_PASSWORD, { name: 'Bench' });
    const times: number[][] = [[], []];
    for (let press = 0; press < presses; press += 1) {
      const ofNodes = await measure(nodes, configuration, press);
      for (const [node, ms] of ofNodes.entries()) times[node]?.push(ms);
    }
    return nodes.map((_, node) => `node ${node + 1}: ${textOf(times[node] ?? [])}`).join('; ');
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** Cuts the tag off once. Returns for each node the milliseconds from the press to the response with its last ad. */
async function measure(
  nodes: readonly Product[],
  { demand, tagId, channel }: OneTagConfiguration,
  press: number,
): Promise<number[]> {
  const hasAd = async ({ adsUrl }: Product) =>
    (await (await fetch(`${adsUrl}/vast/${channel.uid}`)).text()).includes('<Impression');
  for (const node of nodes) await eventually(() => hasAd(node), Boolean);
  // Presses come at any time between two polls.
  await pauseFor((press * 137) % 600);
  const pressedAt = performance.now();
  const lastAds = Promise.all(
    nodes.map(async (node) => {
      let lastAt = pressedAt;
      for (let missing = 0; missing < withoutAd;) {
        if (await hasAd(node)) {
          lastAt = performance.now();
          missing = 0;
        } else missing += 1;
        await pauseFor(everyMs);
      }
      return lastAt - pressedAt;
    }),
  );
  const { status, body } = await demand.call<{ id: number }>('POST', '/api/cutoffs', {
    kind: 'tag',
    id: tagId,
    reason: 'bench',
  });
  if (status !== 201) throw new Error(`the cut-off was answered with ${status}`);
  const times = await lastAds;
  await demand.call('DELETE', `/api/cutoffs/${body.id}`);
  return times;
}

function textOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `last ad after ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms at the median, ${Math.round(sorted.at(-1) ?? 0)} ms at most`;
}
