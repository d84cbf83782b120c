import { expect, test } from 'vitest';
import type { CutoffRow } from '#model/cutoff/cutoff.ts';
import { compileCutoffs, type CutoffSubject, isCutOff } from './cutoffs.ts';

const rows: CutoffRow[] = [
  { id: 1, demandId: 7, kind: 'advertiser', object: '12' },
  { id: 2, demandId: 7, kind: 'crid', object: 'bad-1' },
  { id: 3, demandId: null, kind: 'domain', object: 'malware.example' },
  { id: 4, demandId: null, kind: 'seat', object: 'S9' },
];

test.each<[CutoffSubject, boolean]>([
  [{ advertiser: 12 }, true],
  [{ advertiser: 1 }, false],
  [{ tag: 12 }, false],
  [{ crids: ['good', 'bad-1'] }, true],
  [{ crids: ['BAD-1'] }, false],
  [{ domains: ['malware.example'] }, true],
  [{ domains: ['cdn.malware.example'] }, true],
  [{ domains: ['notmalware.example', 'example'] }, false],
  [{ seat: 'S9' }, true],
  [{ seat: 's9' }, false],
  [{}, false],
])('an ad of %j is cut off: %s', (subject, isCut) => {
  expect(isCutOff(compileCutoffs(rows, 7)!, subject)).toBe(isCut);
});

test('cut-offs of an account do not apply in another one, and those of all accounts do', () => {
  const other = compileCutoffs(rows, 8)!;
  expect(isCutOff(other, { advertiser: 12 })).toBe(false);
  expect(isCutOff(other, { domains: ['malware.example'] })).toBe(true);
  expect(compileCutoffs(rows.slice(0, 2), 8)).toBe(null);
});
