import { expect, test } from 'vitest';
import type { ServedEntity } from '#model/index.ts';
import { buildRow } from '#tests/support/model/buildRow.ts';
import { completeRow } from './completeRow.ts';

/** A row as the previous release wrote it: with a value under its former name. */
function writtenBefore(entity: ServedEntity, row: object, names: { former: string; current: string }, value: unknown) {
  const { [names.current]: _, ...rest } = row as Record<string, unknown>;
  return completeRow(entity, JSON.parse(JSON.stringify({ ...rest, [names.former]: value })));
}

test('rows of the previous release have their values under the names of now', () => {
  const supplier = buildRow('supplier', { id: 1 });
  expect(writtenBefore('supplier', supplier, { former: 'tellsWins', current: 'sendsWinNotices' }, false)).toEqual({
    ...supplier,
    sendsWinNotices: false,
  });
  const channel = buildRow('channel', { id: 2 });
  const floors = { 'US Mobile': '2.00' };
  expect(writtenBefore('channel', channel, { former: 'learnedFloors', current: 'dynamicFloors' }, floors)).toEqual({
    ...channel,
    dynamicFloors: floors,
  });
  const account = buildRow('demand', { id: 3 });
  const until = '2999-01-01T00:00:00.000Z';
  expect(
    writtenBefore('demand', account, { former: 'postbidRestsUntil', current: 'verificationPausedUntil' }, until),
  ).toEqual({ ...account, verificationPausedUntil: until });
});

test('rows of the previous release have values of choices as they are called now', () => {
  const targeting = buildRow('targeting', { id: 1, usPrivacy: 'declared' });
  const names = { former: 'usPrivacy', current: 'usPrivacy' };
  expect(writtenBefore('targeting', targeting, names, 'told')).toEqual(targeting);
});

test('fields that came later have their defaults, and complete rows are not copied', () => {
  const supplier = buildRow('supplier', { id: 1 });
  const { sendsWinNotices: _, ...rest } = supplier;
  expect(completeRow('supplier', rest as typeof supplier)).toEqual({ ...supplier, sendsWinNotices: true });
  expect(completeRow('supplier', supplier)).toBe(supplier);
});
