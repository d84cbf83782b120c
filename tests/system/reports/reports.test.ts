import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { fullOrReduced } from '#tests/support/fullOrReduced.ts';
import {
  canUseDimension,
  addDays,
  canUseMetric,
  dimensionOf,
  daysBetween,
  dimensions,
  formatRows,
  hasFormula,
  isAvailableOn,
  metricColumnsOf,
  metrics,
  normalizeReport,
  planReport,
  toSql,
  unitOf,
  type DimensionKey,
  type Metric,
  type MetricColumn,
  type MetricKey,
  type ReportBody,
  type ReportPlan,
  type ReportRow,
  type ReportViewer,
  type StoredRow,
} from '#reports/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import { openTestTables } from '../../stores/openTestTables.ts';
import { buildFacts, factLines, pick, seededRandomInt, type RandomInt, type Fact } from './buildFacts.ts';
import { buildImports, dayLines, resultsInForce, resultLines, type VendorResultLine } from './buildResults.ts';
import { referenceReport } from './referenceReport.ts';
import { testPartners } from './testPartners.ts';

/** Number of random questions per role. */
const rounds = fullOrReduced(370, 30);

const facts: Fact[] = buildFacts(seededRandomInt(7), 6000, 12);
const imports = buildImports(seededRandomInt(11), 40, 12);
const results: VendorResultLine[] = resultsInForce(imports);
let clickhouse: ClickHouse;

beforeAll(async () => {
  ({ clickhouse } = await openTestTables());
  await clickhouse.insertRows('facts', factLines(facts), { token: 'facts' });
  await clickhouse.insertRows('verification_results', resultLines(imports.lines), { token: 'results' });
  await clickhouse.insertRows('verification_days', dayLines(imports.days), { token: 'days' });
});

afterAll(async () => {
  await clickhouse.close();
});

const viewers = {
  admin: buildViewer({ role: 'admin', demandId: null, showSystemCost: false }),
  demand: buildViewer({ timezone: 3 }),
  sub: buildViewer({ role: 'sub', subpublisherIds: [2], timezone: -5 }),
  adv: buildViewer({ role: 'adv', advertiserIds: [11], timezone: 12 }),
  trafficker: buildViewer({ role: 'trafficker', subpublisherIds: [0, 2], showSystemCost: false }),
  readonly: buildViewer({ role: 'readonly', subpublisherIds: [1, 2], advertiserIds: [10] }),
  finance: buildViewer({ role: 'finance', advertiserIds: [] }),
};

function planned(body: unknown, viewer: ReportViewer): ReportPlan | null {
  const normalized = normalizeReport(body, viewer);
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  const result = planReport(normalized.request, viewer);
  return result.ok ? { ...result.plan, partners: testPartners } : null;
}

async function run(plan: ReportPlan): Promise<{ rows: ReportRow[]; totals: ReportRow }> {
  const { sql, params } = toSql(plan);
  const answer = formatRows(plan, await clickhouse.query<StoredRow>(sql, params), {});
  return { rows: answer.slice(0, -1), totals: answer.at(-1) ?? {} };
}

function some<T>(randomInt: RandomInt, list: readonly T[], most: number): T[] {
  return [...new Set(Array.from({ length: randomInt(most + 1) }, () => pick(randomInt, list)))];
}

/** Subject of a round's question: two thirds facts, a tenth results; after the planned ones, missing cases. */
function aboutOf(round: number, isMissingFacts: boolean): About {
  if (round >= rounds) return isMissingFacts ? 'facts' : 'both';
  const share = round / rounds;
  if (share < 2 / 3) return 'facts';
  return share < 0.9 ? 'both' : 'results';
}

function randomBody(randomInt: RandomInt, viewer: ReportViewer, about: About): ReportBody {
  // Half of the questions omit audiences, so that every table is read.
  const isOfAudience = randomInt(2) === 0;
  // Verification results have few dimensions: such questions only use these.
  const excludedDimensions: readonly string[] = about === 'facts' ? ['vendor', 'pb_category'] : notReportedByVendors;
  const allowed = dimensions
    .filter(({ key, group }) => canUseDimension(viewer.role, key) && (isOfAudience || group !== 'Audience'))
    .filter(({ key }) => !excludedDimensions.includes(key) && (about !== 'both' || key !== 'pb_category'))
    .map(({ key }) => key);
  const dims = some(randomInt, allowed, 3);
  // Some questions only use columns of every table, so that single events are read too.
  const isPlain = randomInt(3) === 0;
  const chosen = metrics
    .filter(
      (metric) =>
        canUseMetric(viewer, metric.key) &&
        (!isPlain || isAvailableOn(metric, 'events')) &&
        (isOfAudience || metric.group !== 'Audience') &&
        isAbout(metric, about) &&
        randomInt(4) === 0,
    )
    .map(({ key }) => key);
  const filters = some(randomInt, allowed, 2).flatMap((dim) => randomFilter(randomInt, dim));
  const metricKeys = chosen.length > 0 ? chosen : (['imps'] as const);
  const first = randomInt(12);
  const range = {
    startDate: new Date(Date.UTC(2026, 9, 25 + first)).toISOString().slice(0, 10),
    endDate: new Date(Date.UTC(2026, 9, 25 + first + randomInt(13 - first))).toISOString().slice(0, 10),
  };
  const compare = randomComparison(randomInt, range);
  const columns = [...dims, ...metricColumnsOf([...metricKeys], compare !== null)];
  return {
    ...range,
    ...(about === 'facts' && randomInt(4) === 0
      ? { startTime: pick(randomInt, ['03:00', '07:20']), endTime: pick(randomInt, ['15:00', '23:45']) }
      : {}),
    compare,
    having: randomConditions(randomInt, metricKeys, compare !== null),
    offset: randomInt(25) - 12,
    dimensions: dims,
    metrics: [...metricKeys],
    filters,
    sort: randomInt(2) === 0 ? [] : [{ key: pick(randomInt, columns), dir: pick(randomInt, ['asc', 'desc'] as const) }],
    hideZero: randomInt(3) === 0,
  };
}

const notReportedByVendors = [
  ...['minute', 'minute15', 'tier', 'marketplace_name', 'creative', 'browser', 'media_type', 'integration', 'consent'],
  ...['reason', 'error_code', 'ivt_type'],
  ...['supplier', 'adexchange', 'campaign', 'own_creative', 'deal'],
];

/** Subject of a question: counted traffic, verification results, or both. */
type About = 'facts' | 'both' | 'results';

/** True when a metric belongs to a question about facts, about results, or about both. */
function isAbout(metric: Metric, about: About): boolean {
  const isFound = hasFormula(metric, ({ kind }) => kind === 'found');
  if (about === 'both') return !hasFormula(metric, ({ kind }) => kind === 'reach' || kind === 'answerTime');
  return isFound === (about === 'results');
}

function randomComparison(randomInt: RandomInt, { startDate, endDate }: { startDate: string; endDate: string }) {
  const length = daysBetween(startDate, endDate);
  return pick(randomInt, [
    null,
    null,
    { to: 'previous' } as const,
    { to: 'week' } as const,
    { to: 'custom', startDate: addDays(startDate, -length - randomInt(3)) } as const,
  ]);
}

/** Bounds that some rows of the generated facts meet. */
function randomConditions(randomInt: RandomInt, keys: readonly MetricKey[], isCompared: boolean): ReportBody['having'] {
  const differences = isCompared ? keys.map((key): MetricColumn => `${key}.diff`) : [];
  return some(randomInt, [...metricColumnsOf(keys, isCompared), ...differences], 2).map((metric) => {
    const bounds = {
      count: [0, 1, 20.5],
      usd: ['0', '900000.5', '-3'],
      ratio: [0, 0.5, -0.25],
      number: [0, 1.25, 2],
      ms: [0, 300, 450.5],
    }[unitOf(metric)];
    return {
      metric,
      op: pick(randomInt, ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const),
      value: pick<string | number>(randomInt, bounds),
    };
  });
}

function randomFilter(randomInt: RandomInt, dim: string): NonNullable<ReportBody['filters']> {
  const open = pick(randomInt, ['in', 'not_in', 'contains', 'starts'] as const);
  const closed = pick(randomInt, ['in', 'not_in'] as const);
  if (dim === 'site') return [{ dim, op: open, values: [pick(randomInt, ['news.example', 'NEWS', 'sp', ''])] }];
  if (dim === 'app') return [{ dim, op: open, values: [pick(randomInt, ['com.Example.tv', 'com.', 'tv'])] }];
  if (dim === 'publisher') return [{ dim, op: open, values: [pick(randomInt, ['Pub-1', 'pub', '2'])] }];
  if (dim === 'creative') return [{ dim, op: open, values: [pick(randomInt, ['00112233445566aa', 'ff', ''])] }];
  if (dim === 'marketplace_name') return [{ dim, op: open, values: [pick(randomInt, ['Exchange A', 'bö', ''])] }];
  if (dim === 'environment')
    return [{ dim, op: closed, values: some(randomInt, ['web', 'app', 'ctv'], 2).concat('mobileWeb') }];
  if (dim === 'ivt_type') return [{ dim, op: closed, values: [pick(randomInt, ['', 'valid', 'crawler'])] }];
  if (dim === 'reason') return [{ dim, op: closed, values: [pick(randomInt, ['', 'no_answer', 'timeout', 'floor'])] }];
  if (dim === 'vendor') return [{ dim, op: closed, values: ['pix'] }];
  if (dim === 'pb_category') return [{ dim, op: closed, values: ['valid', 'bot'] }];
  const { kind, group, choices, partnerOf } = dimensionOf(dim as DimensionKey);
  if (partnerOf) return [{ dim, op: closed, values: [pick(randomInt, ['', 'criteo', 'pubmatic'])] }];
  if (kind === 'time') return [];
  if (group === 'Audience') {
    const known = { country: 'DE', device: 'SmartTV', os: 'iOS', browser: 'safari', media_type: 'video' }[dim];
    const requiredValue = { integration: 'prebid', consent: 'personal' }[dim];
    return [{ dim, op: closed, values: [known ?? requiredValue ?? '', pick(randomInt, choices ?? []).value] }];
  }
  const values = dim === 'error_code' ? [303, 0] : dim === 'advertiser' ? [10] : [1 + randomInt(4), 1 + randomInt(4)];
  return [{ dim, op: closed, values }];
}

const sortText = (row: ReportRow, keys: readonly string[]) => JSON.stringify(keys.map((key) => row[key]));

/** The rows without names, which the reference report does not have. */
function bare(rows: readonly ReportRow[], keys: readonly string[]): string[] {
  return rows.map((row) => sortText(row, keys));
}

/**
 * Number of tables that the questions of a role read, and those besides results: partners and managers of one side read
 * fewer.
 */
const tablesRead = {
  admin: [7, 6],
  demand: [6, 6],
  trafficker: [7, 6],
  sub: [4, 0],
  adv: [4, 0],
  readonly: [4, 3],
  finance: [4, 3],
} as const;

describe('reports compared with a reference computation', () => {
  test.each(['admin', 'demand', 'sub', 'adv', 'trafficker', 'readonly', 'finance'] as const)(
    'every random question of %s is answered exactly',
    async (role) => {
      const randomInt = seededRandomInt(role.length * 1000 + 3);
      const tables = new Set<string>();
      const withResults = new Set<string>();
      const [tablesOfFacts, tablesBesideResults] = tablesRead[role];
      const isUnread = () => tables.size < tablesOfFacts || withResults.size < tablesBesideResults;
      // Another metric changes all random choices: missing tables are targeted until one question reads them.
      for (let round = 0; round < rounds || (round < 2000 && isUnread()); round += 1) {
        const about = aboutOf(round, tables.size < tablesOfFacts);
        const body = randomBody(randomInt, viewers[role], about);
        const plan = planned(body, viewers[role]);
        if (!plan) continue;
        const read = plan.hasResults ? withResults : tables;
        // Of questions for a missing table, no others are run.
        if (round >= rounds && read.has(plan.table)) continue;
        read.add(plan.table);
        const [answer, expected] = [await run(plan), referenceReport(plan, facts, results)];
        const numbers = metricColumnsOf(plan.request.metrics, plan.request.before !== undefined);
        const keys = [...plan.request.dimensions, ...numbers];
        const requiredValue = `${JSON.stringify(body)}\n${toSql(plan).sql}`;
        expect(sortText(answer.totals, numbers), requiredValue).toBe(sortText(expected.totals, numbers));
        for (const dim of plan.request.dimensions) expect(answer.totals[dim]).toBeNull();
        // Without dimensions the totals are the only element.
        const rows = plan.request.dimensions.length === 0 ? [] : expected.rows;
        expect(bare(answer.rows, keys).toSorted(), requiredValue).toEqual(bare(rows, keys).toSorted());
      }
      expect([tables.size, withResults.size]).toEqual(tablesRead[role]);
    },
  );

  test('the limit returns the first rows of the order, and the totals of all', async () => {
    const body = {
      startDate: '2026-10-25',
      endDate: '2026-11-06',
      dimensions: ['day', 'channel'],
      metrics: ['rev', 'reqs'],
      sort: [{ key: 'rev', dir: 'desc' }],
    };
    const fullPlan = planned(body, viewers.demand);
    const cut = planned({ ...body, limit: 5 }, viewers.demand);
    if (!fullPlan || !cut) throw new Error('no plan');
    const [all, five] = [await run(fullPlan), await run(cut)];
    expect(five.rows).toEqual(all.rows.slice(0, 5));
    expect(five.totals).toEqual(all.totals);
    const revenues = all.rows.map((row) => Number(row['rev']));
    expect(revenues).toEqual(revenues.toSorted((a, b) => b - a));
  });

  test('unknown rates come last in both sort orders', async () => {
    for (const dir of ['asc', 'desc'] as const) {
      const plan = planned(
        {
          startDate: '2026-10-25',
          endDate: '2026-11-06',
          dimensions: ['hour', 'channel'],
          metrics: ['vtr'],
          sort: [{ key: 'vtr', dir }],
        },
        viewers.demand,
      );
      if (!plan) throw new Error('no plan');
      const values = (await run(plan)).rows.map((row) => row['vtr'] ?? null);
      const firstNull = values.indexOf(null);
      expect(firstNull).toBeGreaterThan(0);
      expect(values.slice(firstNull).every((value) => value === null)).toBe(true);
      expect(values.slice(0, firstNull).every((value) => value !== null)).toBe(true);
    }
  });

  test('a device counts once, over any number of hours and channels', async () => {
    const range = { startDate: '2026-10-25', endDate: '2026-11-06' };
    const reached = facts.filter(({ demandId, deviceImps }) => demandId === 1 && deviceImps > 0);
    const exact = new Set(reached.map(({ device }) => device)).size;
    for (const dimensions of [['hour', 'channel'], ['country'], ['advertiser']]) {
      const plan = planned({ ...range, dimensions, metrics: ['uniq', 'device_imps', 'freq'] }, viewers.demand);
      if (!plan) throw new Error('no plan');
      const { rows, totals } = await run(plan);
      const inRows = rows.reduce((sum, row) => sum + Number(row['uniq']), 0);
      expect(inRows).toBeGreaterThan(exact);
      expect(totals).toMatchObject({
        uniq: exact,
        device_imps: reached.length,
        freq: Math.round((reached.length / exact) * 1e6) / 1e6,
      });
    }
  });

  test('days without facts return one row of empty totals', async () => {
    const plan = planned(
      { startDate: '2020-01-01', endDate: '2020-01-02', dimensions: ['day'], metrics: ['reqs', 'rev', 'fill'] },
      viewers.demand,
    );
    if (!plan) throw new Error('no plan');
    expect(await run(plan)).toEqual({ rows: [], totals: { day: null, reqs: 0, rev: '0.00', fill: null } });
  });

  test('malicious text is treated as text', async () => {
    const values = ["'", '\\', `') OR 1=1 --`, '{offset:Int32}', '%', '\n\t', '"', '\u{1F600}', ']', ','];
    for (const op of ['in', 'contains', 'starts', 'not_in'] as const) {
      const plan = planned(
        {
          startDate: '2026-10-25',
          endDate: '2026-11-06',
          dimensions: ['site'],
          metrics: ['reqs'],
          filters: [{ dim: 'site', op, values }],
        },
        viewers.demand,
      );
      if (!plan) throw new Error('no plan');
      const { rows } = await run(plan);
      expect(new Set(rows.map((row) => row['site']))).toEqual(
        new Set(op === 'not_in' ? ['', 'news.example', 'sport.example'] : []),
      );
    }
  });
});

/** Plans that together cover some metrics by a dimension: each has as many as one report can have. */
function plansOf(key: DimensionKey, requestedMetrics: readonly MetricKey[]): ReportPlan[] {
  const plans: ReportPlan[] = [];
  let together: MetricKey[] = [];
  for (const metric of requestedMetrics) {
    const wider = planned(bodyOf(key, [...together, metric]), viewers.admin);
    together = wider ? [...together, metric] : [metric];
    if (wider) plans.pop();
    const plan = wider ?? planned(bodyOf(key, together), viewers.admin);
    if (!plan) throw new Error(`${metric} by ${key} has no plan`);
    plans.push(plan);
  }
  return plans;
}

describe('the statements on the engine', () => {
  test('every dimension can be explained with every compatible metric', async () => {
    for (const { key } of dimensions) {
      const fitting = metrics
        .map((metric) => metric.key)
        .filter((metric) => planned(bodyOf(key, [metric]), viewers.admin) !== null);
      for (const plan of plansOf(key, fitting)) {
        const { sql, params } = toSql(plan);
        expect((await clickhouse.query(`EXPLAIN ${sql}`, params)).length).toBeGreaterThan(0);
      }
      expect(dimensionOf(key).label).not.toBe('');
    }
  });

  test('an account and a range of hours reduce the rows read by the primary key', async () => {
    const plan = planned(bodyOf('channel', ['reqs']), viewers.demand);
    if (!plan) throw new Error('no plan');
    const { sql, params } = toSql(plan);
    const lines = await clickhouse.query<{ explain: string }>(`EXPLAIN indexes = 1 ${sql}`, params);
    const text = lines.map(({ explain }) => explain.trim()).join('\n');
    expect(text).toMatch(/PrimaryKey\s+Keys:\s+demandId\s+hour/);
  });
});

function bodyOf(dimension: string, keys: string[]): unknown {
  return {
    startDate: '2026-10-25',
    endDate: '2026-11-06',
    offset: 3,
    dimensions: [dimension],
    metrics: keys,
    hideZero: true,
  };
}
