import { expect, test } from 'vitest';
import { campaign, channel, tag } from '#model/index.ts';
import { boundValue, boundLabel, valueLabel } from './filterLabels.ts';

test('values have the labels of forms', () => {
  expect(valueLabel(tag.fields.source, 'stored')).toBe('Stored VAST');
  expect(valueLabel(channel.fields.costModel, 'none')).toBe('Not paid');
  expect(valueLabel(channel.fields.subpublisherId, 'none')).toBe('None');
  expect(valueLabel(channel.fields.subpublisherId, 4)).toBeUndefined();
  expect(valueLabel(tag.fields.impsPerDay, 'any')).toBe('Set');
  expect(valueLabel(campaign.fields.name, 'x')).toBeUndefined();
});

test('bounds are percentages in the interface and fractions in the address', () => {
  const fill = { key: 'fill', label: 'Fill', unit: 'ratio', help: '' } as const;
  expect(boundValue('7', 'ratio')).toBe('0.07');
  expect(boundValue('29', 'ratio')).toBe('0.29');
  expect(boundLabel({ metric: 'fill', bound: 'max', value: '0.29' }, fill)).toBe('Fill ≤ 29%');
  expect(boundValue('12.50', 'usd')).toBe('12.50');
  expect(boundValue('many', 'count')).toBeNull();
});
