import type { OtherChannelHour } from '#engine/whatif/capCount.ts';
import type { RenderRate } from '#engine/whatif/adValue.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { PastScope } from './pastRequests.ts';

interface SalesRow {
  tagId: number;
  isHere: number;
  wins: string;
  shown: string;
}

/**
 * Reads the share of sold ads that become impressions: of a tag on the channel, else of the tag on all channels, else
 * of the channel; 1 when nothing was sold at all.
 */
export async function readImpressionShares(
  facts: FactReader,
  { demandId, channelId, from, to }: PastScope,
  tagIds: readonly number[],
  signal: AbortSignal,
): Promise<RenderRate> {
  const rows = await facts.query<SalesRow>(
    `SELECT tagId, channelId = {channelId:UInt32} AS isHere, sumIf(candidates, reason = '') AS wins, sum(imps) AS shown
     FROM hourly_demand
     WHERE demandId = {demandId:UInt32} AND hour BETWEEN toStartOfHour(toDateTime({from:UInt32})) AND toDateTime({to:UInt32})
       AND tagId IN {tagIds:Array(UInt32)}
     GROUP BY tagId, isHere`,
    { demandId, channelId, from: Math.floor(from / 1000), to: Math.ceil(to / 1000), tagIds },
    { signal },
  );
  const here = new Map<number, Share>();
  const anywhere = new Map<number, Share>();
  const channel: Share = { wins: 0, shown: 0 };
  for (const { tagId, isHere, wins, shown } of rows) {
    const share = { wins: Number(wins), shown: Number(shown) };
    add(anywhere, tagId, share);
    if (isHere !== 1) continue;
    add(here, tagId, share);
    channel.wins += share.wins;
    channel.shown += share.shown;
  }
  return (tagId) => {
    const share = [here.get(tagId), anywhere.get(tagId), channel].find((each) => each !== undefined && each.wins > 0);
    return share ? Math.min(1, share.shown / share.wins) : 1;
  };
}

interface Share {
  wins: number;
  shown: number;
}

function add(shares: Map<number, Share>, tagId: number, { wins, shown }: Share): void {
  const known = shares.get(tagId) ?? { wins: 0, shown: 0 };
  shares.set(tagId, { wins: known.wins + wins, shown: known.shown + shown });
}

/** Reads the hourly figures of tags on other channels. */
export async function readOtherChannels(
  facts: FactReader,
  { demandId, channelId, from, to }: PastScope,
  tagIds: readonly number[],
  signal: AbortSignal,
): Promise<OtherChannelHour[]> {
  if (tagIds.length === 0) return [];
  const rows = await facts.query<{ tagId: number; second: number; shown: string; earned: string }>(
    `SELECT tagId, toUnixTimestamp(hour) AS second, sum(imps) AS shown, sum(rev) AS earned FROM hourly_demand
     WHERE demandId = {demandId:UInt32} AND hour BETWEEN toStartOfHour(toDateTime({from:UInt32})) AND toDateTime({to:UInt32})
       AND tagId IN {tagIds:Array(UInt32)} AND channelId != {channelId:UInt32}
     GROUP BY tagId, second`,
    { demandId, channelId, from: Math.floor(from / 1000), to: Math.ceil(to / 1000), tagIds },
    { signal },
  );
  return rows.map(({ tagId, second, shown, earned }) => {
    return { tagId, hour: second * 1000, imps: Number(shown), rev: Number(earned) };
  });
}
