import { reviewRulesVersion } from '#engine/ivt/review/reviewThresholds.ts';
import { reconcileRollups, type WithoutInserts } from '#events/nightly/reconcileRollups.ts';
import { syncReplicas } from '#events/nightly/syncReplicas.ts';
import type { FactStore } from '#events/load/factStore.ts';
import { reviewDay, type ReviewKnowledge } from './reviewDay.ts';
import type { SourceReader } from './readSources.ts';

/** Dependencies of a review. */
export interface ReviewOptions {
  clickhouse: SourceReader & FactStore;
  knowledge: () => Promise<ReviewKnowledge>;
  withoutInserts: WithoutInserts;
  /** Days for which sources are stored. */
  days: number;
  now: number;
}

/** A day that was reviewed, with its adjustments by all versions of the rules; money in nano-USD. */
export interface ReviewedDay {
  /** UTC, as 2026-03-10. */
  day: string;
  events: number;
  adjustedImps: number;
  adjustedClicks: number;
  adjustedRev: bigint;
  adjustedCost: bigint;
}

const dayMs = 86_400_000;
/** Time after midnight UTC until which hits of the day before may still be on their way into the store. */
const settleMs = 3_600_000;

/**
 * Reviews the pending days, oldest first, and then records them. Of a day without stored sources nothing is recorded. A
 * run that is cut off is repeated without counting twice. One caller at a time.
 */
export async function reviewTraffic(options: ReviewOptions): Promise<ReviewedDay[]> {
  const { clickhouse } = options;
  const pending = await pendingDays(options);
  if (pending.length === 0) return [];
  await syncReplicas(clickhouse);
  const knowledge = await options.knowledge();
  const reviewed: { day: string; events: number }[] = [];
  for (const { from, isFirst } of pending) {
    const events = await reviewDay(clickhouse, { from, until: from + dayMs }, knowledge, isFirst);
    if (events > 0) reviewed.push({ day: dayText(from), events });
  }
  const [first] = reviewed;
  if (!first) return [];
  // An adjustment may be in the facts and not in a roll-up if an earlier run was cut off between them.
  await reconcileRollups(clickhouse, first.day, options.withoutInserts);
  const days: ReviewedDay[] = [];
  for (const { day, events } of reviewed) {
    const sums = { day, events, ...(await readAdjustments(clickhouse, day)) };
    await record(clickhouse, sums, options.now);
    days.push(sums);
  }
  return days;
}

/** A UTC day that is to be reviewed, by its start; `isFirst` = this version of the rules has not reviewed it. */
interface PendingDay {
  from: number;
  isFirst: boolean;
}

/**
 * The complete days whose sources are stored and that were not reviewed since the last midnight. Each day is reviewed
 * once by all rules, and every night after that by the lists, which may have learned more.
 */
export async function pendingDays({
  clickhouse,
  days,
  now,
}: Pick<ReviewOptions, 'clickhouse' | 'days' | 'now'>): Promise<PendingDay[]> {
  const today = Math.floor((now - settleMs) / dayMs) * dayMs;
  const rows = await clickhouse.query<{ day: string; reviewed: string }>(
    `SELECT toString(day) AS day, toString(max(toUnixTimestamp(reviewedAt))) AS reviewed
     FROM traffic_reviews WHERE rulesVersion = ${reviewRulesVersion} GROUP BY day`,
  );
  const reviewedAt = new Map(rows.map(({ day, reviewed }) => [day, Number(reviewed) * 1000]));
  // The oldest day may already be partly deleted.
  return Array.from({ length: days - 1 }, (_, index) => today - (days - 1 - index) * dayMs)
    .map((from) => ({ from, at: reviewedAt.get(dayText(from)) }))
    .filter(({ at = 0 }) => at < today + settleMs)
    .map(({ from, at }) => ({ from, isFirst: at === undefined }));
}

async function readAdjustments(clickhouse: SourceReader, day: string): Promise<Omit<ReviewedDay, 'day' | 'events'>> {
  const [row] = await clickhouse.query<Record<string, string>>(
    `SELECT toString(sum(adjustedImps)) AS imps, toString(sum(adjustedClicks)) AS clicks,
       toString(sum(toInt128(adjustedRev))) AS rev, toString(sum(toInt128(adjustedCost))) AS cost
     FROM hourly_supply WHERE toDate(hour) = {day:Date}`,
    { day },
  );
  return {
    adjustedImps: Number(row?.['imps'] ?? 0),
    adjustedClicks: Number(row?.['clicks'] ?? 0),
    adjustedRev: BigInt(row?.['rev'] ?? 0),
    adjustedCost: BigInt(row?.['cost'] ?? 0),
  };
}

async function record(clickhouse: FactStore, { day, ...sums }: ReviewedDay, now: number): Promise<void> {
  const row = {
    day,
    rulesVersion: reviewRulesVersion,
    reviewedAt: Math.floor(now / 1000),
    ...sums,
    adjustedRev: String(sums.adjustedRev),
    adjustedCost: String(sums.adjustedCost),
  };
  await clickhouse.insertRows('traffic_reviews', `${JSON.stringify(row)}\n`, {
    token: `review:${day}:${reviewRulesVersion}:${row.reviewedAt}`,
  });
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
