import { expect, test } from 'vitest';
import { faultsWithin } from './structureFaults.ts';

test('the faults of a part are those under its path', () => {
  const faults = {
    '1.contactEmail': 'Must be an e-mail address',
    '12.contactEmail': 'Too long',
    '0.lastName': 'Too long',
  };
  expect(faultsWithin(faults, 1)).toEqual({ contactEmail: 'Must be an e-mail address' });
  expect(faultsWithin(faults, 2)).toEqual({});
});
