import { describe, expect, test } from 'vitest';
import { entities } from './entities.ts';
import { adjustNumber, isAdjustable, type NumberAdjustment } from './adjustNumber.ts';

const { rate, timeoutMs, url, integration } = entities.tag.fields;
const percent = entities.channel.fields.costShare;

describe('a number', () => {
  test.each<[string, unknown, NumberAdjustment, unknown]>([
    ['more by an amount', '2.50', { by: '0.25', unit: 'amount' }, '2.75'],
    ['less by an amount', '2.50', { by: '-0.30', unit: 'amount' }, '2.20'],
    ['more by a share', '2.50', { by: '10', unit: 'percent' }, '2.75'],
    ['less by a share', '2.55', { by: '-10', unit: 'percent' }, '2.295'],
    ['rounded half away from zero', '0.0333', { by: '50', unit: 'percent' }, '0.05'],
    ['rounded to a step', '2.13', { by: '0', unit: 'amount', roundTo: '0.05' }, '2.15'],
    ['not below a minimum', '0.20', { by: '-0.50', unit: 'amount', min: '0.10' }, '0.10'],
    ['not above a maximum', '9.00', { by: '50', unit: 'percent', max: '10' }, '10.00'],
    ['below zero without a minimum', '0.20', { by: '-0.50', unit: 'amount' }, '-0.30'],
    [
      'exact for large amounts',
      '8999999.123456789',
      { by: '0', unit: 'amount', roundTo: '0.000000001' },
      '8999999.123456789',
    ],
    ['not set', null, { by: '1', unit: 'amount' }, null],
  ])('of money, %s', (_, value, adjustment, result) => {
    expect(adjustNumber(rate, value, adjustment)).toBe(result);
  });

  test('of other kinds is a number, in whole steps or hundredths', () => {
    expect(adjustNumber(timeoutMs, 333, { by: '10', unit: 'percent' })).toBe(366);
    expect(adjustNumber(timeoutMs, 940, { by: '60', unit: 'amount', roundTo: '100' })).toBe(1000);
    expect(adjustNumber(percent, 33.33, { by: '5', unit: 'percent' })).toBe(35);
  });

  test('is adjustable, a text or a choice is not', () => {
    expect([rate, timeoutMs, percent].every(isAdjustable)).toBe(true);
    expect([url, integration].some(isAdjustable)).toBe(false);
  });
});
