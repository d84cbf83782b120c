import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { ChannelRow, TagRow } from '#model/index.ts';
import { createDelivery } from '#serving/delivery/createDelivery.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { answers, startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, tokenKey, type TestServing } from './testServing.ts';

const stored = { source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '3.00' } as const;
const hourMs = 3_600_000;

describe('delivery', () => {
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') };
  let serving: TestServing;
  let partner: TagServer;

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/vast', answers(stored.vastXml));
    serving = await startTestServing({
      now: () => clock.now,
      delivery: createDelivery({
        counters: createFrequencyCounters(createImpressionLog(), () => undefined),
        secret: tokenKey.secret,
        processes: () => 1,
        monotonic: () => clock.now,
      }),
    });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  const use = (tag: Partial<TagRow>, channel?: Partial<ChannelRow>) =>
    serving.useTags([buildTag({ ...stored, ...tag })], channel);
  const reasonOf = async (query: string) => (await serving.requestAd(query)).record.candidates[0]?.reason;
  const impressionOf = (xml: string) => {
    const path = /https:\/\/ads\.example(\/e\/impression\/[^\]]+)/.exec(xml)?.[1];
    if (!path) throw new Error('no impression');
    return `${serving.url}${path}`;
  };

  test('to one viewer is limited by the frequency cap, counted by impressions', async () => {
    use({ id: 11, freqImps: 2, freqHours: 1 });
    for (let count = 0; count < 2; count += 1) {
      const { xml, record } = await serving.requestAd('did=device-1');
      expect(record.reason).toBeNull();
      // A served ad is not seen; and a pixel that is called three times counts one impression.
      await serving.requestAd('did=device-1');
      for (let call = 0; call < 3; call += 1) await fetch(impressionOf(xml));
    }
    expect(await reasonOf('did=device-1')).toBe('frequency');
    expect(await reasonOf('did=device-2')).toBeNull();
    clock.now += hourMs;
    expect(await reasonOf('did=device-1')).toBeNull();
  });

  test('to viewers without a device id is counted by address and browser, by household only by address', async () => {
    const see = async (query: string) => fetch(impressionOf((await serving.requestAd(query)).xml));
    use({ id: 12, freqImps: 1 });
    await see('ip=192.0.2.1&ua=One');
    expect(await reasonOf('ip=192.0.2.1&ua=One')).toBe('frequency');
    expect(await reasonOf('ip=192.0.2.1&ua=Two')).toBeNull();
    expect(await reasonOf('ip=192.0.2.2&ua=One')).toBeNull();
    use({ id: 13, freqImps: 1, freqBy: 'address' });
    await see('ip=192.0.2.1&ua=One&did=device-1');
    expect(await reasonOf('ip=192.0.2.1&ua=Two&did=device-2')).toBe('frequency');
  });

  test('to a viewer who limits tracking is not counted by the device’s id', async () => {
    use({ id: 14, freqImps: 1 });
    await fetch(impressionOf((await serving.requestAd('did=device-1&lmt=1&ip=192.0.2.1&ua=One')).xml));
    expect(await reasonOf('did=device-1&lmt=1&ip=192.0.2.2&ua=One')).toBeNull();
    expect(await reasonOf('did=device-2&lmt=1&ip=192.0.2.1&ua=One')).toBe('frequency');
  });

  test('only has the viewer in its token under a frequency cap', async () => {
    use({ id: 15 });
    await fetch(impressionOf((await serving.requestAd('did=device-1')).xml));
    expect(serving.events.at(-1)?.payload?.viewer).toBeUndefined();
    use({ id: 15, freqImps: 5 });
    await fetch(impressionOf((await serving.requestAd('did=device-1')).xml));
    expect(serving.events.at(-1)?.payload?.viewer).toMatch(/^[0-9a-f]{16}$/);
  });

  test('follows the pace of a tag', async () => {
    use({ id: 16, pace: 50 });
    const reasons = [];
    for (let count = 0; count < 200; count += 1) reasons.push(await reasonOf(''));
    expect(reasons.filter((reason) => reason === 'pacing').length).toBeGreaterThan(60);
    expect(reasons.filter((reason) => reason === null).length).toBeGreaterThan(60);
  });

  test('respects a tag’s QPS limit and a channel’s', async () => {
    use({ id: 17, qps: 8, source: 'url', url: `${partner.url}/vast`, vastXml: '' });
    const byTag = [];
    for (let count = 0; count < 5; count += 1) byTag.push(await reasonOf(''));
    expect(byTag).toEqual([null, null, 'qps', 'qps', 'qps']);
    expect(partner.seen).toHaveLength(2);
    clock.now += 250;
    expect(await reasonOf('')).toBeNull();
    use({ id: 18 }, { qps: 8 });
    const byChannel = [];
    for (let count = 0; count < 4; count += 1) byChannel.push((await serving.requestAd('')).record.reason);
    expect(byChannel).toEqual([null, null, 'qps_exceeded', 'qps_exceeded']);
  });
});
