import { setTimeout as pauseFor } from 'node:timers/promises';
import { eventually, runReport, type TestClient } from '../tests/e2e/apiClient.ts';
import { startProduct, type Product } from '../tests/e2e/product.ts';
import { buildOneTagConfiguration } from '../tests/system/product/oneTagConfiguration.ts';

const events = 200;
const everyMs = 250;
const lookEveryMs = 50;
const longestWaitMs = 30_000;

/** Time from the response to an impression until `POST /api/rrun` counts it: the median and the 99th percentile. */
export async function benchFreshness(): Promise<string> {
  const product = await startProduct('start', { ADMIN_PASSWORD: 'correct horse battery' });
  try {
    const { demand, channel } = await buildOneTagConfiguration(product, 'correct horse battery', { name: 'Bench' });
    const urls: string[] = [];
    while (urls.length < events) urls.push(await impressionUrl(product, channel.uid));
    const waited = await measure(demand, urls);
    const sorted = waited.toSorted((a, b) => a - b);
    const at = (share: number) => ((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1000).toFixed(2);
    return `${events} impressions, seen after ${at(0.5)} s at the median, p99 ${at(0.99)} s`;
  } finally {
    await product.stop();
  }
}

/** Sends the hits one by one and polls meanwhile how many are counted; the first hit sent is taken as counted first. */
async function measure(client: TestClient, urls: readonly string[]): Promise<number[]> {
  const acknowledged: number[] = [];
  const waited: number[] = [];
  const sending = (async () => {
    for (const url of urls) {
      await (await fetch(url)).arrayBuffer();
      acknowledged.push(performance.now());
      await pauseFor(everyMs);
    }
  })();
  const giveUpAt = performance.now() + urls.length * everyMs + longestWaitMs;
  while (waited.length < urls.length) {
    if (performance.now() > giveUpAt)
      throw new Error(`only ${waited.length} of ${urls.length} impressions were counted`);
    const counted = Number((await runReport(client, { metrics: ['imps'] })).totals['imps']);
    const seenAt = performance.now();
    while (waited.length < counted) waited.push(seenAt - (acknowledged[waited.length] ?? seenAt));
    await pauseFor(lookEveryMs);
  }
  await sending;
  return waited;
}

async function impressionUrl(product: Product, channelUid: string): Promise<string> {
  const markup = await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${channelUid}`)).text(),
    (text) => text.includes('/e/impression/'),
  );
  return /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(markup)?.[1] ?? '';
}
