import { categoriesOf, verificationCategories, type VerificationCategory } from '#model/index.ts';
import { resultCount, inGroup, ratio } from './metricForms.ts';
import type { Metric } from './metric.ts';

type CategoryKey = `pb_${Exclude<VerificationCategory, 'valid'>}`;

/** One metric per category of invalid impressions. */
function categoryMetrics(): (Metric & { key: CategoryKey })[] {
  return categoriesOf('givt', 'sivt').map((category) => {
    const { label, kind } = verificationCategories[category];
    const key = `pb_${category}` as CategoryKey;
    const form = resultCount('found', label, `Vendor results in this ${kind.toUpperCase()} category.`, [category]);
    return { key, group: 'Quality', ...form };
  });
}

/** Vendors' results for impressions after they were bought, from imported reports. */
export const resultMetrics = [
  ...inGroup('Quality', {
    results: resultCount('found', 'Vendor results', 'Impressions in imported vendor reports, counted once per vendor.'),
    pb_valid: resultCount('found', 'Valid', 'Vendor results classified as valid.', categoriesOf('valid')),
    pb_ivt: resultCount(
      'found',
      'Postbid IVT',
      'Vendor results classified as invalid traffic.',
      categoriesOf('givt', 'sivt'),
    ),
    pb_ivt_rate: ratio('pb_ivt', 'results', 'Postbid IVT rate', 'Postbid IVT ÷ vendor results.'),
    pb_givt: resultCount(
      'found',
      'GIVT',
      'Vendor results classified as general invalid traffic.',
      categoriesOf('givt'),
    ),
    pb_givt_rate: ratio('pb_givt', 'results', 'GIVT rate', 'GIVT ÷ vendor results.'),
    pb_sivt: resultCount(
      'found',
      'SIVT',
      'Vendor results classified as sophisticated invalid traffic.',
      categoriesOf('sivt'),
    ),
    pb_sivt_rate: ratio('pb_sivt', 'results', 'SIVT rate', 'SIVT ÷ vendor results.'),
  }),
  ...categoryMetrics(),
  ...inGroup('Quality', {
    pb_viewability_reported: resultCount(
      'viewabilityReported',
      'Viewability reported',
      'Vendor results that report viewability.',
    ),
    pb_viewable: resultCount('viewable', 'Viewable', 'Vendor results reported as viewable.'),
    pb_viewable_rate: ratio(
      'pb_viewable',
      'pb_viewability_reported',
      'Viewable rate',
      'Viewable ÷ viewability reported.',
    ),
  }),
];
