import { expect, test } from 'vitest';
import { documentFaults } from './documentFaults.ts';

test('faults are sorted by line, including those of the YAML itself', () => {
  const faults = documentFaults([
    { code: 'invalid_format', message: 'Must be an amount', path: 'tags.3.rate', line: 41 },
    { code: 'forbidden', message: 'You may not change this section', path: '', line: null },
    { code: 'bad_yaml', message: 'Line 7: Map keys must be unique', path: 'line.7' },
  ]);
  expect(faults).toEqual([
    { key: 1, line: null, place: '', message: 'You may not change this section' },
    { key: 2, line: 7, place: '', message: 'Map keys must be unique' },
    { key: 0, line: 41, place: 'tags.3.rate', message: 'Must be an amount' },
  ]);
});
