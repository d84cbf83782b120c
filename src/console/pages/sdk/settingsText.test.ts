import { expect, test } from 'vitest';
import { defaultSdkSettings } from '#model/index.ts';
import { changedSettings, readSettings, writeSettings } from './settingsText.ts';

test('settings round-trip through their text', () => {
  const settings = { ...defaultSdkSettings, testDevices: ['lab-1'], forceOff: true };
  expect(readSettings(writeSettings(settings))).toEqual({ ok: true, settings });
});

test('keys are in the order of their definition, whatever their stored order', () => {
  const shuffled = Object.fromEntries(Object.entries(defaultSdkSettings).toReversed());
  expect(writeSettings(shuffled)).toBe(writeSettings(defaultSdkSettings));
});

test('invalid JSON, and all faults of valid JSON, are reported', () => {
  expect(readSettings('{ "cacheMb": ')).toMatchObject({
    ok: false,
    faults: [{ path: '', message: expect.stringContaining('Invalid JSON') }],
  });
  const read = readSettings('{ "cacheMb": 9999, "privacy": { "gdpr": 1 }, "colour": "red" }');
  expect(read.ok ? [] : read.faults.map(({ path }) => path).toSorted()).toEqual(['cacheMb', 'colour', 'privacy.gdpr']);
});

test('settings that differ are named by their paths', () => {
  const after = { ...defaultSdkSettings, cacheMb: 80, endpoints: { ads: false, events: true }, testDevices: ['a'] };
  expect(changedSettings(defaultSdkSettings, after)).toEqual([
    { path: 'cacheMb', from: '50', to: '80' },
    { path: 'endpoints.ads', from: 'true', to: 'false' },
    { path: 'testDevices', from: '[]', to: '["a"]' },
  ]);
  expect(changedSettings(after, after)).toEqual([]);
});
