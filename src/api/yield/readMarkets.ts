import type { FloorSums } from '#engine/yield/nextFloor.ts';
import type { Nanos } from '#model/index.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** A market's sums in one minute. */
export interface MarketMinute extends FloorSums {
  /** Milliseconds since the epoch. */
  at: number;
}

/** The markets of a channel, from the facts. */
export interface ChannelMarkets {
  /** By market; requests at the static floor are under a key of their own. */
  minutes: Map<string, MarketMinute[]>;
  /** Median CPM of impressions, by market. */
  medians: Map<string, Nanos>;
}

/** Reads the markets of channels from `from` (ms since the epoch) to before `until`. */
export async function readMarkets(
  facts: Pick<ClickHouse, 'query'>,
  { rows, from, until }: { rows: readonly { id: number; demandId: number }[]; from: number; until: number },
): Promise<Map<number, ChannelMarkets>> {
  const where = `demandId IN ({demandIds:Array(UInt32)}) AND channelId IN ({channelIds:Array(UInt32)})
      AND at >= toDateTime({from:UInt32}) AND at < toDateTime({until:UInt32}) AND market != '' AND verdict = 'counted'`;
  const params = {
    demandIds: [...new Set(rows.map(({ demandId }) => demandId))],
    channelIds: rows.map(({ id }) => id),
    from: Math.floor(from / 1000),
    until: Math.floor(until / 1000),
  };
  const markets = new Map(
    rows.map(({ id }): [number, ChannelMarkets] => [id, { minutes: new Map(), medians: new Map() }]),
  );
  const sums = await facts.query<{ channelId: number; market: string } & Record<string, string | number>>(
    `SELECT channelId, market, toUnixTimestamp(toStartOfMinute(at)) AS minute, sum(facts.reqs) AS reqs,
      sum(facts.reqs + facts.furtherSlots) AS slots, sum(facts.imps) AS imps, sum(facts.rev) AS rev, sum(toFloat64(facts.rev) * facts.rev) AS revSquares
    FROM facts WHERE ${where} AND kind IN ('serve', 'event')
    GROUP BY channelId, market, minute`,
    params,
  );
  for (const { channelId, market, ...row } of sums) {
    const minute = {
      at: Number(row['minute']) * 1000,
      reqs: Number(row['reqs']),
      slots: Number(row['slots']),
      imps: Number(row['imps']),
      rev: Number(row['rev']),
      revSquares: Number(row['revSquares']),
    };
    const { minutes } = markets.get(channelId) ?? {};
    const known = minutes?.get(market);
    if (known) known.push(minute);
    else minutes?.set(market, [minute]);
  }
  const medians = await facts.query<{ channelId: number; place: string; median: string }>(
    `SELECT channelId, replaceRegexpOne(market, ' =$', '') AS place, quantileExact(0.5)(rev) * 1000 AS median
    FROM facts WHERE ${where} AND kind = 'event' AND imps = 1 AND rev > 0
    GROUP BY channelId, place`,
    params,
  );
  for (const { channelId, place, median } of medians) markets.get(channelId)?.medians.set(place, Number(median));
  return markets;
}
