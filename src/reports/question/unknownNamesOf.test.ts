import { expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { unknownNamesOf } from './unknownNamesOf.ts';

const namesOf = (body: unknown) => unknownNamesOf(body, buildViewer()).map(({ code, path }) => `${path}: ${code}`);

test('unknown names are found in every list of a body, whatever else is wrong with it', () => {
  const body = {
    limit: 'many',
    dimensions: ['channel', 'planet', 7],
    metrics: ['reqs', 'glory', null],
    filters: [{ dim: 'moon' }, { dim: 'channel', values: 'all' }, 'none'],
    having: [{ metric: 'fame.change' }, { metric: 'reqs.before' }],
  };
  expect(namesOf(body)).toEqual([
    'dimensions.1: unknown_dimension',
    'metrics.1: unknown_metric',
    'filters.0.dim: unknown_dimension',
    'having.0.metric: unknown_metric',
  ]);
});

test('former names are known, and bodies without lists have no names', () => {
  expect(namesOf({ metrics: ['scan_rate'] })).toEqual([]);
  for (const body of [null, undefined, 'text', [], { dimensions: 'channel', metrics: {} }])
    expect(namesOf(body)).toEqual([]);
});
