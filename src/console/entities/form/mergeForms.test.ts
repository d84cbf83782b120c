import { expect, test } from 'vitest';
import { entities } from '#model/index.ts';
import { mergeForms } from './mergeForms.ts';

const before = { name: 'a', rate: '1.00', floor: '0.10', targetingIds: [1], notes: '' };

test('changes of the other user are taken over, and changes of the form are not lost', () => {
  const merged = mergeForms(entities.tag, {
    before,
    mine: { ...before, rate: '2.00' },
    theirs: { ...before, floor: '0.50', targetingIds: [1, 2] },
  });
  expect(merged).toEqual({ values: { ...before, rate: '2.00', floor: '0.50', targetingIds: [1, 2] }, conflicts: [] });
});

test('a field that both changed is a conflict, and has the form’s value until it is resolved', () => {
  const { values, conflicts } = mergeForms(entities.tag, {
    before,
    mine: { ...before, rate: '2.00', name: 'mine' },
    theirs: { ...before, rate: '3.00', notes: 'theirs' },
  });
  expect(values).toEqual({ ...before, rate: '2.00', name: 'mine', notes: 'theirs' });
  expect(conflicts).toEqual([{ name: 'rate', before: '1.00', mine: '2.00', theirs: '3.00' }]);
});

test('the same change by both is no conflict, however it was typed', () => {
  const { conflicts } = mergeForms(entities.tag, {
    before,
    mine: { ...before, rate: ' 2.00', targetingIds: [3] },
    theirs: { ...before, rate: '2.00', targetingIds: [3] },
  });
  expect(conflicts).toEqual([]);
});
