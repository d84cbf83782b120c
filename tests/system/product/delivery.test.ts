import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, signInAs, type TestClient } from '../../e2e/apiClient.ts';
import { startProduct, type Product } from '../../e2e/product.ts';

const adminPassword = 'delivery-test-password';

const storedVast = `<VAST version="3.0"><Ad id="a"><InLine><AdSystem>Test</AdSystem><AdTitle>Test</AdTitle>
<Impression><![CDATA[https://partner.example/i]]></Impression><Creatives><Creative><Linear><Duration>00:00:10</Duration>
<MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://partner.example/a.mp4]]></MediaFile></MediaFiles>
</Linear></Creative></Creatives></InLine></Ad></VAST>`;

describe('limits of delivery, in two serving processes', () => {
  let product: Product;
  let demand: TestClient;
  let channelUid: string;
  let tagId: number;

  const create = async (path: string, body: object) => {
    const answer = await demand.call<{ id: number; uid: string }>('POST', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const change = async (body: object) => {
    const answer = await demand.call('PATCH', `/api/demand/tags/${tagId}`, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  // A connection of its own for each call, so that both processes are asked.
  const ask = async (query: string) =>
    (await fetch(`${product.adsUrl}/vast/${channelUid}?${query}`, { headers: { connection: 'close' } })).text();
  const hasAd = (markup: string) => markup.includes('<Impression');
  const hasNone = (markup: string) => !hasAd(markup);
  const see = async (query: string) => {
    const [, impression] = /<Impression[^>]*><!\[CDATA\[(http:[^\]]+\/e\/i[^\]]*)\]\]>/.exec(await ask(query)) ?? [];
    if (impression) expect((await fetch(impression, { headers: { connection: 'close' } })).status).toBeLessThan(300);
  };
  const askOften = (query: string) => Promise.all(Array.from({ length: 12 }, () => ask(query)));

  beforeAll(async () => {
    product = await startProduct('start', { ADMIN_PASSWORD: adminPassword });
    const admin = await signInAs(product.consoleUrl, 'admin', adminPassword);
    const account = await admin.call<{ id: number }>('POST', '/api/demands', { name: 'Delivery' });
    await admin.call('POST', '/api/users', {
      name: 'Ops',
      login: 'ops',
      password: adminPassword,
      type: 'demand',
      demandId: account.body.id,
    });
    demand = await signInAs(product.consoleUrl, 'ops', adminPassword);
    const advertiser = await create('/api/demand/advs', { name: 'Advertiser' });
    ({ id: tagId } = await create('/api/demand/tags', {
      name: 'Tag',
      advertiserId: advertiser.id,
      source: 'stored',
      vastXml: storedVast,
      rate: '2.00',
    }));
    const channel = await create('/api/demand/channels', { name: 'Channel' });
    channelUid = channel.uid;
    await create('/api/demand/waterfall', { channelId: channel.id, tagId });
    await eventually(() => ask(''), hasAd);
  });
  afterAll(async () => {
    await product?.stop();
  });

  test('a viewer sees a tag as often as its frequency cap allows, whichever processes live and die', async () => {
    await change({ freqImps: 2, freqHours: 1 });
    // Plans follow within a second: until then tokens do not tell whose impression it is.
    await eventually(
      async () => {
        await see('did=device-1');
        return askOften('did=device-1');
      },
      (answers) => answers.every(hasNone),
    );
    expect((await askOften('did=device-2')).every(hasAd)).toBe(true);

    for (let round = 0; round < 2; round += 1) {
      const serving = (await product.processes()).filter(({ role }) => role === 'serving');
      process.kill(serving[round % serving.length]?.pid ?? 0, 'SIGKILL');
      await eventually(
        async () => (await product.processes()).filter(({ role }) => role === 'serving').length,
        (count) => count === 2,
      );
      await eventually(
        () => askOften('did=device-2').catch(() => ['']),
        (answers) => answers.every(hasAd),
      );
      await eventually(
        () => askOften('did=device-1'),
        (answers) => answers.every(hasNone),
      );
    }
    // Everything anew, after a stop in good order.
    const [parent] = await product.processes();
    process.kill(parent?.pid ?? 0, 'SIGTERM');
    await eventually(
      async () => product.isRunning(),
      (isRunning) => !isRunning,
    );
    await product.startAgain();
    await eventually(
      () => askOften('did=device-2').catch(() => ['']),
      (answers) => answers.every(hasAd),
    );
    await eventually(
      () => askOften('did=device-1'),
      (answers) => answers.every(hasNone),
    );
  });

  test('a tag rests for the minute in which it had its calls, and no longer', async () => {
    demand = await signInAs(product.consoleUrl, 'ops', adminPassword);
    await change({ freqImps: null, limits: [{ metric: 'requests', period: 'minute', value: 3, pacing: 'asap' }] });
    await eventually(() => ask(''), hasNone);
    const { body } = await demand.call<{ cappedUntil: string; version: number }>('GET', `/api/demand/tags/${tagId}`);
    expect(body.cappedUntil).toMatch(/:00\.000Z$/);
    expect(Date.parse(body.cappedUntil) - Date.now()).toBeLessThanOrEqual(60_000);
    const list = await demand.call<{ rows: { states: { code: string; text: string }[] }[] }>(
      'GET',
      '/api/demand/tags?metrics=reqs',
    );
    expect(list.body.rows[0]?.states).toMatchObject([
      { code: 'capped', text: 'It has had its 3 calls of this minute.' },
    ]);
    await eventually(() => ask(''), hasAd, 150);
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
      () => askOften(''),
      (answers) => answers.some(hasNone),
    );
    await change({ limits: [] });
    await eventually(
      () => askOften(''),
      (answers) => answers.every(hasAd),
    );
  });
});
