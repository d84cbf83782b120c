import { planReport, type DimensionKey, type MetricKey, type ReportViewer, type StoredRow } from '#reports/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ApiDeps } from '../../deps.ts';
import { dealOfFacts } from '../../deals/dealOfFacts.ts';
import { runReport } from '../../reports/runReport.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { Period } from './listPeriod.ts';

/** A query for figures of all rows of an entity. */
export interface FigureQuestion {
  dimension: DimensionKey;
  /** Only summable metrics; all others are computed from them. */
  sums: readonly MetricKey[];
  period: Period;
  /** The zone, in whole hours from UTC. */
  offset: number;
  /** Limits the rows to these accounts. */
  accounts?: readonly number[] | undefined;
  /** Splits the sums of each id by a second dimension. */
  parts?: DimensionKey | undefined;
  /** Limits the facts to one hour of each day, 0 to 23. */
  hourOfDay?: number | undefined;
  /** How long the result may be reused in milliseconds; by default 5 seconds. */
  reuseMs?: number | undefined;
}

/** The part of an id's sums that has one value of the second dimension. */
export interface FigurePart {
  value: string;
  sumOf(key: string): bigint;
}

/** Sums by id: counts, and money in nano-USD. The sums of a missing id are zero. */
export interface Figures {
  sumOf(id: number, key: string): bigint;
  /** The sum over some ids. */
  totalOf(ids: readonly number[], key: string): bigint;
  /** The parts of an id's sums by the second dimension; none without one. */
  partsOf(id: number): readonly FigurePart[];
}

/** Reads figures; null while they are unavailable. */
export type ReadFigures = (viewer: ReportViewer, question: FigureQuestion) => Promise<Figures | null>;

/** How long a result is reused by default. */
const freshMs = 5_000;
/** Maximum wait of a list; later figures are cached for the next request. */
const timeoutMs = 3_000;
/** Maximum cached results, and rows of all of them; the oldest are dropped first. */
const maxCached = 400;
const maxCachedRows = 2_000_000;
/** Maximum rows of one result. */
const maxRows = 1_000_000;

interface CachedFigures {
  figures: Promise<Figures | null>;
  at: number;
  rows: number;
}

/** Opens the reader of figures: one statement for all rows of an account, cached for a few seconds. */
export function openFigures({ facts, entities, now }: Pick<ApiDeps, 'facts' | 'entities' | 'now'>): ReadFigures {
  const cache = new Map<string, CachedFigures>();

  async function read(
    viewer: ReportViewer,
    question: FigureQuestion,
  ): Promise<{ figures: Figures; rows: number } | null> {
    const { dimension, sums, period, offset, accounts, parts, hourOfDay } = question;
    const planned = planReport(
      {
        ...period,
        offset,
        traffic: 'live',
        dimensions: [...(dimension === 'deal' ? ofDeals : [dimension]), ...(parts ? [parts] : [])],
        metrics: [...sums],
        filters: [
          ...(accounts ? [{ dim: 'account' as const, op: 'in' as const, values: [...accounts] }] : []),
          ...(hourOfDay === undefined ? [] : [{ dim: 'hour_of_day' as const, op: 'in' as const, values: [hourOfDay] }]),
        ],
        having: [],
        sort: [],
        limit: maxRows,
        hideZero: true,
      },
      viewer,
    );
    if (!planned.ok) return null;
    try {
      const result = await runReport(facts, planned.plan, new AbortController().signal);
      // The sums of some rows only would look like a fall of the others.
      if (result.outcome !== 'done' || result.rows.length >= maxRows) return null;
      const scope = viewer.demandId === null ? 'all' : [viewer.demandId];
      const idOf = dimension === 'deal' ? await idsOfDeals(scope) : idIn(dimension);
      return { figures: figuresOf(sums, result.rows, { idOf, parts }), rows: result.rows.length };
    } catch (error) {
      if (isStoreUnavailable(error)) return null;
      throw error;
    }
  }

  /** Facts have only the text IDs of deals, which depend on the account and supplier. */
  async function idsOfDeals(scope: Scope): Promise<(row: StoredRow) => number | undefined> {
    const idOf = dealOfFacts(await entities.choose('deal', { filter: { scope, status: [0, 1, 2] } }));
    return (row) =>
      idOf({
        demandId: Number(row['d_account']),
        supplierId: Number(row['d_supplier']),
        dealId: String(row['d_deal']),
      });
  }

  function dropOldest(): void {
    let rows = 0;
    for (const entry of cache.values()) rows += entry.rows;
    for (const [key, entry] of cache) {
      if (cache.size <= maxCached && rows <= maxCachedRows) break;
      cache.delete(key);
      rows -= entry.rows;
    }
  }

  return async (viewer, { reuseMs = freshMs, ...question }) => {
    const key = JSON.stringify([viewer, question]);
    const known = cache.get(key);
    const at = now().getTime();
    if (known && at - known.at < reuseMs) return withTimeout(timeoutMs, known.figures);
    const reading = read(viewer, question);
    const figures = reading.then((found) => found?.figures ?? null);
    // A running read is shared, however long it takes.
    const entry = { figures, at: Infinity, rows: 0 };
    cache.delete(key);
    cache.set(key, entry);
    dropOldest();
    // A failed read is repeated by the next call.
    const invalidate = () => {
      if (cache.get(key) === entry) cache.delete(key);
    };
    reading.then((found) => {
      if (!found) return invalidate();
      Object.assign(entry, { at: now().getTime(), rows: found.rows });
      dropOldest();
    }, invalidate);
    return withTimeout(timeoutMs, figures);
  };
}

/** The dimensions that identify the deal of facts. */
const ofDeals: DimensionKey[] = ['account', 'supplier', 'deal'];

const idIn = (dimension: DimensionKey) => (row: StoredRow) => Number(row[`d_${dimension}`]);

/** Sums rows by the id that each belongs to; rows without one are left out. */
function figuresOf(
  sums: readonly MetricKey[],
  rows: readonly StoredRow[],
  { idOf, parts }: { idOf: (row: StoredRow) => number | undefined; parts: DimensionKey | undefined },
): Figures {
  const byKey = new Map<string, Map<number, bigint>>(sums.map((key) => [key, new Map()]));
  const partsById = new Map<number, FigurePart[]>();
  for (const row of rows) {
    const id = Number(row['is_total']) === 1 ? undefined : idOf(row);
    if (id === undefined) continue;
    for (const [key, byId] of byKey) byId.set(id, (byId.get(id) ?? 0n) + BigInt(row[`m_${key}`] ?? 0));
    if (parts === undefined) continue;
    const part = { value: String(row[`d_${parts}`] ?? ''), sumOf: (key: string) => BigInt(row[`m_${key}`] ?? 0) };
    const known = partsById.get(id);
    if (known) known.push(part);
    else partsById.set(id, [part]);
  }
  const sumOf = (id: number, key: string) => byKey.get(key)?.get(id) ?? 0n;
  return {
    sumOf,
    totalOf: (ids, key) => ids.reduce((total, id) => total + sumOf(id, key), 0n),
    partsOf: (id) => partsById.get(id) ?? [],
  };
}
