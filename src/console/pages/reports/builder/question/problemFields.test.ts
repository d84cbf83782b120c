import { expect, test } from 'vitest';
import { ApiError } from '../../../../lib/problems.ts';
import { questionFaults } from './problemFields.ts';

test('each fault of a query is shown at the control that it belongs to', () => {
  const problem = (path: string, message: string) => ({ code: 'bad', message, path });
  const faults = questionFaults(
    new ApiError(422, 'x', [
      problem('endDate', 'Too many days'),
      problem('filters.1.values.0', 'No such value'),
      problem('filters.1.op', 'No such comparison'),
      problem('filters.10', 'Not this one'),
      problem('having.0.value', 'Must be a number'),
      problem('metrics.3', 'Not known by tag'),
      problem('compare.startDate', 'Must be a day'),
    ]),
  );
  expect(faults).toMatchObject({ days: 'Too many days', metrics: 'Not known by tag', compare: 'Must be a day' });
  expect([0, 1, 10].map(faults.filterAt)).toEqual([undefined, 'No such value. No such comparison', 'Not this one']);
  expect(faults.havingAt(0)).toBe('Must be a number');
  expect(faults.dims).toBeUndefined();
});

test('an error without problems has no control', () => {
  expect(questionFaults(new Error('x')).filterAt(0)).toBeUndefined();
});
