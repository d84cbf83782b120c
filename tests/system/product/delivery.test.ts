import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';
import { copyMigratedStore } from '../../stores/copyMigratedStore.ts';
import { buildOneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';

describe('delivery limits in two serving processes', () => {
  let product: Product;
  let demand: TestClient;
  let channelUid: string;
  let tagId: number;

  const change = async (body: object) => {
    const answer = await demand.call('PATCH', `/api/demand/tags/${tagId}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  // A connection per call, so that both processes are called. Like a player it has a timeout: a client that is
  // connected to a process when it is killed gets no response.
  const alone = () => ({ headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) });
  const requestAd = async (query: string) =>
    (await fetch(`${product.adsUrl}/vast/${channelUid}?${query}`, alone())).text();
  const hasAd = (markup: string) => markup.includes('<Impression');
  const hasNone = (markup: string) => !hasAd(markup);
  const see = async (query: string) => {
    const [, impression] =
      /<Impression[^>]*><!\[CDATA\[(http:[^\]]+\/e\/i[^\]]*)\]\]>/.exec(await requestAd(query)) ?? [];
    if (impression) expect((await fetch(impression, alone())).status).toBeLessThan(300);
  };
  const requestAds = (query: string) => Promise.all(Array.from({ length: 12 }, () => requestAd(query)));

  beforeAll(async () => {
    product = await startProduct('start', { ADMIN_PASSWORD: adminPassword }, await copyMigratedStore('all'));
    const configuration = await buildOneTagConfiguration(product, adminPassword, { name: 'Delivery' });
    ({ demand, tagId } = configuration);
    channelUid = configuration.channel.uid;
    await eventually(() => requestAd(''), hasAd);
  });
  afterAll(async () => {
    await product?.stop();
  });

  test('a viewer sees a tag as often as its frequency cap allows, whichever processes live and die', async () => {
    await change({ freqImps: 2, freqHours: 1 });
    // Plans arrive within a second: until then tokens do not contain the viewer of an impression.
    await eventually(
      async () => {
        await see('did=device-1');
        return requestAds('did=device-1');
      },
      (answers) => answers.every(hasNone),
    );
    expect((await requestAds('did=device-2')).every(hasAd)).toBe(true);

    // Both processes that counted its impressions: at the end they are only known from what processes report to each
    // other.
    for (const { pid } of (await product.processes()).filter(({ role }) => role === 'serving')) {
      process.kill(pid, 'SIGKILL');
      await eventually(
        async () => (await product.processes()).filter(({ role }) => role === 'serving').length,
        (count) => count === 2,
      );
      await eventually(
        () => requestAds('did=device-2').catch(() => ['']),
        (answers) => answers.every(hasAd),
      );
      await eventually(
        () => requestAds('did=device-1').catch(() => ['<Impression']),
        (answers) => answers.every(hasNone),
      );
    }
    // Everything again, after a graceful stop.
    const [parent] = await product.processes();
    process.kill(parent?.pid ?? 0, 'SIGTERM');
    await eventually(
      async () => product.isRunning(),
      (isRunning) => !isRunning,
    );
    await product.startAgain();
    await eventually(
      () => requestAds('did=device-2').catch(() => ['']),
      (answers) => answers.every(hasAd),
    );
    await eventually(
      () => requestAds('did=device-1'),
      (answers) => answers.every(hasNone),
    );
  });

  test('a tag is paused for the minute in which it had its calls, and no longer', async () => {
    demand = await signInAs(product.consoleUrl, 'ops', adminPassword);
    await change({ freqImps: null, limits: [{ metric: 'requests', period: 'minute', value: 3, pacing: 'asap' }] });
    await eventually(() => requestAd(''), hasNone);
    const { body } = await demand.call<{ cappedUntil: string; version: number }>('GET', `/api/demand/tags/${tagId}`);
    expect(body.cappedUntil).toMatch(/:00\.000Z$/);
    expect(Date.parse(body.cappedUntil) - Date.now()).toBeLessThanOrEqual(60_000);
    const list = await demand.call<{ rows: { states: { code: string; text: string }[] }[] }>(
      'GET',
      '/api/demand/tags?metrics=reqs',
    );
    expect(list.body.rows[0]?.states).toMatchObject([{ code: 'capped', text: 'Per-minute call cap of 3 reached.' }]);
    await eventually(() => requestAd(''), hasAd, 150);
  });

  test('a tag whose cap is spread over the day serves a part of its requests from the start', async () => {
    const limits = [{ metric: 'impressions', period: 'day', value: 1000, pacing: 'even' }];
    await change({ limits });
    const paced = await eventually(
      async () => (await demand.call<{ pace: number }>('GET', `/api/demand/tags/${tagId}`)).body.pace,
      (pace) => pace < 100,
    );
    expect(paced).toBeLessThan(100);
    await eventually(
      () => requestAds(''),
      (answers) => answers.some(hasNone),
    );
    await change({ limits: [] });
    await eventually(
      () => requestAds(''),
      (answers) => answers.every(hasAd),
    );
  });
});
