import { expect, test } from 'vitest';
import { isAvailableOn, isMoneyMetric, metricOf } from '#reports/index.ts';
import { defaultSort, figuresOf } from './listFigures.ts';

test.each(['tag', 'advertiser', 'channel', 'subpublisher', 'demand', 'supplier', 'adexchange', 'campaign', 'creative'])(
  'figures of %s are in the words of reports',
  (name) => {
    const side = ['channel', 'subpublisher', 'demand', 'supplier'].includes(name) ? 'supply' : 'demand';
    expect(figuresOf({ name }).length).toBeGreaterThan(8);
    for (const { key, label, unit, help } of figuresOf({ name })) {
      const metric = metricOf(key);
      expect({ label, unit, help }).toEqual({ label: metric.label, unit: metric.unit, help: metric.definition });
      expect(isAvailableOn(metric, side)).toBe(true);
    }
  },
);

test('lists of entities without traffic have no figures', () => {
  expect(figuresOf({ name: 'targeting' })).toEqual([]);
});

test.each(['tag', 'channel', 'campaign', 'supplier', 'deal'])(
  'lists of %s have no money where it is hidden',
  (name) => {
    const shown = figuresOf({ name, hidesMoney: true }).map(({ key }) => key);
    const expected = figuresOf({ name }).filter(({ key }) => !isMoneyMetric(metricOf(key)));
    expect(shown).toEqual(expected.map(({ key }) => key));
    expect(shown).toContain(defaultSort({ name, hidesMoney: true }).slice(1));
  },
);
