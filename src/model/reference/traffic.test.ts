import { expect, test } from 'vitest';
import { videoEvents } from '../fact/events.ts';
import { devices } from './devices.ts';
import { families } from './families.ts';
import { integrations } from './integrations.ts';
import { operatingSystems } from './operatingSystems.ts';
import { leafIdsOf } from './tree.ts';

test('[REF-03] integrations, operating systems and devices are those of the specification, in its order', () => {
  expect(integrations.map(({ value }) => value)).toEqual(['VAST', 'RTB', 'PreBid']);
  expect(operatingSystems.map(({ id }) => id)).toEqual([
    'Windows',
    'iOS',
    'Android',
    'Roku',
    'Tizen',
    'macOS',
    'Linux',
  ]);
  expect(devices.map(({ id }) => id)).toEqual(['Mobile', 'Desktop', 'SmartTV']);
});

test('[REF-03] the families are smart TVs and browsers, each named once', () => {
  expect(families.map(({ label }) => label)).toEqual(['Smart TV', 'Browser']);
  const leaves = families.flatMap(({ children = [] }) => children);
  expect(leafIdsOf(families)).toHaveLength(leaves.length);
  expect(new Set(leaves.map(({ label }) => label)).size).toBe(leaves.length);
  expect(leaves.every(({ id }) => /^[a-z]+(-[a-z]+)*$/.test(id))).toBe(true);
  const labels = leaves.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Roku', 'Samsung (Tizen)', 'LG (webOS)', 'Amazon Fire TV', 'Apple TV']),
  );
  expect(labels).toEqual(expect.arrayContaining(['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet']));
});

test('[REF-06] the six video events are in playing order with their displayed labels', () => {
  expect(videoEvents).toEqual([
    { event: 'impression', label: 'Impression' },
    { event: 'start', label: 'Start' },
    { event: 'firstQuartile', label: 'First Quartile' },
    { event: 'midpoint', label: 'Mid Point' },
    { event: 'thirdQuartile', label: 'Third Quartile' },
    { event: 'complete', label: 'Complete' },
  ]);
});
