import { describe, expect, test } from 'vitest';
import type { RecordedChange } from '#model/fourEyes/waitingChange.ts';
import { areSameChanges } from './sameChanges.ts';

function buildChange(overrides: Partial<RecordedChange> = {}): RecordedChange {
  const fields = [{ field: 'priceReq', from: '1.00', to: '2.00' }];
  return { action: 'updated', entity: 'demand', rowId: 7, name: 'Acme', fields, ...overrides };
}

const day = '2026-05-01';
const next = '2026-05-02';
const areSame = (one: RecordedChange[], other: RecordedChange[]) =>
  areSameChanges({ objects: one, day }, { objects: other, day: next });
const ofField = (from: unknown, to: unknown) => buildChange({ fields: [{ field: 'x', from, to }] });

describe('changes that were computed at two times', () => {
  test('are the same with the same objects and values, whatever the objects are called now', () => {
    expect(areSame([buildChange()], [buildChange({ name: 'Acme Inc.' })])).toBe(true);
  });

  test('differ in objects, values, fields and secrets', () => {
    const [one] = [buildChange()];
    expect(areSame([one], [])).toBe(false);
    expect(areSame([one], [one, one])).toBe(false);
    expect(areSame([one], [buildChange({ rowId: 8 })])).toBe(false);
    expect(areSame([one], [buildChange({ action: 'created' })])).toBe(false);
    expect(areSame([one], [buildChange({ fields: [{ field: 'priceReq', from: '1.50', to: '2.00' }] })])).toBe(false);
    expect(areSame([one], [buildChange({ fields: [...one.fields, { field: 'name', from: 'a', to: 'b' }] })])).toBe(
      false,
    );
    expect(
      areSame([one], [buildChange({ fields: [{ field: 'priceReq', from: '1.00', to: '2.00', isSecret: true }] })]),
    ).toBe(false);
  });

  test('are compared as they were stored', () => {
    expect(areSame([ofField(null, { b: 1, a: [2] })], [ofField(undefined, { a: [2], b: 1, c: undefined })])).toBe(true);
  });

  test('are the same if both values were the day itself, not if one is', () => {
    expect(areSame([ofField(null, day)], [ofField(null, next)])).toBe(true);
    expect(areSame([ofField(null, day)], [ofField(null, day)])).toBe(true);
    expect(areSame([ofField(null, '2026-04-01')], [ofField(null, next)])).toBe(false);
  });
});
