import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestClient } from '../../e2e/apiClient.ts';
import { startProductInProcess, type InProcessProduct } from '../../e2e/startProductInProcess.ts';
import { buildOneTagConfiguration, type OneTagConfiguration } from './oneTagConfiguration.ts';

const adminPassword = 'correct horse battery';

describe('changes of settings decide what is served', () => {
  let product: InProcessProduct;
  let demand: TestClient;
  let channel: { id: number; uid: string };
  let tagId: number;
  let create: OneTagConfiguration['create'];

  const change = async (path: string, body: object) => {
    const answer = await demand.call('PATCH', path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const requestAd = async (query = '') => (await fetch(`${product.adsUrl}/vast/${channel.uid}?${query}`)).text();
  const hasAd = (markup: string) => markup.includes('<Impression');
  const hasNone = (markup: string) => !hasAd(markup);

  beforeAll(async () => {
    product = await startProductInProcess('start', { ADMIN_PASSWORD: adminPassword });
    ({ demand, tagId, channel, create } = await buildOneTagConfiguration(product, adminPassword, {
      name: 'Supply',
      timezone: 3,
    }));
    await eventually(() => requestAd(), hasAd);
  });
  afterAll(async () => {
    await product?.stop();
  });

  test('a tag that has had its impressions of the day is paused until its cap is raised', async () => {
    await change(`/api/demand/tags/${tagId}`, { impsPerDay: 2 });
    for (let count = 0; count < 2; count += 1) {
      const [, impression = ''] =
        /<Impression[^>]*><!\[CDATA\[(http:[^\]]+\/e\/i[^\]]*)\]\]>/.exec(await requestAd()) ?? [];
      expect(impression).toContain('/e/');
      expect((await fetch(impression)).status).toBeLessThan(300);
    }
    await eventually(() => requestAd(), hasNone);
    const cappedTag = await demand.call<{ cappedUntil: string; version: number }>('GET', `/api/demand/tags/${tagId}`);
    // Midnight three hours east of UTC; the pause is not a change that conflicts with an edit.
    expect(cappedTag.body.cappedUntil).toMatch(/T21:00:00\.000Z$/);
    expect(cappedTag.body.version).toBe(2);
    await change(`/api/demand/tags/${tagId}`, { impsPerDay: 100 });
    await eventually(() => requestAd(), hasAd);
  });

  test('a targeting that excludes a request applies to the next response, and so does its end', async () => {
    const targeting = await create('/api/demand/targetings', { name: 'Germany', countries: ['DE'] });
    await change(`/api/demand/channels/${channel.id}`, { targetingIds: [targeting.id] });
    await eventually(() => requestAd('country=US'), hasNone);
    expect(await requestAd('country=DE')).toContain('<Impression');
    await demand.call('POST', '/api/demand/channels/bulk', {
      ids: [channel.id],
      edits: [{ field: 'targetingIds', verb: 'clear' }],
    });
    await eventually(() => requestAd('country=US'), hasAd);
  });

  test('objects paused in bulk stop at once, and serve again once that is undone', async () => {
    const paused = await demand.call<{ batch: number }>('POST', '/api/demand/tags/bulk', { ids: [tagId], status: 0 });
    await eventually(() => requestAd(), hasNone);
    await demand.call('POST', `/api/changes/${paused.body.batch}/undo`);
    await eventually(() => requestAd(), hasAd);
  });
});
