import { categoriesOf, scanCategories, type ScanCategory } from '#model/index.ts';
import { found, inGroup, ratio } from './metricForms.ts';
import type { Metric } from './metrics.ts';

type CategoryKey = `pb_${Exclude<ScanCategory, 'valid'>}`;

/** One metric for each category of invalid impressions. */
function categoryMetrics(): (Metric & { key: CategoryKey })[] {
  return categoriesOf('givt', 'sivt').map((category) => {
    const { label, kind } = scanCategories[category];
    const key = `pb_${category}` as CategoryKey;
    const form = found('found', label, `Results of this kind of ${kind.toUpperCase()}.`, [category]);
    return { key, group: 'Quality', ...form };
  });
}

/** What vendors found of impressions after they were bought, as their reports were imported. */
export const resultMetrics = [
  ...inGroup('Quality', {
    results: found('found', 'Results', 'Impressions that imported reports tell of, once for each vendor.'),
    pb_valid: found('found', 'Valid', 'Results that are valid.', categoriesOf('valid')),
    pb_ivt: found('found', 'Postbid IVT', 'Results that are invalid.', categoriesOf('givt', 'sivt')),
    pb_ivt_rate: ratio('pb_ivt', 'results', 'Postbid IVT %', 'Postbid IVT ÷ results.'),
    pb_givt: found('found', 'GIVT', 'Results that are GIVT.', categoriesOf('givt')),
    pb_givt_rate: ratio('pb_givt', 'results', 'GIVT %', 'GIVT ÷ results.'),
    pb_sivt: found('found', 'SIVT', 'Results that are SIVT.', categoriesOf('sivt')),
    pb_sivt_rate: ratio('pb_sivt', 'results', 'SIVT %', 'SIVT ÷ results.'),
  }),
  ...categoryMetrics(),
  ...inGroup('Quality', {
    pb_view_told: found('viewTold', 'Viewability known', 'Results whose viewability is known.'),
    pb_viewable: found('viewable', 'Viewable', 'Results that are viewable.'),
    pb_viewable_rate: ratio('pb_viewable', 'pb_view_told', 'Viewable %', 'Viewable ÷ viewability known.'),
  }),
];
