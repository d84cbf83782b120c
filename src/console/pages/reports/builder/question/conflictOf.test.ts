import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { conflictOf } from './conflictOf.ts';

const viewer = buildViewer();
const selection = { dims: ['day' as const], metrics: ['imps' as const], filters: [] };

test('a query that facts can answer has no conflict', () => {
  expect(conflictOf(selection, { dimension: 'tag' }, viewer)).toBeNull();
  expect(conflictOf(selection, { metric: 'candidates' }, viewer)).toBeNull();
});

test('a metric that a dimension lacks has a reason and a resolution', () => {
  const conflict = conflictOf({ ...selection, dims: ['day', 'tag'] }, { metric: 'calls' }, viewer);
  expect(conflict?.message).toBe('Calls: counted per channel request, cannot be combined with demand');
  expect(conflict?.resolution).toEqual({
    label: 'Remove Tag to see Calls',
    selection: { dims: ['day'], metrics: ['imps', 'calls'], filters: [] },
  });
});

test('a dimension that metrics lack names those metrics', () => {
  const conflict = conflictOf({ ...selection, metrics: ['calls', 'missed', 'imps'] }, { dimension: 'tag' }, viewer);
  expect(conflict?.resolution?.label).toBe('Remove Calls and Missed requests to see Tag');
  expect(conflict?.resolution?.selection).toMatchObject({ dims: ['day', 'tag'], metrics: ['imps'] });
});

test('filters conflict like dimensions', () => {
  const filters = [{ dim: 'advertiser', op: 'in' as const, values: ['3'] }];
  const conflict = conflictOf({ ...selection, dims: ['tag'], filters }, { metric: 'calls' }, viewer);
  expect(conflict?.resolution?.label).toBe('Remove Tag and the filter on Advertiser to see Calls');
  expect(conflict?.resolution?.selection.filters).toEqual([]);
});

test('a resolution never leaves a query without a metric', () => {
  const conflict = conflictOf({ ...selection, metrics: ['calls'] }, { dimension: 'tag' }, viewer);
  expect(conflict?.resolution?.selection.metrics).toEqual(['imps']);
});

test('a user limited to the demand side gets a reason without a resolution', () => {
  const manager = buildViewer({ advertiserIds: [3] });
  expect(conflictOf(selection, { metric: 'calls' }, manager)).toMatchObject({ resolution: null });
});
