import { expect, test } from 'vitest';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { AdsTxtVerdict } from '#model/supply/adsTxt.ts';
import { countFiles, unlistedRows } from './unlistedRows.ts';

const rowOf = (key: string, verdict?: AdsTxtVerdict) =>
  ({ key, ...(verdict ? { adsTxt: { verdict, host: null, readAt: null, outcome: '' } } : {}) }) as ObservedRow;

test('a missing file is neither one that lists the seller nor one that lists others only', () => {
  const rows = [
    rowOf('a', 'authorized'),
    rowOf('b', 'unauthorized'),
    rowOf('c', 'inconclusive'),
    rowOf('d', 'non_participating'),
    rowOf('e', 'unread'),
    rowOf('f'),
  ];
  expect(unlistedRows(rows).map(({ key }) => key)).toEqual(['b', 'c']);
  expect(countFiles(rows)).toEqual({ listed: 1, unlisted: 2, without: 1, unread: 2 });
});
