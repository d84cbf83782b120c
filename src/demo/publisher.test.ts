import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { prebidServerPath } from './prebidserver/addPrebidServerRoutes.ts';
import { addPublisherRoutes, type PublishedChannel } from './publisher.ts';

const channels: PublishedChannel[] = [
  { key: 'news', name: 'Pre-roll', uid: 'video1', format: 'video', tagUrl: 'https://ads.example/vast/video1' },
  { key: 'display', name: 'Banners', uid: 'display1', format: 'banner', tagUrl: 'https://ads.example/vast/display1' },
];

function open(published: PublishedChannel[]) {
  const app = Fastify();
  addPublisherRoutes(app, { adsUrl: 'https://ads.example', publisherId: 'pub-1' }, () => published);
  return app;
}

describe('the demo publisher', () => {
  test('has a page with banner and video slots that use one bidding endpoint', async () => {
    const { body } = await open(channels).inject('/bidding');
    expect(body).toContain('data-endpoint="https://ads.example/openrtb2/auction"');
    expect(body).toContain('data-display="display1"');
    expect(body).toContain('data-video="video1"');
    for (const slot of ['billboard', 'rectangle', 'programme']) expect(body).toContain(`id="${slot}"`);
    expect(body).toContain('/assets/prebidPage.js');
  });

  test('shows a notice while its channels are being set up', async () => {
    const answer = await open([]).inject('/bidding');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('being set up');
    expect(answer.body).not.toContain('prebidPage.js');
  });

  test('shows videos in players, banners without one', async () => {
    const app = open(channels);
    const { body } = await app.inject('/');
    expect(body).toContain('/watch/videojs/news');
    expect(body).not.toContain('/watch/videojs/display');
    const watched = await app.inject('/watch/videojs/news');
    expect(watched.statusCode).toBe(200);
    expect(watched.body).toContain('data-tag-url="https://ads.example/vast/video1?player=videojs"');
    expect((await app.inject('/watch/videojs/display')).statusCode).toBe(404);
  });
});

test('only the demo has a default Prebid Server: its stand-in', () => {
  const env = { SECRET: '0'.repeat(64), DEMO_PORT: '8123' };
  const of = (more: object, isDemo: boolean) => readConfig({ ...env, ...more }, { isDemo }).PREBID_SERVER_URL;
  expect(of({}, true)).toBe(`http://localhost:8123${prebidServerPath}`);
  expect(of({ PREBID_SERVER_URL: 'https://pbs.example/' }, true)).toBe('https://pbs.example');
  expect(of({}, false)).toBeUndefined();
});
