import { expect, test } from 'vitest';
import { isAvailableOn, metricOf } from '#reports/index.ts';
import { figuresOf } from './listFigures.ts';

test.each(['tag', 'advertiser', 'channel', 'subpublisher', 'demand', 'supplier', 'adexchange', 'campaign', 'creative'])(
  'figures of %s are in the words of reports',
  (entity) => {
    const side = ['channel', 'subpublisher', 'demand', 'supplier'].includes(entity) ? 'supply' : 'demand';
    expect(figuresOf(entity).length).toBeGreaterThan(8);
    for (const { key, label, unit, help } of figuresOf(entity)) {
      const metric = metricOf(key);
      expect({ label, unit, help }).toEqual({ label: metric.label, unit: metric.unit, help: metric.definition });
      expect(isAvailableOn(metric, side)).toBe(true);
    }
  },
);

test('lists of entities without traffic have no figures', () => {
  expect(figuresOf('targeting')).toEqual([]);
});
