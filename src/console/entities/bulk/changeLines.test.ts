import { expect, test } from 'vitest';
import { changesOfBulk } from './changeLines.ts';

test('a row with an error leads to the field at fault, others to the row', () => {
  const response = {
    batch: null,
    changed: 1,
    previewDigest: '',
    results: [
      { id: 1, name: 'Good', fields: [{ field: 'rate', from: '1.00', to: '2.00' }], problem: null },
      { id: 2, name: 'Bad', fields: [], problem: { code: 'invalid', message: 'Must be a URL', path: 'url' } },
      { id: 3, name: 'Late', fields: [], problem: { code: 'changed_since', message: 'Changed', path: 'version' } },
    ],
  };
  const { changed, refused } = changesOfBulk('tag', response);
  expect([...changed, ...refused].map(({ at }) => at)).toEqual([{ id: 1 }, { id: 2, field: 'url' }, { id: 3 }]);
});
