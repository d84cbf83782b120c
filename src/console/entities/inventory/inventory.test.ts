import { expect, test } from 'vitest';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { stringifySearch } from '../../lib/searchText.ts';
import { mediaSummary } from './mediaSummary.ts';
import { changedInventory, inventoryQuery, inventorySearchSchema } from './inventorySearch.ts';
import { withFigures } from './memberColumns.tsx';

test('members stay in their order, and those without traffic have no figures', () => {
  const rows = [{ app: 'com.B', reqs: 5 }];
  expect(withFigures(['com.a', 'com.b'], rows, 'app')).toEqual([
    { name: 'com.a', figures: null },
    { name: 'com.b', figures: rows[0] },
  ]);
});

test('a changed filter goes back to the first page, and absent values leave the address', () => {
  const search = inventorySearchSchema.parse({ q: 'x', page: '3', newDays: '7', vpaid: 'maybe', size: '20' });
  expect(search).toEqual({ q: 'x', page: 3, newDays: 7, size: 20 });
  expect(changedInventory(search, { newDays: undefined })).toEqual({ q: 'x', size: 20 });
  expect(changedInventory(search, { page: 4 })).toEqual({ q: 'x', newDays: 7, size: 20, page: 4 });
});

test('the query has only the filters that this kind of inventory supports', () => {
  const search = inventorySearchSchema.parse({ vpaid: 'true', newDays: '7' });
  expect(stringifySearch(inventoryQuery(search, '-imps', ['newDays']))).toBe('?sort=-imps&page=1&size=50&newDays=7');
  expect(stringifySearch(inventoryQuery(search, 'key', ['newDays', 'vpaid']))).toBe(
    '?sort=key&page=1&size=50&newDays=7&vpaid=true',
  );
});

test('a creative’s media is summarized in one line of its known values', () => {
  const row = (declared: ObservedRow['declared']) => mediaSummary({ declared } as ObservedRow);
  expect(row({ durationS: 15, width: 1280, height: 720, bitrate: 2500, type: 'video/mp4', isVpaid: false })).toBe(
    '15 s · 1280 × 720 · 2,500 kbit/s · video/mp4',
  );
  expect(row({ durationS: 0, width: 640, height: 0, bitrate: 0, type: '', isVpaid: true })).toBe('VPAID');
});
