import { expect, test } from 'vitest';
import { paramsOf } from './paramsOf.ts';

test('parameters are one per line, with any value', () => {
  expect(paramsOf('country=US\n\n url = https://a.example/?b=c \r\nempty=')).toEqual({
    params: { country: 'US', url: 'https://a.example/?b=c', empty: '' },
    fault: null,
  });
});

test.each(['country', '=US'])('%s is not a parameter, and its line is named', (line) => {
  expect(paramsOf(`a=b\n${line}`).fault).toContain('Line 2');
});
