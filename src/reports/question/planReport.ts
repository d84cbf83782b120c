import {
  candidateReasons,
  lossReasons,
  supplyReasons,
  type Fault,
  type PartneredEntity,
  type RollupTable,
} from '#model/index.ts';
import { addDays, dayAt, type Day } from './calendar.ts';
import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import { readMetricColumn } from '../metrics/metricColumn.ts';
import { hasFormula, isAvailableOn, metricOf, type MetricKey } from '../metrics/metrics.ts';
import type { Formula } from '../metrics/metric.ts';
import type { Side } from '../metrics/metric.ts';
import type { ReportRequest, ReportViewer } from './request.ts';
import { isResultMetric, resultFaults } from './resultFaults.ts';

/**
 * A table of facts: the hourly roll-ups, the single facts of live traffic and of tests, and the results of verification
 * vendors.
 */
export type FactTable = RollupTable | 'facts' | 'test_facts' | 'verification_results';

/** Whether a table has single facts of all kinds, not sums by hour. */
export function hasSingleFacts(table: FactTable): table is 'facts' | 'test_facts' {
  return table === 'facts' || table === 'test_facts';
}

/** Dimensions of the demand side that the roll-up of creatives does not have. */
export const dimensionsNotInCreatives: readonly DimensionKey[] = ['tier', 'marketplace_name'];
/** Dimensions of the demand side that the roll-up of buying does not have. */
export const dimensionsNotInBuying: readonly DimensionKey[] = [
  'tag',
  'partner',
  'tier',
  'marketplace_name',
  'error_code',
];

/** The facts that are counted; null = not limited. */
export interface ReportScope {
  demandId: number | null;
  subpublisherIds: readonly number[] | null;
  advertiserIds: readonly number[] | null;
}

/** Ids of partners by id of the object, for each entity. Objects without a partner are absent. */
export type PartnersById = Partial<Record<PartneredEntity, ReadonlyMap<number, string>>>;

/** The plan of a report. */
export interface ReportPlan {
  request: ReportRequest;
  table: FactTable;
  /** Whether vendors' results are read: together with the facts of the table, or alone. */
  hasResults: boolean;
  side: Side;
  scope: ReportScope;
  /** The partners that its dimensions and filters need. Absent until they are read. */
  partners?: PartnersById;
  /** Notes that readers need to interpret the numbers. */
  notes: string[];
}

/** A plan, or the reasons why no facts have the requested data. */
export type PlannedReport = { ok: true; plan: ReportPlan } | { ok: false; faults: Fault[] };

/** The retention of data. `now` is ms since the epoch. */
export interface RetentionDays {
  /** Retention of single facts, in days. */
  factsDays: number;
  /** Retention of roll-ups by site, app, publisher, creative and audience, in days. */
  rollupDays: number;
  now: number;
}

/** Tables with limited retention. */
export const detailedTables: readonly FactTable[] = ['hourly_inventory', 'hourly_creative', 'hourly_audience'];

/** The message for a report of days beyond the retention; null when its table has all of them. */
export function retentionMessage(
  { request, table }: Pick<ReportPlan, 'request' | 'table'>,
  { factsDays, rollupDays, now }: RetentionDays,
  day: Day,
): string | null {
  const isOlderThan = (days: number) => day < addDays(dayAt(now, request.offset), -days);
  if (table === 'test_facts' && isOlderThan(factsDays)) return `Test requests are stored for ${factsDays} days`;
  if (table === 'facts' && isOlderThan(factsDays)) {
    return `These dimensions need event-level data, which is stored for ${factsDays} days`;
  }
  if (detailedTables.includes(table) && isOlderThan(rollupDays)) {
    return `Data by site, app, publisher, creative and audience is stored for ${rollupDays} days`;
  }
  return null;
}

/** Plans a report on the smallest table that has the requested data. */
export function planReport(
  request: ReportRequest,
  viewer: ReportViewer,
  retention: RetentionDays | null = null,
): PlannedReport {
  const scope = reportScopeOf(viewer);
  const used = [...new Set<DimensionKey>([...request.dimensions, ...request.filters.map(({ dim }) => dim)])];
  const hasInventory = used.some((key) => dimensionOf(key).facts === 'inventory');
  const hasCreative = used.some((key) => dimensionOf(key).facts === 'creative');
  const isEventLevel = used.some((key) => dimensionOf(key).facts === 'single');
  const uses = (predicate: (formula: Formula) => boolean) =>
    usedMetrics(request).some(({ key }) => hasFormula(metricOf(key), predicate));
  const hasResponseTime = uses(({ kind }) => kind === 'answerTime');
  const needsSingleFacts =
    hasResponseTime || used.some((key) => dimensionOf(key).facts === 'fine') || !isWholeHours(request);
  const hasReach = uses(({ kind }) => kind === 'reach');
  const needsAudience = hasReach || used.some((key) => dimensionOf(key).facts === 'audience');
  const hasReason = used.includes('reason') || uses((formula) => formula.kind === 'sum' && formula.of === 'refused');
  const isDemand = hasCreative || needsDemandSide(request, used, scope);
  const side: Side = !isDemand
    ? 'supply'
    : hasInventory || hasCreative || isEventLevel || needsAudience
      ? 'events'
      : 'demand';
  const hasBuyer = used.some((key) => knowsBuyers(dimensionOf(key).facts));
  const needsFacts =
    isEventLevel ||
    needsSingleFacts ||
    (needsAudience && (side === 'events' || hasInventory || hasReason || hasBuyer)) ||
    (hasBuyer && isBeyondBuying(side, used, hasInventory));
  const hasResults = uses(({ kind }) => kind === 'found') || used.some((key) => dimensionOf(key).facts === 'results');
  const isResultsOnly = usedMetrics(request).every(({ key }) => isResultMetric(metricOf(key)));
  const isTest = request.traffic === 'test';
  const liveTable = needsFacts
    ? 'facts'
    : needsAudience
      ? 'hourly_audience'
      : tableOf(side, used, { hasInventory, hasBuyer });
  const factsTable = isTest ? 'test_facts' : liveTable;
  const table = isResultsOnly ? 'verification_results' : factsTable;
  const faults = [
    ...reasonFaults(request, side),
    ...metricFaults(request, side),
    ...(isTest ? testFaults(request, used) : []),
    ...(hasResults ? resultFaults({ used, metrics: usedMetrics(request), isWholeHours: isWholeHours(request) }) : []),
  ];
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    plan: { request, table, hasResults, side, scope, notes: notesOf(request, { side, table, hasResults }, retention) },
  };
}

/** Roll-ups are hourly: other times need single facts. */
function isWholeHours({ times }: ReportRequest): boolean {
  return !times || (times.from % 60 === 0 && times.until % 60 === 0);
}

/** Whether only facts with suppliers or buyers have a dimension. */
function knowsBuyers(facts: Dimension['facts']): boolean {
  return facts === 'supplier' || facts === 'buying';
}

/** Whether no roll-up has suppliers and buyers together with the other dimensions. */
function isBeyondBuying(side: Side, used: readonly DimensionKey[], hasInventory: boolean): boolean {
  if (side === 'supply') return hasInventory;
  return side === 'events' || used.some((key) => dimensionsNotInBuying.includes(key));
}

function tableOf(
  side: Side,
  used: readonly DimensionKey[],
  { hasInventory, hasBuyer }: { hasInventory: boolean; hasBuyer: boolean },
): FactTable {
  if (side === 'events') {
    return hasInventory || used.some((key) => dimensionsNotInCreatives.includes(key)) ? 'facts' : 'hourly_creative';
  }
  if (side === 'demand') return hasBuyer ? 'hourly_buying' : 'hourly_demand';
  return hasInventory ? 'hourly_inventory' : 'hourly_supply';
}

/**
 * The scope of a viewer: everyone except admins is limited to an account, partners also to themselves and managers to
 * the partners of their scope. Throws a RangeError for a viewer without its account or partner.
 */
export function reportScopeOf({ role, demandId, subpublisherIds, advertiserIds }: ReportViewer): ReportScope {
  if (role === 'super' || role === 'admin') return { demandId: null, subpublisherIds: null, advertiserIds: null };
  const isPartnerMissing = (role === 'sub' && subpublisherIds === null) || (role === 'adv' && advertiserIds === null);
  if (demandId === null || isPartnerMissing) throw new RangeError(`a viewer of role ${role} without its owner`);
  return { demandId, subpublisherIds, advertiserIds };
}

/** Whether a report is about tags, not requests: the facts of requests have no advertiser. */
function needsDemandSide(request: ReportRequest, used: DimensionKey[], scope: ReportScope): boolean {
  return (
    scope.advertiserIds !== null ||
    used.some((key) => ['demand', 'buying'].includes(dimensionOf(key).facts)) ||
    usedMetrics(request).some(({ key }) => !isAvailableOn(metricOf(key), 'supply')) ||
    request.filters.some(({ dim, values }) => dim === 'reason' && values.some(isCandidatesOnly))
  );
}

/**
 * Whether a reason is only one of candidates. Reasons that both requests and candidates have do not decide the side.
 */
function isCandidatesOnly(reason: string | number): boolean {
  const isOfDemand = Object.hasOwn(candidateReasons, reason) || Object.hasOwn(lossReasons, reason);
  return isOfDemand && !Object.hasOwn(supplyReasons, reason);
}

/** The metrics of columns and conditions. */
function usedMetrics({ metrics, having }: ReportRequest): { key: string; path: string }[] {
  return [
    ...metrics.map((key, index) => ({ key, path: `metrics.${index}` })),
    ...having.map(({ column }, index) => ({ key: readMetricColumn(column).key, path: `having.${index}.metric` })),
  ];
}

function metricFaults(request: ReportRequest, side: Side): Fault[] {
  return usedMetrics(request).flatMap(({ key, path }) => {
    const metric = metricOf(key);
    if (isAvailableOn(metric, side)) return [];
    const message =
      side === 'events'
        ? `${metric.label}: not available by creative, or by site, app, publisher, parameter or audience together with demand: only player events are available`
        : `${metric.label}: counted per channel request, cannot be combined with demand`;
    return [{ code: 'metric_not_available', message, path }];
  });
}

/** Vendors' results are about live traffic. */
function testFaults(request: ReportRequest, used: readonly DimensionKey[]): Fault[] {
  const message = (label: string) => `${label}: vendor results are not available for test requests`;
  const metrics = usedMetrics(request).filter(({ key }) => hasFormula(metricOf(key), ({ kind }) => kind === 'found'));
  const faults = metrics.map(({ key, path }) => ({ code: 'live_only', message: message(metricOf(key).label), path }));
  for (const key of used.filter((each) => dimensionOf(each).facts === 'results')) {
    const index = request.dimensions.indexOf(key);
    const path =
      index >= 0 ? `dimensions.${index}` : `filters.${request.filters.findIndex(({ dim }) => dim === key)}.dim`;
    faults.push({ code: 'live_only', message: message(dimensionOf(key).label), path });
  }
  return faults;
}

function reasonFaults(request: ReportRequest, side: Side): Fault[] {
  if (side !== 'events') return [];
  const message =
    'Reasons: not available by creative, or by site, app, publisher, parameter or audience together with demand';
  const faults: Fault[] = [];
  request.dimensions.forEach((key, index) => {
    if (key === 'reason') faults.push({ code: 'dimension_not_carried', message, path: `dimensions.${index}` });
  });
  request.filters.forEach(({ dim }, index) => {
    if (dim === 'reason') faults.push({ code: 'dimension_not_carried', message, path: `filters.${index}.dim` });
  });
  return faults;
}

function notesOf(
  request: ReportRequest,
  { side, table, hasResults }: Pick<ReportPlan, 'side' | 'table' | 'hasResults'>,
  retention: RetentionDays | null,
): string[] {
  const notes: string[] = [];
  const isOfBuyers = table === 'hourly_buying';
  const uses = (keys: MetricKey[]) => request.metrics.some((key) => keys.includes(key));
  if (
    side === 'demand' &&
    uses(['reqs', 'opps', 'slots', 'ads', 'fill', 'fill_opp', 'opp_rate', 'rpm', 'timeout_rate', 'error_rate'])
  ) {
    const countedCalls = isOfBuyers ? 'calls sent to campaigns, ad exchanges and tags' : 'calls sent to tags';
    notes.push(`Requests are ${countedCalls}; opportunities are their usable responses.`);
  }
  if (side !== 'supply' && uses(['systemCost', 'profit', 'margin'])) {
    notes.push(
      `System cost includes impression fees only: request fees are not attributed to a ${isOfBuyers ? 'buyer' : 'tag'}.`,
    );
  }
  if (side === 'events') {
    if (uses(['cost', 'profit', 'margin', 'cpm_pub'])) {
      notes.push('Supply cost does not include payments per opportunity.');
    }
  }
  const isByHour = request.dimensions.some((key) => key.startsWith('hour'));
  // 12:00 UTC is on the same day in every zone except UTC+12.
  if (hasResults && (isByHour || request.times || request.offset === 12)) {
    notes.push('Daily vendor results are shown at noon UTC.');
  }
  if (uses(['uniq', 'freq'])) {
    notes.push('Reach counts devices that can be identified. Above 65,536 it is accurate within about 1%.');
  }
  if (request.before) {
    const { startDate, endDate } = request.before;
    notes.push(`Compared with ${startDate} to ${endDate}.`);
  }
  if (request.having.length > 0) notes.push('The totals include all rows, also those hidden by metric filters.');
  if (table === 'test_facts') {
    const limit = retention === null ? 'a limited time' : `${retention.factsDays} days`;
    notes.push(`Test requests only: they earn and cost nothing. They are stored for ${limit}.`);
  }
  if (table === 'facts') {
    notes.push(
      retention === null
        ? 'Based on event-level data, which is stored for a limited time.'
        : `Based on event-level data, which is stored for ${retention.factsDays} days.`,
    );
  }
  const firstDay = request.before?.startDate ?? request.startDate;
  if (retention && !hasSingleFacts(table)) {
    const retentionNote = retentionMessage(
      { request, table },
      retention,
      firstDay < request.startDate ? firstDay : request.startDate,
    );
    if (retentionNote !== null) notes.push(`${retentionNote}. Older data is missing.`);
  }
  return notes;
}
