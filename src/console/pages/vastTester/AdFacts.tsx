import type { ReactNode } from 'react';
import type { TestedAd } from '#api/vastTester/vastTesterContract.ts';
import { NOTHING } from '../../lib/format.ts';
import { momentOf } from './testFormat.ts';

/** The facts that an ad declares: system, title, duration and the like. */
export function AdFacts({ ad }: { ad: TestedAd }) {
  const { pricing } = ad;
  const facts: [string, ReactNode][] = [
    ['Title', ad.title],
    ['Ad system', ad.adSystem],
    ['Advertiser', ad.advertiser],
    ['Duration', ad.durationMs === null ? null : momentOf(ad.durationMs / 1000)],
    ['Skippable', ad.skipMs === null ? 'Never' : `After ${momentOf(ad.skipMs / 1000)}`],
    ['Price', pricing && [pricing.value, pricing.currency, pricing.model].join(' ')],
    ['Categories', ad.categories.join(', ')],
    ['Ad ID', ad.id],
    ['Creative ID', ad.creativeId],
    ['Ad server creative ID', ad.adId],
    ['UniversalAdId', ad.universalAdIds.map(({ registry, value }) => `${value} (${registry})`).join(', ')],
    ['AdServingId', ad.adServingId],
    ['Click-through', ad.clickThrough],
  ];
  return (
    <dl className="grid grid-cols-[12rem_minmax(0,1fr)] gap-x-4 px-4 py-2">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="py-1 text-muted">{name}</dt>
          <dd className="py-1 break-all">{value || NOTHING}</dd>
        </div>
      ))}
    </dl>
  );
}
