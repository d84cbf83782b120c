import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, runReport, signInAs } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';
/** Viewers on connections that stay open, and viewers with a connection per request. */
const viewersOfEach = 6;
const pauseMs = 10;

let product: Product;
let adUrl: string;

beforeAll(async () => {
  product = await startProduct(
    'start',
    { ADMIN_PASSWORD: adminPassword, REHEARSAL_MS: '300', DRAIN_MS: '1000' },
    await copyMigratedStore('all'),
  );
  const { channel } = await buildOneTagConfiguration(product, adminPassword, { name: 'Reload test' });
  adUrl = `${product.adsUrl}/vast/${channel.uid}`;
  await eventually(
    async () => (await fetch(adUrl)).text(),
    (markup) => markup.includes('<Impression'),
  );
});
afterAll(async () => {
  await product?.stop();
});

interface Traffic {
  ads: number;
  impressions: Set<string>;
  failures: string[];
}

/** Responses by fetch hide how connections are used. */
function request(url: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function view(agent: Agent, traffic: Traffic): Promise<void> {
  const { status, text } = await request(adUrl, agent);
  const url = /<Impression[^>]*><!\[CDATA\[([^\]]*\/e\/impression\/[^\]]+)\]\]>/.exec(text)?.[1];
  if (status !== 200 || !url) {
    traffic.failures.push(`ad: ${status} ${text.slice(0, 200)}`);
    return;
  }
  traffic.ads += 1;
  // Twice, as faulty players do.
  for (let hit = 0; hit < 2; hit += 1) {
    const hitAnswer = await request(url, agent);
    if (hitAnswer.status === 200) traffic.impressions.add(url);
    else traffic.failures.push(`pixel: ${hitAnswer.status}`);
  }
}

test('all processes are replaced under load: every request is answered, and every event counted once', async () => {
  const client = await signInAs(product.consoleUrl, 'ops', adminPassword);
  const countOf = async () => {
    const { totals } = await runReport(client, { metrics: ['reqs', 'imps'] });
    return { reqs: Number(totals['reqs']), imps: Number(totals['imps']) };
  };
  // The requests of the set-up are counted one by one until all are.
  let before = { reqs: -1, imps: -1 };
  await eventually(
    countOf,
    (count) => {
      const isSettled = count.reqs > 0 && count.reqs === before.reqs;
      before = count;
      return isSettled;
    },
    120,
  );

  const traffic: Traffic = { ads: 0, impressions: new Set(), failures: [] };
  const load = { isOver: false };
  const viewers = [true, false].flatMap((keepAlive) =>
    Array.from({ length: viewersOfEach }, async () => {
      const agent = new Agent({ keepAlive, maxSockets: 1 });
      while (!load.isOver) {
        await view(agent, traffic).catch((error: Error) => traffic.failures.push(error.message));
        await sleep(pauseMs);
      }
      agent.destroy();
    }),
  );
  await sleep(500);
  const first = await product.processes();
  await product.reload();
  const second = await product.processes();
  await product.reload();
  await sleep(500);
  load.isOver = true;
  await Promise.all(viewers);

  expect(traffic.failures).toEqual([]);
  expect(traffic.ads).toBeGreaterThan(100);
  expect(second.map(({ role }) => role).toSorted()).toEqual(first.map(({ role }) => role).toSorted());
  const [parent, ...children] = first;
  expect(second[0]).toEqual(parent);
  expect(children.filter(({ pid }) => second.some((each) => each.pid === pid))).toEqual([]);

  const expected = { reqs: before.reqs + traffic.ads, imps: before.imps + traffic.impressions.size };
  const counted = await eventually(
    () => countOf().catch(() => before),
    ({ reqs, imps }) => reqs >= expected.reqs && imps >= expected.imps,
    120,
  );
  expect(counted).toEqual(expected);
});

test('calls of the API wait or get 503 with Retry-After while the stores are replaced', async () => {
  const call = () => fetch(`${product.consoleUrl}/api/session`);
  const usual = (await call()).status;
  const load = { isOver: false };
  const failures: string[] = [];
  const callers = Array.from({ length: 4 }, async () => {
    while (!load.isOver) {
      const outcome = await call().then(
        ({ status, headers }) => (status === 503 && headers.get('retry-after') ? usual : status),
        (error: unknown) => String(error),
      );
      if (outcome !== usual) failures.push(String(outcome));
      await sleep(20);
    }
  });
  await product.reload();
  load.isOver = true;
  await Promise.all(callers);
  expect(failures).toEqual([]);
});

test('a node that stops says so first, and answers every request that reaches it', async () => {
  const traffic: Traffic = { ads: 0, impressions: new Set(), failures: [] };
  const agents = [true, false].map((keepAlive) => new Agent({ keepAlive, maxSockets: 1 }));
  const load = { isOver: false };
  const viewers = agents.map(async (agent) => {
    while (!load.isOver) await view(agent, traffic).catch((error: Error) => traffic.failures.push(error.message));
  });
  const stopped = product.halt().then(() => {
    load.isOver = true;
  });
  const readiness = new Set<string>();
  while (!load.isOver) {
    const response = await fetch(`${product.adsUrl}/readyz`).catch(() => null);
    if (response) readiness.add(`${response.status} ${((await response.json()) as { status: string }).status}`);
    await sleep(20);
  }
  await Promise.all([stopped, ...viewers]);
  expect([...readiness].at(-1)).toBe('503 stopping');
  expect(traffic.ads).toBeGreaterThan(0);
  // Once it has stopped, connections are refused, or reset while they are being established.
  expect(traffic.failures.filter((failure) => !/ECONNREFUSED|ECONNRESET/.test(failure))).toEqual([]);
});
