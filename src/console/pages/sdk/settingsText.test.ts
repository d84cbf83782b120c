import { expect, test } from 'vitest';
import { defaultSdkSettings } from '#model/index.ts';
import { changedSettings, readSettings, writeSettings } from './settingsText.ts';

test('what is written is read back', () => {
  const settings = { ...defaultSdkSettings, testDevices: ['lab-1'], forceOff: true };
  expect(readSettings(writeSettings(settings))).toEqual({ ok: true, settings });
});

test('keys stand in the order of their definition, however they were stored', () => {
  const shuffled = Object.fromEntries(Object.entries(defaultSdkSettings).toReversed());
  expect(writeSettings(shuffled)).toBe(writeSettings(defaultSdkSettings));
});

test('a text that is no JSON, and every fault of one that is', () => {
  expect(readSettings('{ "cacheMb": ')).toMatchObject({
    ok: false,
    faults: [{ path: '', message: expect.stringContaining('Invalid JSON') }],
  });
  const read = readSettings('{ "cacheMb": 9999, "privacy": { "gdpr": 1 }, "colour": "red" }');
  expect(read.ok ? [] : read.faults.map(({ path }) => path).toSorted()).toEqual(['cacheMb', 'colour', 'privacy.gdpr']);
});

test('the settings that differ are named by their paths', () => {
  const after = { ...defaultSdkSettings, cacheMb: 80, endpoints: { ads: false, events: true }, testDevices: ['a'] };
  expect(changedSettings(defaultSdkSettings, after)).toEqual([
    { path: 'cacheMb', from: '50', to: '80' },
    { path: 'endpoints.ads', from: 'true', to: 'false' },
    { path: 'testDevices', from: '[]', to: '["a"]' },
  ]);
  expect(changedSettings(after, after)).toEqual([]);
});
