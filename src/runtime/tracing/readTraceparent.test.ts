import { expect, test } from 'vitest';
import { readTraceparent } from './readTraceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a traceparent names the trace, the caller’s span and whether it is sampled', () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, traceFlags: 1 });
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, traceFlags: 0 });
});

test('a later version may have more fields', () => {
  expect(readTraceparent(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, traceFlags: 1 });
});

test.each([
  '',
  'undefined',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
])('%s is no traceparent', (header) => {
  expect(readTraceparent(header)).toBeNull();
});
