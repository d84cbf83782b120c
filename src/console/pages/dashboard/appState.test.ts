import { expect, test } from 'vitest';
import type { AppHealth } from '#api/sdk/sdkContract.ts';
import { appState } from './appState.ts';

const some = { reqs: 500, slots: 500, imps: 300, errors: 2 };
const none = { reqs: 0, slots: 0, imps: 0, errors: 0 };
const version = {
  id: 1,
  name: 'v1',
  status: 1,
  percent: 100,
  publishedAt: '2026-11-01',
  forceOff: false,
  minSupportedSdk: '',
};

function buildApp(overrides: Partial<AppHealth>): AppHealth {
  return {
    id: 1,
    name: 'App',
    platform: 'android',
    status: 1,
    placements: { active: 1, all: 2 },
    versions: [version],
    now: some,
    before: some,
    ...overrides,
  };
}

test.each<[string, Partial<AppHealth>]>([
  ['OK', {}],
  ['Paused', { status: 0, now: none }],
  ['Switched off', { versions: [{ ...version, forceOff: true }] }],
  ['No placement', { placements: { active: 0, all: 2 } }],
  ['Requests stopped', { now: none }],
  ['No requests', { now: none, before: { ...none, reqs: 99 } }],
])('the state of an app: %s', (text, overrides) => {
  expect(appState(buildApp(overrides)).text).toBe(text);
});

test('a newer version for part of the devices is a rollout; the previous one stays live', () => {
  const newer = { ...version, id: 2, name: 'v2', percent: 10, publishedAt: '2026-11-09' };
  expect(appState(buildApp({ versions: [version, newer] }))).toMatchObject({
    live: { name: 'v1' },
    isRollingOut: true,
  });
  expect(appState(buildApp({ versions: [] }))).toMatchObject({ live: null, isRollingOut: false });
});
