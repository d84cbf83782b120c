import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../e2e/apiClient.ts';
import { freePort } from '../../e2e/freePort.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';

let product: Product;
let metricsUrl: string;
let channelUid: string;

/** The values of all processes by name and labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const response = await fetch(metricsUrl);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The changes of the figures of requests between two readings. */
function changesOf(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Record<string, number> {
  const changed = [...after].map(([name, value]): [string, number] => [name, value - (before.get(name) ?? 0)]);
  const isOfRequests = /^bidhouse_(?:requests_total|request_duration_seconds_count|imps_total|event_hits_total)/;
  return Object.fromEntries(changed.filter(([name, change]) => change !== 0 && isOfRequests.test(name)));
}

/** A connection per call, so that both ad-serving processes are called. */
const alone = () => ({ headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) });

async function requestAd(): Promise<string> {
  return (await fetch(`${product.adsUrl}/vast/${channelUid}`, alone())).text();
}

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const settings = { ADMIN_PASSWORD: adminPassword, METRICS_PORT: String(port) };
  product = await startProduct('start', settings, await copyMigratedStore('all'));
  ({
    channel: { uid: channelUid },
  } = await buildOneTagConfiguration(product, adminPassword, { name: 'Metrics' }));
  // Until both processes have the configuration.
  await eventually(
    () => Promise.all(Array.from({ length: 12 }, requestAd)),
    (answers) => answers.every((answer) => answer.includes('<Impression')),
  );
});
afterAll(async () => {
  await product?.stop();
});

test('the figures of requests change by exactly what was sent', async () => {
  const before = await readMetrics();
  const answers = await Promise.all(Array.from({ length: 20 }, requestAd));
  const impressions = answers.map((answer) => /CDATA\[(http:[^\]]+\/e\/i[^\]]*)\]/.exec(answer)?.[1] ?? '');
  for (const url of impressions.slice(0, 7)) expect((await fetch(url, alone())).status).toBe(200);
  const invalid = { ...alone(), method: 'POST', body: '{' };
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await fetch(`${product.adsUrl}/rtb/${channelUid}`, invalid)).status).toBe(400);
  }
  for (let sent = 0; sent < 2; sent += 1) await fetch(`${product.adsUrl}/vast/unknown`, alone());
  const expected = {
    'bidhouse_requests_total{integration="vast",status="2xx"}': 22,
    'bidhouse_request_duration_seconds_count{integration="vast"}': 22,
    'bidhouse_requests_total{integration="event",status="2xx"}': 7,
    'bidhouse_request_duration_seconds_count{integration="event"}': 7,
    'bidhouse_requests_total{integration="rtb",status="4xx"}': 3,
    'bidhouse_request_duration_seconds_count{integration="rtb"}': 3,
    'bidhouse_imps_total{integration="vast",result="ad"}': 20,
    'bidhouse_imps_total{integration="vast",result="bad_request"}': 2,
    'bidhouse_event_hits_total{event="impression",verdict="valid"}': 7,
  };
  // A request ends after its client has read the response.
  await expect.poll(async () => changesOf(before, await readMetrics())).toEqual(expected);
});

test('counted impressions have their revenue', async () => {
  const read = async (name: string) => (await readMetrics()).get(`bidhouse_${name}{integration="vast"}`);
  // Those of the test before, at 2.00 USD per thousand.
  await expect.poll(() => read('impressions_counted_total')).toBe(7);
  expect(await read('revenue_nano_usd_total')).toBe(14_000_000);
});

test('queues, migrations, connections and the spool have figures', async () => {
  const metrics = await readMetrics();
  for (const store of ['postgres', 'clickhouse']) {
    const expected = metrics.get(`bidhouse_migrations_expected{store="${store}"}`);
    expect(expected).toBeGreaterThan(0);
    expect(metrics.get(`bidhouse_migrations_applied{store="${store}"}`)).toBe(expected);
  }
  for (const name of ['mails_due', 'schedule_lag_seconds', 'exports_pending{state="queued"}', 'postgres_waiting']) {
    expect(metrics.get(`bidhouse_${name}`), name).toBe(0);
  }
  for (const slot of [0, 1]) {
    expect(metrics.get(`bidhouse_snapshot_version{role="serving",slot="${slot}"}`)).toBeGreaterThan(0);
    expect(metrics.get(`bidhouse_budget_lease_age_seconds{role="serving",slot="${slot}"}`)).toBeLessThan(60);
  }
  await expect
    .poll(async () => (await readMetrics()).get('bidhouse_load_rows_total{table="facts"}'))
    .toBeGreaterThan(20);
  expect(metrics.has('bidhouse_spool_oldest_age_seconds')).toBe(true);
});

test('metrics are served on their own port only', async () => {
  for (const url of [product.consoleUrl, product.adsUrl]) {
    const response = await fetch(`${url}/metrics`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('bidhouse_');
  }
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
});

test('a frozen process does not hang the metrics of the others', async () => {
  const worker = (await product.processes()).find(({ role }) => role === 'worker');
  const before = await readMetrics();
  expect(before.get('bidhouse_process_up{role="worker",slot="0"}')).toBe(1);
  process.kill(worker?.pid ?? 0, 'SIGSTOP');
  try {
    const frozen = await readMetrics();
    expect(frozen.get('bidhouse_process_up{role="worker",slot="0"}')).toBe(0);
    expect(frozen.get('bidhouse_metrics_missed_total{role="worker"}')).toBe(1);
    expect(frozen.get('bidhouse_process_up{role="api",slot="0"}')).toBe(1);
    expect(frozen.has('bidhouse_spool_files')).toBe(false);
  } finally {
    process.kill(worker?.pid ?? 0, 'SIGCONT');
  }
  await expect.poll(async () => (await readMetrics()).get('bidhouse_process_up{role="worker",slot="0"}')).toBe(1);
});

test('counters do not fall when a process is killed', async () => {
  const name = 'bidhouse_requests_total{integration="vast",status="2xx"}';
  const before = (await readMetrics()).get(name) ?? 0;
  for (const { pid } of (await product.processes()).filter(({ role }) => role === 'serving')) {
    process.kill(pid, 'SIGKILL');
  }
  await expect.poll(async () => (await readMetrics()).get('bidhouse_process_starts_total{role="serving"}')).toBe(4);
  expect((await readMetrics()).get(name)).toBe(before);
});
