import { describe, expect, test } from 'vitest';
import { rowFaults } from '../entity/rowRules.ts';
import { sdkConfig } from './sdkConfig.ts';
import { compareSdkVersions, defaultSdkSettings, sdkSettingsSchema } from './sdkSettings.ts';

describe('settings', () => {
  test('missing settings get their defaults, inside objects too', () => {
    expect(sdkSettingsSchema.parse({ endpoints: { ads: false } })).toEqual({
      ...defaultSdkSettings,
      endpoints: { ads: false, events: true },
    });
  });

  test('every fault is reported with its path', () => {
    const wrong = { logLevel: 'loud', cacheMb: -1, privacy: { gdpr: 'yes' }, testDevices: ['a', ''], colour: 'red' };
    const paths = sdkSettingsSchema.safeParse(wrong).error?.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    expect(paths?.toSorted()).toEqual([
      ' unrecognized_keys',
      'cacheMb too_small',
      'logLevel invalid_value',
      'privacy.gdpr invalid_type',
      'testDevices.1 too_small',
    ]);
  });
});

test.each([
  ['1.9.0', '1.10.0', -1],
  ['2', '1.99.99', 1],
  ['1.2', '1.2.0', 0],
  ['v1.2.3', '1.2.3', 0],
  ['1.4.2-beta.1', '1.4.2', 0],
  ['nightly', '0.0.1', -1],
])('release %s against %s', (a, b, sign) => {
  expect(Math.sign(compareSdkVersions(a, b))).toBe(sign);
});

describe('a version', () => {
  const draft = {
    status: 1 as const,
    name: 'v1',
    sdkAppId: 1,
    content: defaultSdkSettings,
    percent: 10,
    note: '',
    publishedAt: null,
  };
  const changed = { ...draft, name: 'v2', content: { ...defaultSdkSettings, cacheMb: 1 } };
  const published = { ...draft, publishedAt: '2026-01-01T00:00:00.000Z' };

  test('can be changed while it is a draft', () => {
    expect(rowFaults(sdkConfig, changed, { before: draft })).toEqual([]);
  });

  test('is fixed once it is published, except for its rollout and status', () => {
    const now = { ...changed, publishedAt: published.publishedAt };
    expect(rowFaults(sdkConfig, now, { before: published }).map(({ path }) => path)).toEqual(['name', 'content']);
    expect(rowFaults(sdkConfig, { ...published, percent: 50, status: 0 }, { before: published })).toEqual([]);
  });

  test('is the same whatever the order of its keys', () => {
    const content = Object.fromEntries(Object.entries(defaultSdkSettings).toReversed()) as typeof defaultSdkSettings;
    expect(rowFaults(sdkConfig, { ...published, content }, { before: published })).toEqual([]);
  });
});
