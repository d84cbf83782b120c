import { expect, test } from 'vitest';
import { buildSlotConfig, page } from '#tests/support/adtag/buildSlotConfig.ts';
import { tagUrlOf } from './tagUrlOf.ts';

const video = { page, privacy: {}, width: 640.4, height: 360, placement: 4, startDelay: 0, playback: 6, random: 0.5 };

test('the tag URL of a channel declares the page and the player', () => {
  const url = new URL(tagUrlOf({ ...video, slotConfig: buildSlotConfig() }));
  expect(url.origin + url.pathname).toBe('https://ads.example/vast/channel1');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    w: '640',
    h: '360',
    url: 'https://news.example/a?b=1&c=2',
    lang: 'en-GB',
    plcmt: '4',
    startdelay: '0',
    playbackmethod: '6',
    player: expect.stringMatching(/^bidhouse-adtag\/\d+\.\d+\.\d+$/),
    vast: '4.3',
    cb: '50000000',
  });
});

test('parameters of the page override detected values and the consent platform', () => {
  const slotConfig = buildSlotConfig({ params: { url: 'https://other.example/', gdpr: '0', section: 'a&b' } });
  const { searchParams } = new URL(tagUrlOf({ ...video, privacy: { gdpr: '1', gpp: 'DB~1' }, slotConfig }));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    url: 'https://other.example/',
    gdpr: '0',
    gpp: 'DB~1',
    section: 'a&b',
  });
});
