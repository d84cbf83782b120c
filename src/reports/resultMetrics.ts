import { categoriesOf, scanCategories, type ScanCategory } from '#model/index.ts';
import type { FoundMeasure, Formula, Metric } from './metrics.ts';

const found = (measure: FoundMeasure, among?: readonly ScanCategory[]): Formula => ({
  kind: 'found',
  measure,
  ...(among ? { among } : {}),
});

type CategoryKey = `pb_${Exclude<ScanCategory, 'valid' | 'givt' | 'sivt'>}` | 'pb_other_givt' | 'pb_other_sivt';

/** One metric for each category of invalid impressions. */
function categoryMetrics(): (Metric & { key: CategoryKey })[] {
  return categoriesOf('givt', 'sivt').map((category) => {
    const { label, kind } = scanCategories[category];
    const isOther = category === 'givt' || category === 'sivt';
    return {
      key: `pb_${isOther ? 'other_' : ''}${category}` as CategoryKey,
      label,
      definition: `Results of this category of ${kind.toUpperCase()}.`,
      group: 'Quality',
      unit: 'count',
      formula: found('found', [category]),
    };
  });
}

/** What vendors found of impressions after they were bought, as their reports were imported. */
export const resultMetrics = [
  {
    key: 'results',
    label: 'Results',
    definition: 'Impressions that vendors’ imported reports tell of; one that two vendors tell of counts twice.',
    group: 'Quality',
    unit: 'count',
    formula: found('found'),
  },
  {
    key: 'pb_valid',
    label: 'Valid',
    definition: 'Results that the vendor found valid.',
    group: 'Quality',
    unit: 'count',
    formula: found('found', categoriesOf('valid')),
  },
  {
    key: 'pb_ivt',
    label: 'Postbid IVT',
    definition: 'Results that the vendor found invalid.',
    group: 'Quality',
    unit: 'count',
    formula: found('found', categoriesOf('givt', 'sivt')),
  },
  {
    key: 'pb_ivt_rate',
    label: 'Postbid IVT %',
    definition: 'Postbid IVT ÷ results.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'pb_ivt', bottom: 'results' },
  },
  {
    key: 'pb_givt',
    label: 'GIVT',
    definition: 'Results that are general invalid traffic.',
    group: 'Quality',
    unit: 'count',
    formula: found('found', categoriesOf('givt')),
  },
  {
    key: 'pb_givt_rate',
    label: 'GIVT %',
    definition: 'GIVT ÷ results.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'pb_givt', bottom: 'results' },
  },
  {
    key: 'pb_sivt',
    label: 'SIVT',
    definition: 'Results that are sophisticated invalid traffic.',
    group: 'Quality',
    unit: 'count',
    formula: found('found', categoriesOf('sivt')),
  },
  {
    key: 'pb_sivt_rate',
    label: 'SIVT %',
    definition: 'SIVT ÷ results.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'pb_sivt', bottom: 'results' },
  },
  ...categoryMetrics(),
  {
    key: 'pb_view_told',
    label: 'Viewability told',
    definition: 'Results of which viewability is told.',
    group: 'Quality',
    unit: 'count',
    formula: found('viewTold'),
  },
  {
    key: 'pb_viewable',
    label: 'Viewable',
    definition: 'Results that the vendor found viewable.',
    group: 'Quality',
    unit: 'count',
    formula: found('viewable'),
  },
  {
    key: 'pb_viewable_rate',
    label: 'Viewable %',
    definition: 'Viewable ÷ viewability told.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'pb_viewable', bottom: 'pb_view_told' },
  },
] as const satisfies readonly Metric[];
