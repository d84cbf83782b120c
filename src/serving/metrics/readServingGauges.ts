import type { PooledBidPoster } from '#outbound/bidPoster.ts';
import type { GaugeReading } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import type { VendorList } from '#standards/privacy/vendorList.ts';
import type { RunningBudgets } from '../budget/startBudgets.ts';
import type { SnapshotFollower } from '../snapshot/snapshotFollower.ts';

/** Reads the gauges of an ad-serving process. `now`: monotonic milliseconds, `time`: Unix milliseconds. */
export function readServingGauges(
  [role, slot]: readonly [role: string, slot: number],
  {
    follower,
    budgets,
    bids,
    vendorLists,
    now,
    time,
  }: {
    follower: Pick<SnapshotFollower, 'snapshot' | 'receivedAt'>;
    budgets: Pick<RunningBudgets, 'renewedAt' | 'campaignCount'>;
    bids: Pick<PooledBidPoster, 'usage'>;
    vendorLists: () => readonly VendorList[];
    now: () => number;
    time: () => number;
  },
): GaugeReading[] {
  const { connections, waiting } = bids.usage();
  const publishedAt = vendorLists().at(-1)?.publishedAt ?? null;
  const secondsSince = (at: number) => (now() - at) / 1000;
  return [
    [metricCatalog.outgoingConnections, [connections, role, slot]],
    [metricCatalog.outgoingWaiting, [waiting, role, slot]],
    [metricCatalog.snapshotVersion, [follower.snapshot().version, role, slot]],
    [metricCatalog.snapshotAge, [secondsSince(follower.receivedAt()), role, slot]],
    [metricCatalog.budgetCampaigns, [budgets.campaignCount(), role, slot]],
    [metricCatalog.budgetLeaseAge, [secondsSince(budgets.renewedAt()), role, slot]],
    ...(publishedAt === null
      ? []
      : [
          [metricCatalog.vendorListAge, [(time() - Date.parse(publishedAt)) / 1000, role, slot]] satisfies GaugeReading,
        ]),
  ];
}
