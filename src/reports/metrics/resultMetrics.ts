import { categoriesOf, scanCategories, type ScanCategory } from '#model/index.ts';
import { found, inGroup, ratio } from './metricForms.ts';
import type { Metric } from './metric.ts';

type CategoryKey = `pb_${Exclude<ScanCategory, 'valid'>}`;

/** One metric for each category of invalid impressions. */
function categoryMetrics(): (Metric & { key: CategoryKey })[] {
  return categoriesOf('givt', 'sivt').map((category) => {
    const { label, kind } = scanCategories[category];
    const key = `pb_${category}` as CategoryKey;
    const form = found('found', label, `Vendor results in this ${kind.toUpperCase()} category.`, [category]);
    return { key, group: 'Quality', ...form };
  });
}

/** What vendors found of impressions after they were bought, as their reports were imported. */
export const resultMetrics = [
  ...inGroup('Quality', {
    results: found('found', 'Vendor results', 'Impressions in imported vendor reports, counted once per vendor.'),
    pb_valid: found('found', 'Valid', 'Vendor results classified as valid.', categoriesOf('valid')),
    pb_ivt: found(
      'found',
      'Postbid IVT',
      'Vendor results classified as invalid traffic.',
      categoriesOf('givt', 'sivt'),
    ),
    pb_ivt_rate: ratio('pb_ivt', 'results', 'Postbid IVT rate', 'Postbid IVT ÷ vendor results.'),
    pb_givt: found('found', 'GIVT', 'Vendor results classified as general invalid traffic.', categoriesOf('givt')),
    pb_givt_rate: ratio('pb_givt', 'results', 'GIVT rate', 'GIVT ÷ vendor results.'),
    pb_sivt: found(
      'found',
      'SIVT',
      'Vendor results classified as sophisticated invalid traffic.',
      categoriesOf('sivt'),
    ),
    pb_sivt_rate: ratio('pb_sivt', 'results', 'SIVT rate', 'SIVT ÷ vendor results.'),
  }),
  ...categoryMetrics(),
  ...inGroup('Quality', {
    pb_view_told: found('viewTold', 'Viewability reported', 'Vendor results that report viewability.'),
    pb_viewable: found('viewable', 'Viewable', 'Vendor results reported as viewable.'),
    pb_viewable_rate: ratio('pb_viewable', 'pb_view_told', 'Viewable rate', 'Viewable ÷ viewability reported.'),
  }),
];
