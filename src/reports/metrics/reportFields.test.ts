import { describe, expect, test } from 'vitest';
import { accountRoles } from '#model/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { canUseDimension, canUseMetric, reportFieldsFor } from './reportFields.ts';
import { isAvailableOn, metricOf, metrics, partsOf } from './metrics.ts';
import type { ReportViewer } from '../question/request.ts';

const keys = (list: { key: string }[]) => list.map(({ key }) => key);

describe('reportFieldsFor', () => {
  test('an account’s own parameters are dimensions for its users, but not for partners or other accounts', () => {
    const tagParams = ['Genre', 'ip', 'tier'];
    const of = (viewer: ReportViewer) =>
      keys(reportFieldsFor(viewer).dimensions).filter((key) => key.startsWith('param.'));
    expect(of(buildViewer({ tagParams }))).toEqual(['param.genre', 'param.tier']);
    expect(of(buildViewer({ role: 'sub', subpublisherIds: [1], tagParams }))).toEqual([]);
    expect(of(buildViewer())).toEqual([]);
    expect(canUseDimension('demand', 'param.genre', ['other'])).toBe(false);
    expect(canUseDimension('admin', 'param.genre')).toBe(true);
  });

  test('a sub-publisher sees nothing of revenue, profit or demand, and its cost as publisher revenue', () => {
    const { dimensions, metrics } = reportFieldsFor(buildViewer({ role: 'sub' }));
    expect(keys(metrics)).not.toEqual(expect.arrayContaining(['rev']));
    for (const hidden of ['rev', 'profit', 'margin', 'systemCost', 'ecpm', 'rpm', 'candidates', 'rev_m', 'rev_md']) {
      expect(keys(metrics)).not.toContain(hidden);
    }
    for (const hidden of ['account', 'advertiser', 'tag', 'tier', 'reason', 'subpublisher']) {
      expect(keys(dimensions)).not.toContain(hidden);
    }
    expect(metrics.find(({ key }) => key === 'cost')?.label).toBe('Publisher revenue');
  });

  test('an advertiser sees spend, and nothing of the supply side’s money', () => {
    const { dimensions, metrics } = reportFieldsFor(buildViewer({ role: 'adv' }));
    expect(metrics.find(({ key }) => key === 'rev')?.label).toBe('Spend');
    for (const hidden of ['cost', 'profit', 'margin', 'systemCost', 'cpm_pub', 'calls', 'rev_m', 'rev_md']) {
      expect(keys(metrics)).not.toContain(hidden);
    }
    expect(keys(dimensions)).not.toContain('channel');
  });

  test('[HELP-03] users of an account see the system cost only when it is enabled for them', () => {
    for (const role of accountRoles) {
      const open = keys(reportFieldsFor({ role, showSystemCost: true }).metrics);
      const closed = keys(reportFieldsFor({ role, showSystemCost: false }).metrics);
      expect(open.filter((key) => !closed.includes(key))).toEqual(['verification_fee', 'systemCost']);
      expect(closed).toContain('profit');
    }
    for (const role of ['super', 'admin'] as const)
      expect(canUseMetric({ role, showSystemCost: false }, 'systemCost')).toBe(true);
    expect(canUseMetric({ role: 'sub', showSystemCost: true }, 'systemCost')).toBe(false);
  });

  test('managers have the same dimensions and metrics as the owner of the account', () => {
    const owner = reportFieldsFor(buildViewer());
    for (const role of accountRoles) expect(reportFieldsFor(buildViewer({ role }))).toEqual(owner);
    expect(accountRoles.some((role) => canUseDimension(role, 'account'))).toBe(false);
  });

  test('partners see the inventory or the creatives that are theirs', () => {
    const seenBy = (role: 'sub' | 'adv') => keys(reportFieldsFor(buildViewer({ role })).dimensions);
    expect(seenBy('sub')).toContain('publisher');
    expect(seenBy('sub')).not.toContain('creative');
    expect(seenBy('adv')).toContain('creative');
    expect(seenBy('adv')).not.toContain('publisher');
  });

  test('partners see every dimension of time, so that their dashboards have minutes and their weeks have hours', () => {
    const timesOf = (viewer: ReportViewer) =>
      keys(reportFieldsFor(viewer).dimensions.filter(({ group }) => group === 'Time'));
    for (const role of ['sub', 'adv'] as const) expect(timesOf(buildViewer({ role }))).toEqual(timesOf(buildViewer()));
  });

  test('partners see country and device type, and nothing else of the audience', () => {
    for (const role of ['sub', 'adv'] as const) {
      const { dimensions, metrics } = reportFieldsFor(buildViewer({ role }));
      expect(dimensions.filter(({ group }) => group === 'Audience').map(({ key }) => key)).toEqual([
        'country',
        'device',
      ]);
      expect(metrics.filter(({ group }) => group === 'Audience')).toEqual([]);
    }
  });

  test('every value of the audience dimensions has a name', () => {
    const { dimensions } = reportFieldsFor(buildViewer());
    const audience = dimensions.filter(({ group }) => group === 'Audience');
    expect(audience).toHaveLength(7);
    const labelOf = (key: string, value: string) =>
      audience.find((each) => each.key === key)?.choices?.find((choice) => choice.value === value)?.label;
    expect(labelOf('country', 'DE')).toBe('Germany');
    expect(labelOf('browser', 'samsung-tizen')).toBe('Samsung (Tizen)');
    expect(labelOf('integration', 'prebid')).toBe('Prebid.js');
    for (const { choices } of audience) {
      const values = choices?.map(({ value }) => value) ?? [];
      expect(values).toContain('');
      expect(new Set(values).size).toBe(values.length);
    }
  });

  test('[HELP-01] the marketplace of a sale and its revenue are available', () => {
    const { dimensions, metrics } = reportFieldsFor(buildViewer());
    expect(dimensions.find(({ key }) => key === 'marketplace_name')).toMatchObject({
      label: 'Marketplace',
      group: 'Demand',
    });
    expect(metrics.filter(({ key }) => key.startsWith('rev_m')).map(({ key, label }) => [key, label])).toEqual([
      ['rev_m', 'Marketplace revenue'],
      ['rev_md', 'Marketplace revenue (net)'],
    ]);
  });

  test('rates name their denominator', () => {
    const { metrics } = reportFieldsFor(buildViewer());
    expect(metrics.find(({ key }) => key === 'fill')?.denominator).toBe('slots');
    expect(metrics.find(({ key }) => key === 'ecpm')?.denominator).toBe('1,000 impressions');
  });

  test('advertisers see their campaigns, creatives and viewability; nothing of suppliers, deals and bids', () => {
    const { dimensions, metrics } = reportFieldsFor(buildViewer({ role: 'adv' }));
    expect(keys(dimensions)).toEqual(expect.arrayContaining(['campaign', 'own_creative']));
    for (const hidden of ['supplier', 'adexchange', 'deal']) expect(keys(dimensions)).not.toContain(hidden);
    expect(keys(metrics)).toEqual(expect.arrayContaining(['view_meas', 'viewable', 'viewability']));
    for (const hidden of ['bids', 'wins', 'win_rate', 'losses']) expect(keys(metrics)).not.toContain(hidden);
    const sub = reportFieldsFor(buildViewer({ role: 'sub' }));
    const bought = ['supplier', 'campaign', 'own_creative', 'adexchange', 'deal', 'bids', 'wins', 'viewable'];
    for (const hidden of bought) expect([...keys(sub.dimensions), ...keys(sub.metrics)]).not.toContain(hidden);
  });

  test('a role without reports sees nothing', () => {
    expect(reportFieldsFor(buildViewer({ role: 'sdk' }))).toEqual({ dimensions: [], metrics: [] });
  });
});

describe('metrics', () => {
  test('every part of a computed metric is a metric', () => {
    for (const metric of metrics) {
      for (const part of partsOf(metric)) expect(metricOf(part).key).toBe(part);
    }
  });

  test('every metric is available on some side', () => {
    for (const metric of metrics) {
      expect((['supply', 'demand', 'events'] as const).some((side) => isAvailableOn(metric, side))).toBe(true);
    }
  });
});

test('roles that hide money have no amounts, and no rates and conditions that are computed from amounts', () => {
  const rights = { role: 'full', showSystemCost: true } as const;
  const all = reportFieldsFor(rights).metrics.map(({ key }) => key);
  const seen = new Set(reportFieldsFor({ ...rights, hidesMoney: true }).metrics.map(({ key }) => key));
  const hidden = all.filter((key) => !seen.has(key));
  expect(hidden).toMatchInlineSnapshot(`
    [
      "late_rev",
      "late_cost",
      "verification_fee",
      "rev",
      "cost",
      "systemCost",
      "profit",
      "margin",
      "rev_m",
      "rev_md",
      "ecpm",
      "rpm",
      "cpm_pub",
    ]
  `);
});
