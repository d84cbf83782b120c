import { describe, expect, test } from 'vitest';
import { entities } from '#model/index.ts';
import { draftFor, editableFields, editOf, editsOf, type EditDraft } from './editDrafts.ts';

const { tag, targeting } = entities;
const draft = (field: string, part: Partial<EditDraft>, entity: typeof tag | typeof targeting = tag) => {
  return { ...draftFor(1, entity, field), ...part };
};

const { adjustment } = draftFor(1, tag, 'rate');

describe('an edit draft', () => {
  test.each([
    ['a rate', draft('rate', { value: ' 2.50 ' }), { field: 'rate', verb: 'set', value: '2.50' }],
    ['no cap', draft('impsPerDay', { value: '' }), { field: 'impsPerDay', verb: 'set', value: null }],
    ['a number', draft('timeoutMs', { value: '900' }), { field: 'timeoutMs', verb: 'set', value: 900 }],
    ['a missing number', draft('timeoutMs', { value: '' }), null],
    ['a missing rate', draft('rate', { value: '' }), null],
    [
      'a rate 10 % lower, in steps of 5 cents',
      draft('rate', { verb: 'adjust', adjustment: { ...adjustment, sign: '-', by: '10', roundTo: '0.05' } }),
      { field: 'rate', verb: 'adjust', by: '-10', unit: 'percent', roundTo: '0.05' },
    ],
    [
      'a rate higher by 2,5 %, at most 1,000',
      draft('rate', { verb: 'adjust', adjustment: { ...adjustment, by: '2,5%', max: '1,000' } }),
      { field: 'rate', verb: 'adjust', by: '2.5', unit: 'percent', max: '1000' },
    ],
    ['an adjustment without an amount', draft('rate', { verb: 'adjust' }), null],
    ['an adjustment by words', draft('rate', { verb: 'adjust', adjustment: { ...adjustment, by: 'ten' } }), null],
    [
      'an adjustment in steps of nothing',
      draft('rate', { verb: 'adjust', adjustment: { ...adjustment, by: '1', roundTo: '0.00' } }),
      null,
    ],
    ['cleared notes', draft('notes', { value: '' }), { field: 'notes', verb: 'set', value: '' }],
    ['a missing advertiser', draft('advertiserId', { value: null }), null],
    [
      'a name, searched',
      draft('name', { find: 'a', replacement: '' }),
      { field: 'name', verb: 'findReplace', find: 'a', replacement: '' },
    ],
    ['a name without a text to find', draft('name', { replacement: 'b' }), null],
    ['targetings to add', draft('targetingIds', { value: [4] }), { field: 'targetingIds', verb: 'add', values: [4] }],
    ['nothing to add', draft('targetingIds', {}), null],
    [
      'a targeting that replaces another',
      draft('targetingIds', { verb: 'findReplace', find: 4, replacement: 5 }),
      { field: 'targetingIds', verb: 'findReplace', find: 4, replacement: 5 },
    ],
    ['a missing replacement', draft('targetingIds', { verb: 'findReplace', find: 4 }), null],
    ['all targetings to remove', draft('targetingIds', { verb: 'clear' }), { field: 'targetingIds', verb: 'clear' }],
    ['no field yet', draftFor(1, tag, null), null],
  ])('becomes an edit, or none, for %s', (_, given, edit) => {
    expect(editOf(tag, given)).toEqual(edit);
  });

  test('starts with a verb that its field supports', () => {
    expect(draftFor(1, tag, 'targetingIds', 'remove').verb).toBe('remove');
    expect(draftFor(1, tag, 'rate', 'remove').verb).toBe('set');
    expect(draftFor(1, tag, 'name').verb).toBe('findReplace');
    const names = editableFields(tag).map(([name]) => name);
    expect(names).not.toContain('status');
    expect(names).not.toContain('uid');
  });

  test('joins others, but two of the same edit are invalid', () => {
    const one = draft('rate', { value: '1' });
    expect(editsOf(tag, [one, draft('floor', { value: '2' })])).toHaveLength(2);
    expect(editsOf(tag, [one, draft('rate', { value: '2' })])).toBeNull();
    expect(editsOf(tag, [])).toBeNull();
    const swap = draft('url', { verb: 'findReplace', find: 'a', replacement: 'b' });
    expect(editsOf(tag, [swap, { ...swap, find: 'c' }])).toHaveLength(2);
  });
});
