import { spanOf } from '#engine/delivery/spanOf.ts';
import type { BudgetUnit } from '#engine/budget/budgetsOf.ts';
import type { Spent } from '#engine/budget/rateOf.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** A campaign whose spend is requested. */
export interface CountedCampaign {
  id: number;
  demandId: number;
  /** The account's zone, in whole hours from UTC. */
  timezone: number;
}

/** The spend of campaigns, read at one moment. */
export interface SpendReading {
  /** Everything up to this time is included. Milliseconds since the epoch. */
  upTo: number;
  /** Null when the reading does not include the campaign. */
  spentOf(campaign: CountedCampaign, unit: BudgetUnit, now: number): Spent | null;
}

/** Reads the counted spend of campaign budgets. */
export interface CountedSpend {
  /**
   * Returns a reading of the last seconds that includes these campaigns. While the store is unavailable or slow, it
   * returns the last one, which may lack some of them. Throws when the store is unavailable and there is none.
   */
  read(campaigns: readonly CountedCampaign[], now: number): Promise<SpendReading>;
}

/** A campaign's sums by unit. */
type Sums = Record<BudgetUnit, number>;

interface Recent {
  hour: Sums;
  day: Sums;
  /** Since the boundary. */
  all: Sums;
}

interface Older {
  boundary: number;
  readAt: number;
  sums: Sums;
}

interface Reading extends SpendReading {
  readAt: number;
  has(id: number): boolean;
}

const dayMs = 86_400_000;
/** Age at which a reading is renewed. */
const renewMs = 1500;
/** Maximum wait of a call for the store. Later results are in the next reading. */
const maxWaitMs = 2000;
/** Interval for spend older than two days, which changes only when events are very late. */
const rereadMs = 60_000;
/** A campaign is no longer read after this time without a request. */
const unusedAfterMs = 120_000;
/** A loader this far behind the others has stopped, and no longer holds back `upTo`. */
const stoppedMs = 600_000;

/** Opens the counted spend in ClickHouse. */
export function openCountedSpend(facts: Pick<ClickHouse, 'query'>): CountedSpend {
  const requested = new Map<number, CountedCampaign & { requestedAt: number }>();
  const older = new Map<number, Older>();
  let reading: Reading | null = null;
  let running: Promise<void> | null = null;

  const renew = async (now: number) => {
    for (const [id, { requestedAt }] of requested) if (now > requestedAt + unusedAfterMs) requested.delete(id);
    const campaigns = [...requested.values()];
    // Read before the sums, so that they include everything loaded by then.
    const upTo = Math.max(reading?.upTo ?? 0, await readLoadedTo(facts, now));
    const boundary = Math.floor(now / dayMs) * dayMs - 2 * dayMs;
    const recent = await readRecent(facts, campaigns, { now, boundary });
    const stale = campaigns.filter(({ id }) => {
      const known = older.get(id);
      return known?.boundary !== boundary || now >= known.readAt + rereadMs;
    });
    const sums = await readOlder(facts, stale, boundary);
    for (const { id } of stale) older.set(id, { boundary, readAt: now, sums: sums.get(id) ?? nothing });
    for (const id of older.keys()) if (!requested.has(id)) older.delete(id);
    const ids = new Set(campaigns.map(({ id }) => id));
    const before = new Map(campaigns.map(({ id }) => [id, older.get(id)?.sums ?? nothing]));
    reading = {
      upTo,
      readAt: now,
      has: (id) => ids.has(id),
      spentOf({ id, timezone }, unit, at) {
        if (!ids.has(id)) return null;
        const found = recent.get(id);
        // An hour or day that began after the reading counts as 0: the nodes report its spend.
        const isSame = (period: 'hour' | 'day') =>
          spanOf(period, at, timezone).start === spanOf(period, now, timezone).start;
        return {
          hour: isSame('hour') ? (found?.hour[unit] ?? 0) : 0,
          day: isSame('day') ? (found?.day[unit] ?? 0) : 0,
          flight: (found?.all[unit] ?? 0) + (before.get(id)?.[unit] ?? 0),
        };
      },
    };
  };
  const renewOnce = (now: number): Promise<void> => {
    running ??= renew(now).finally(() => {
      running = null;
    });
    return running;
  };

  return {
    async read(campaigns, now) {
      for (const { id, demandId, timezone } of campaigns)
        requested.set(id, { id, demandId, timezone, requestedAt: now });
      const isMissing = () => campaigns.some(({ id }) => !reading?.has(id));
      // A running reading may have begun before these campaigns were requested.
      if (isMissing() && running)
        await withTimeout(
          maxWaitMs,
          running.catch(() => undefined),
        );
      if (!reading) await renewOnce(now);
      else if (isMissing())
        await withTimeout(
          maxWaitMs,
          renewOnce(now).catch(() => undefined),
        );
      else if (now >= reading.readAt + renewMs) renewOnce(now).catch(() => undefined);
      if (!reading) throw new Error('nothing is counted yet');
      return reading;
    },
  };
}

const nothing: Sums = { spend: 0, impressions: 0 };

/** The time up to which all running loaders have loaded. Milliseconds since the epoch. */
async function readLoadedTo(facts: Pick<ClickHouse, 'query'>, now: number): Promise<number> {
  const nodes = await facts.query<{ upTo: string }>(
    `SELECT toUnixTimestamp64Milli(max(toAt)) AS upTo
    FROM loaded_segments
    WHERE at >= toDateTime({since:UInt32}) AND toAt <= fromUnixTimestamp64Milli({now:Int64})
    GROUP BY node`,
    { since: Math.floor((now - 3_600_000) / 1000), now },
  );
  const times = nodes.map(({ upTo }) => Number(upTo));
  const latest = Math.max(0, ...times);
  return Math.min(latest, ...times.filter((time) => time > latest - stoppedMs));
}

async function readRecent(
  facts: Pick<ClickHouse, 'query'>,
  campaigns: readonly CountedCampaign[],
  { now, boundary }: { now: number; boundary: number },
): Promise<Map<number, Recent>> {
  if (campaigns.length === 0) return new Map();
  const accounts = new Map(campaigns.map(({ demandId, timezone }) => [demandId, spanOf('day', now, timezone).start]));
  const days = [...accounts.values()].map((start) => start / 1000);
  const rows = await facts.query<{ id: number } & Record<string, string>>(
    `SELECT campaignId AS id,
      sumIf(rev, isOfHour) AS revHour, sumIf(imps, isOfHour) AS impsHour,
      sumIf(rev, isOfDay) AS revDay, sumIf(imps, isOfDay) AS impsDay,
      sum(rev) AS revAll, sum(imps) AS impsAll
    FROM (
      SELECT campaignId, rev, imps, hour >= toDateTime({hour:UInt32}) AS isOfHour,
        toUInt32(hour) >= transform(demandId, [${[...accounts.keys()].join()}], [${days.join()}], 0) AS isOfDay
      FROM hourly_buying
      WHERE ${areAmong(campaigns)} AND hour >= toDateTime({boundary:UInt32})
    )
    GROUP BY id`,
    { hour: spanOf('hour', now, 0).start / 1000, boundary: boundary / 1000 },
  );
  const sums = (row: Readonly<Record<string, string | number>>, name: string): Sums => {
    return { spend: Number(row[`rev${name}`]), impressions: Number(row[`imps${name}`]) };
  };
  return new Map(
    rows.map((row) => [row.id, { hour: sums(row, 'Hour'), day: sums(row, 'Day'), all: sums(row, 'All') }]),
  );
}

async function readOlder(
  facts: Pick<ClickHouse, 'query'>,
  campaigns: readonly CountedCampaign[],
  boundary: number,
): Promise<Map<number, Sums>> {
  if (campaigns.length === 0) return new Map();
  const rows = await facts.query<{ id: number; rev: string; imps: string }>(
    `SELECT campaignId AS id, sum(hourly_buying.rev) AS rev, sum(hourly_buying.imps) AS imps
    FROM hourly_buying
    WHERE ${areAmong(campaigns)} AND hour < toDateTime({boundary:UInt32})
    GROUP BY id`,
    { boundary: boundary / 1000 },
  );
  return new Map(rows.map(({ id, rev, imps }) => [id, { spend: Number(rev), impressions: Number(imps) }]));
}

/** The ids are part of the statement: thousands of them are too long for the URL that carries parameters. */
function areAmong(campaigns: readonly CountedCampaign[]): string {
  const accounts = new Set(campaigns.map(({ demandId }) => demandId));
  return `demandId IN (${[...accounts].join()}) AND campaignId IN (${campaigns.map(({ id }) => id).join()})`;
}
