import { expect, test } from 'vitest';
import { liveVersion, nextVersionName, versionStates } from './versionStates.ts';

const buildVersion = (id: number, more: Partial<Parameters<typeof versionStates>[0][number]> = {}) => {
  return { id, status: 1, percent: 100, publishedAt: `2026-01-0${id}T00:00:00.000Z`, ...more };
};

test('devices get the most recently published version that covers them', () => {
  const versions = [
    buildVersion(1),
    buildVersion(2),
    buildVersion(3, { percent: 20 }),
    buildVersion(4, { status: 0 }),
    buildVersion(5, { publishedAt: null }),
    buildVersion(6, { percent: 0 }),
  ];
  const texts = [...versionStates(versions)].toSorted(([a], [b]) => a - b).map(([, { text }]) => text);
  expect(texts).toEqual(['Replaced', 'Live', 'Live for 20%', 'Paused', 'Draft', 'Test devices']);
  expect(liveVersion(versions)).toBe(2);
});

test('without a version for all devices, the newest one that covers some is live', () => {
  expect(liveVersion([buildVersion(1, { percent: 10 }), buildVersion(2, { percent: 5 })])).toBe(2);
  expect(liveVersion([buildVersion(1, { publishedAt: null })])).toBeNull();
});

test('the next name continues the count', () => {
  expect(nextVersionName([])).toBe('v1');
  expect(nextVersionName(['v2', 'v10', 'summer'])).toBe('v11');
  expect(nextVersionName(['2026.04'])).toBe('2026.5');
});
