import { describe, expect, test } from 'vitest';
import { defaultSdkSettings } from '#model/index.ts';
import { resolveSlotConfig, type SlotConfigInputs } from './resolveSlotConfig.ts';
import { defaultConfig, readSdkConfig } from './readSdkConfig.ts';

const placement = {
  id: 'p1',
  name: 'sidebar',
  format: 'outstream',
  channelUrl: 'https://media.example/vast/channel1',
  width: 300,
  height: 600,
  refreshS: 30,
  timeoutMs: 900,
};
const answer = {
  forceOff: false,
  version: 'v1',
  isTestDevice: false,
  config: defaultSdkSettings,
  placements: [placement],
};
const config = (more: object = {}) => readSdkConfig(JSON.stringify({ ...answer, ...more }));
const settings = (more: Partial<SlotConfigInputs> = {}): SlotConfigInputs => ({
  base: 'https://ads.example',
  init: {},
  config: config(),
  fault: null,
  ...more,
});
const target = '#ad';

describe('the request of a slot', () => {
  test('goes to the page’s channel, on the server of the script', () => {
    expect(resolveSlotConfig(settings({ config: defaultConfig }), 'display', { target, channel: 'c9' })).toEqual({
      ok: true,
      slotConfig: {
        base: 'https://ads.example',
        channel: 'c9',
        width: null,
        height: null,
        refreshS: 0,
        timeoutMs: 2000,
        params: {},
        privacyDefaults: {},
        shouldFireTrackers: true,
      },
    });
  });

  test('uses the settings of its placement', () => {
    expect(resolveSlotConfig(settings(), 'outstream', { target, placement: 'sidebar' })).toMatchObject({
      slotConfig: {
        base: 'https://media.example',
        channel: 'channel1',
        width: 300,
        height: 600,
        refreshS: 30,
        timeoutMs: 900,
      },
    });
  });

  test('uses the settings of the page, which override the placement', () => {
    const options = { target, placement: 'sidebar', refresh: 0, timeoutMs: 400, params: { a: 1, b: '', c: 'x' } };
    const init = { params: { a: '0', d: 'y' } };
    expect(resolveSlotConfig(settings({ init }), 'display', options)).toMatchObject({
      slotConfig: { channel: 'channel1', refreshS: 0, timeoutMs: 400, params: { a: '1', c: 'x', d: 'y' } },
    });
  });

  test('has the privacy flags of the app’s settings', () => {
    const privacy = { gdpr: true, ccpa: true, coppa: true };
    const sdkConfig = config({ config: { ...defaultSdkSettings, privacy } });
    expect(resolveSlotConfig(settings({ config: sdkConfig }), 'display', { target, channel: 'c' })).toMatchObject({
      slotConfig: { privacyDefaults: { gdpr: '1', us_privacy: '1N--', coppa: '1' } },
    });
  });
});

describe('a slot requests nothing', () => {
  const off = { ...defaultSdkSettings, endpoints: { ads: false, events: true } };

  test.each([
    ['the app is switched off', settings({ config: config({ forceOff: true }) }), { channel: 'c' }, 'off'],
    ['the app is paused', settings({ config: readSdkConfig('{"forceOff":true,"reason":"app_inactive"}') }), {}, 'off'],
    ['its app has requests turned off', settings({ config: config({ config: off }) }), { channel: 'c' }, 'off'],
    ['no channel is named', settings(), {}, 'no_channel'],
    ['its placement is unknown', settings(), { placement: 'top' }, 'unknown_placement'],
    ['its app is unknown', settings({ fault: 'unknown_key' }), { placement: 'sidebar' }, 'unknown_key'],
  ])('when %s', (_, given, options, code) => {
    expect(resolveSlotConfig(given, 'display', { target, ...options })).toEqual({ ok: false, code });
  });
});
