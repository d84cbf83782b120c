import { categoriesOf, scanCategories, type ScanCategory } from '#model/index.ts';
import type { FoundMeasure, Formula, Metric } from './metrics.ts';

const found = (measure: FoundMeasure, among?: readonly ScanCategory[]): Formula => ({
  kind: 'found',
  measure,
  ...(among ? { among } : {}),
});

type CategoryKey = `pb_${Exclude<ScanCategory, 'valid'>}`;

/** One metric for each category of invalid impressions. */
function categoryMetrics(): (Metric & { key: CategoryKey })[] {
  return categoriesOf('givt', 'sivt').map((category) => {
    const { label, kind } = scanCategories[category];
    return {
      key: `pb_${category}` as CategoryKey,
      label,
      definition: `Results of this kind of ${kind.toUpperCase()}.`,
      group: 'Quality',
      unit: 'count',
      formula: found('found', [category]),
    };
  });
}

/** The results of a kind of invalid traffic, and their part. */
function kindMetrics<Kind extends 'givt' | 'sivt'>(kind: Kind): (Metric & { key: `pb_${Kind}` | `pb_${Kind}_rate` })[] {
  const label = kind.toUpperCase();
  return [
    {
      key: `pb_${kind}`,
      label,
      definition: `Results that are ${label}.`,
      group: 'Quality',
      unit: 'count',
      formula: found('found', categoriesOf(kind)),
    },
    {
      key: `pb_${kind}_rate`,
      label: `${label} %`,
      definition: `${label} ÷ results.`,
      group: 'Quality',
      unit: 'ratio',
      formula: { kind: 'ratio', top: `pb_${kind}`, bottom: 'results' },
    },
  ];
}

/** What vendors found of impressions after they were bought, as their reports were imported. */
export const resultMetrics = [
  {
    key: 'results',
    label: 'Results',
    definition: 'Impressions that imported reports tell of, once for each vendor.',
    group: 'Quality',
    unit: 'count',
    formula: found('found'),
  },
  {
    key: 'pb_valid',
    label: 'Valid',
    definition: 'Results that are valid.',
    group: 'Quality',
    unit: 'count',
    formula: found('found', categoriesOf('valid')),
  },
  {
    key: 'pb_ivt',
    label: 'Postbid IVT',
    definition: 'Results that are invalid.',
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
  ...kindMetrics('givt'),
  ...kindMetrics('sivt'),
  ...categoryMetrics(),
  {
    key: 'pb_view_told',
    label: 'Viewability known',
    definition: 'Results whose viewability is known.',
    group: 'Quality',
    unit: 'count',
    formula: found('viewTold'),
  },
  {
    key: 'pb_viewable',
    label: 'Viewable',
    definition: 'Results that are viewable.',
    group: 'Quality',
    unit: 'count',
    formula: found('viewable'),
  },
  {
    key: 'pb_viewable_rate',
    label: 'Viewable %',
    definition: 'Viewable ÷ viewability known.',
    group: 'Quality',
    unit: 'ratio',
    formula: { kind: 'ratio', top: 'pb_viewable', bottom: 'pb_view_told' },
  },
] as const satisfies readonly Metric[];
