import { expect, test } from 'vitest';
import { defaultSdkSettings } from '#model/index.ts';
import { changedSdkSettings, parseSdkSettings, writeSdkSettings } from './sdkSettingsText.ts';

test('settings round-trip through their text', () => {
  const settings = { ...defaultSdkSettings, testDevices: ['lab-1'], forceOff: true };
  expect(parseSdkSettings(writeSdkSettings(settings))).toEqual({ ok: true, settings });
});

test('keys are in the order of their definition, whatever their stored order', () => {
  const shuffled = Object.fromEntries(Object.entries(defaultSdkSettings).toReversed());
  expect(writeSdkSettings(shuffled)).toBe(writeSdkSettings(defaultSdkSettings));
});

test('invalid JSON, and all faults of valid JSON, are reported', () => {
  expect(parseSdkSettings('{ "cacheMb": ')).toMatchObject({
    ok: false,
    faults: [{ path: '', message: expect.stringContaining('Invalid JSON') }],
  });
  const read = parseSdkSettings('{ "cacheMb": 9999, "privacy": { "gdpr": 1 }, "colour": "red" }');
  expect(read.ok ? [] : read.faults.map(({ path }) => path).toSorted()).toEqual(['cacheMb', 'colour', 'privacy.gdpr']);
});

test('settings that differ are named by their paths', () => {
  const after = { ...defaultSdkSettings, cacheMb: 80, endpoints: { ads: false, events: true }, testDevices: ['a'] };
  expect(changedSdkSettings(defaultSdkSettings, after)).toEqual([
    { path: 'cacheMb', from: '50', to: '80' },
    { path: 'endpoints.ads', from: 'true', to: 'false' },
    { path: 'testDevices', from: '[]', to: '["a"]' },
  ]);
  expect(changedSdkSettings(after, after)).toEqual([]);
});
