import { expect, test } from 'vitest';
import { campaign, channel, tag } from '#model/index.ts';
import { boundValue, boundWords, valueWord } from './filterWords.ts';

test('values are called what forms call them', () => {
  expect(valueWord(tag.fields.source, 'stored')).toBe('Stored VAST');
  expect(valueWord(channel.fields.costModel, 'none')).toBe('Not paid');
  expect(valueWord(channel.fields.subpublisherId, 'none')).toBe('None');
  expect(valueWord(channel.fields.subpublisherId, 4)).toBeUndefined();
  expect(valueWord(tag.fields.impsPerDay, 'any')).toBe('Set');
  expect(valueWord(campaign.fields.name, 'x')).toBeUndefined();
});

test('bounds are percentages for people and parts of one in the address', () => {
  const fill = { key: 'fill', label: 'Fill', unit: 'ratio', help: '' } as const;
  expect(boundValue('7', 'ratio')).toBe('0.07');
  expect(boundValue('29', 'ratio')).toBe('0.29');
  expect(boundWords({ metric: 'fill', bound: 'max', value: '0.29' }, fill)).toBe('Fill ≤ 29%');
  expect(boundValue('12.50', 'usd')).toBe('12.50');
  expect(boundValue('many', 'count')).toBeNull();
});
