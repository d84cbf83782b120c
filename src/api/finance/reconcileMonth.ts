import {
  boundsOf,
  discrepancyOf,
  findCauses,
  moneyDiscrepancy,
  type Month,
  notableDiscrepancy,
  type PartnerKind,
  sumUsd,
} from '#model/finance/index.ts';
import { usdFromNanos } from '#model/index.ts';
import type { PartnerNumberRow } from '#storage/finance/partnerNumbers.ts';
import { groupBy } from '../configAsCode/groupBy.ts';
import type { ApiDeps } from '../deps.ts';
import { failureOf } from '../reports/runReport.ts';
import { namesOf } from './describeMonth.ts';
import type { ReconciledRow, Reconciliation } from './partnerContract.ts';
import { amountOf, type CountedHour, readHours, readLate } from './readOwnNumbers.ts';

const dayMs = 86_400_000;
/** Maximum shift between a partner's days and ours. */
const maxShiftMs = 12 * 3_600_000;

/**
 * Compares our numbers with the partner's, for each object and day of the month for which the partner has numbers; null
 * when there is no such account.
 */
export async function reconcileMonth(
  deps: Pick<ApiDeps, 'facts' | 'entities' | 'finance'>,
  month: Month,
  id: number,
  kind: PartnerKind,
): Promise<Reconciliation | null> {
  const { facts, entities, finance } = deps;
  if (!(await entities.get('demand', id, 'all'))) return null;
  const { start, end } = boundsOf(month);
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const of = { demandId: id, kind };
  const [numbers, files] = await Promise.all([
    finance.partners.list(of, dayOf(start), dayOf(end)),
    finance.partners.files(of),
  ]);
  const nameOf = await namesOf(
    deps,
    files.map(({ userId }) => userId),
  );
  const shownFiles = files.map(({ userId, ...file }) => ({ ...file, userName: nameOf(userId) }));
  if (numbers.length === 0) return { kind, rows: [], files: shownFiles };
  const byObject = groupBy(numbers, ({ objectId }) => objectId);
  const objectIds = [...byObject.keys()];
  const query = { ...of, objectIds, from: start - maxShiftMs, until: end + maxShiftMs };
  const [hours, names, thresholds] = await Promise.all([
    readHours(facts, query),
    entities.listNames(kind, { scope: [id], ids: objectIds, isArchivedShown: true }),
    readThresholds(deps, kind, objectIds),
  ]);
  const all = hours.reduce((sum, { imps }) => sum + imps, 0);
  const late = await readLate(facts, { ...query, from: start, until: end }, all).catch((error: unknown) => {
    // The query exceeds its limits: late impressions stay unknown.
    if (failureOf(error) !== null) return new Map<number, never>();
    throw error;
  });
  const hoursOf = groupBy(hours, ({ objectId }) => objectId);
  const nameById = new Map(names.map((row) => [row.id, row.name]));
  const rows = [...byObject].map(([objectId, theirs]) =>
    rowOf(
      {
        objectId,
        name: nameById.get(objectId) ?? `#${objectId}`,
        threshold: thresholds.get(objectId) ?? notableDiscrepancy,
      },
      hoursOf.get(objectId) ?? [],
      theirs,
      late.get(objectId) ?? null,
    ),
  );
  return {
    kind,
    files: shownFiles,
    rows: rows.toSorted((a, b) => a.name.localeCompare(b.name) || a.objectId - b.objectId),
  };
}

/**
 * The discrepancy thresholds of advertisers and ad exchanges (of tags, those of their advertisers) as fractions of 1;
 * absent when none is set.
 */
async function readThresholds(
  { entities }: Pick<ApiDeps, 'entities'>,
  kind: PartnerKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (kind === 'adexchange') {
    return thresholdsOf(await entities.getMany('adexchange', ids, 'all'));
  }
  if (kind !== 'advertiser' && kind !== 'tag') return new Map();
  const tags = kind === 'tag' ? await entities.getMany('tag', ids, 'all') : [];
  const advertiserOf = new Map(
    kind === 'tag' ? tags.map((tag) => [tag.id, tag.advertiserId]) : ids.map((id) => [id, id]),
  );
  const advertisers = await entities.getMany('advertiser', [...new Set(advertiserOf.values())], 'all');
  const ofAdvertisers = thresholdsOf(advertisers);
  return new Map(
    [...advertiserOf].flatMap(([id, advertiserId]) => {
      const threshold = ofAdvertisers.get(advertiserId);
      return threshold === undefined ? [] : [[id, threshold] as const];
    }),
  );
}

function thresholdsOf(rows: readonly { id: number; discrepancyFactor: number | null }[]): Map<number, number> {
  return new Map(
    rows.flatMap(({ id, discrepancyFactor }) => (discrepancyFactor === null ? [] : [[id, discrepancyFactor / 100]])),
  );
}

function rowOf(
  named: Pick<ReconciledRow, 'objectId' | 'name' | 'threshold'>,
  hours: readonly CountedHour[],
  theirs: readonly PartnerNumberRow[],
  late: Parameters<typeof findCauses>[2]['late'],
): ReconciledRow {
  const days = theirs.map(({ day, imps, revenue }) => {
    const first = Date.parse(`${day}T00:00:00Z`) / 3_600_000;
    const own = hours.filter(({ hour }) => hour >= first && hour < first + dayMs / 3_600_000);
    return { day, own, ours: { imps: sumOf(own, 'imps'), revenue: amountOf(own) }, theirs: { imps, revenue } };
  });
  const own = days.flatMap((day) => day.own);
  const isRevenueKnown = theirs.every(({ revenue }) => revenue !== null);
  const ours = { imps: sumOf(own, 'imps'), revenue: amountOf(own) };
  const theirImps = theirs.reduce((sum, { imps }) => sum + imps, 0);
  const theirRevenue = isRevenueKnown ? usdFromNanos(sumUsd(theirs.map(({ revenue }) => revenue ?? '0'))) : null;
  return {
    ...named,
    ours,
    theirs: { imps: theirImps, revenue: theirRevenue },
    discrepancy: discrepancyOf(ours.imps, theirImps),
    revenueDiscrepancy: theirRevenue === null ? null : moneyDiscrepancy(ours.revenue, theirRevenue),
    causes: findCauses(hours, theirs, {
      imps: ours.imps,
      invalidImps: sumOf(own, 'invalidImps'),
      sent: sumOf(own, 'sent'),
      timeouts: sumOf(own, 'timeouts'),
      late,
    }),
    days: days.map((day) => ({ day: day.day, ours: day.ours, theirs: day.theirs })),
  };
}

function sumOf(hours: readonly CountedHour[], key: 'imps' | 'invalidImps' | 'sent' | 'timeouts'): number {
  return hours.reduce((sum, hour) => sum + hour[key], 0);
}
