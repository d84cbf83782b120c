import { expect, test } from 'vitest';
import { approverText, ChangeWaits } from './changeWaits.ts';
import { errorToast } from './errorToast.ts';

test('a few approvers are named, and the others counted', () => {
  expect(approverText(['Ann'])).toBe('Ann can approve it.');
  expect(approverText(['Ann', 'Ben'])).toBe('Ann or Ben can approve it.');
  expect(approverText(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben or another person can approve it.');
  expect(approverText(['Ann', 'Ben', 'Cleo', 'Dan'])).toBe('Ann, Ben or one of 2 others can approve it.');
});

test('the toast of a change that waits is no error, and leads to it', () => {
  const error = new ChangeWaits({
    ...{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', area: 'roles', summary: 'Manager “Mia”: Role' },
    ...{ approvers: [{ id: 2, name: 'Ann' }], createdAt: '2027-03-01T00:00:00Z', expiresAt: '2027-03-04T00:00:00Z' },
  });
  expect(errorToast('Error on save', error)).toEqual({
    kind: 'info',
    title: 'Waits for a second person',
    description: 'Manager “Mia”: Role. Ann can approve it.',
    page: { label: 'View', href: '/waiting?open=7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  });
});
