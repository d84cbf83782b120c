import { expect, test } from 'vitest';
import { campaign, type Entity } from '#model/index.ts';
import { initialValues } from './formModel.ts';
import { faultCount, firstShown, formParts, inOrder, partOfField } from './formParts.ts';

const entity = campaign as unknown as Entity;
const Panel = () => null;
const rowTabs = [
  { id: 'funnel', label: 'Why no bid?', Panel },
  { id: 'extra', label: 'Extra', within: 'supply', Panel },
];
const valueTabs = [{ id: 'forecast', label: 'Forecast', Panel }];
const row = { id: 7, createdAt: '', updatedAt: '', version: 1 } as never;
const idsOf = (parts: readonly { id: string }[]) => parts.map(({ id }) => id);

test('the parts of a form are its fields, the forecast of their values, and what belongs to a stored row', () => {
  const parts = formParts(entity, row, { isReadOnly: false, rowTabs, valueTabs });
  expect(idsOf(parts).slice(-2)).toEqual(['forecast', 'funnel']);
  expect(idsOf(parts)).not.toContain('extra');
  expect(idsOf(formParts(entity, null, { isReadOnly: false, rowTabs, valueTabs })).at(-1)).toBe('forecast');
  expect(idsOf(formParts(entity, row, { isReadOnly: true, rowTabs, valueTabs })).at(-1)).toBe('funnel');
});

test('parts follow an order, and those that it lacks come after them', () => {
  const parts = formParts(entity, row, { isReadOnly: false, rowTabs, valueTabs });
  const ordered = idsOf(inOrder(parts, ['targeting', 'common']));
  expect(ordered.slice(0, 3)).toEqual(['targeting', 'common', 'flight']);
  expect(ordered).toHaveLength(parts.length);
});

test('the first fault is the first one shown, in the order of the parts', () => {
  const parts = formParts(entity, null, { isReadOnly: false, rowTabs: [] });
  const values = initialValues(entity, null);
  expect(partOfField(parts, 'bid')?.id).toBe('bid');
  expect(firstShown(parts, ['bid', 'name'], values)).toBe('name');
  // Impression caps are hidden while the budget is money.
  expect(firstShown(parts, ['impsPerDay', 'bid'], values)).toBe('bid');
  expect(firstShown(parts, ['unknown'], values)).toBeUndefined();
});

test('faults are counted per part, those inside a structure one by one', () => {
  const parts = formParts(entity, null, { isReadOnly: false, rowTabs: [] });
  const [bid, budget] = [partOfField(parts, 'bid'), partOfField(parts, 'spendPerDay')];
  if (!bid || !budget) throw new Error('a part is missing');
  const errors = { bid: {}, multipliers: { types: { '0.factor': 'Required', '1.value': 'Required' } } };
  expect([faultCount(bid, errors), faultCount(budget, errors)]).toEqual([3, 0]);
});
