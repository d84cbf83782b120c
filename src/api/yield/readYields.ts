import type { TagYield } from '#engine/yield/rankTags.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';

/** The recent yield of tags, by channel. */
export type YieldsByChannel = ReadonlyMap<number, readonly TagYield[]>;

/** Reads the yield of every tag on these channels since `since` (ms since the epoch). */
export async function readYields(
  facts: Pick<ClickHouse, 'query'>,
  { channelIds, demandIds, since }: { channelIds: readonly number[]; demandIds: readonly number[]; since: number },
): Promise<YieldsByChannel> {
  const found = await facts.query<{ channelId: number; tagId: number } & Record<string, string>>(
    `SELECT channelId, tagId, sum(facts.sent) AS sent, sum(facts.answered) AS answered,
      sumIf(facts.answered, kind = 'candidate' AND reason = '') AS won, sum(facts.imps) AS imps, sum(facts.rev) AS rev
    FROM facts
    WHERE demandId IN ({demandIds:Array(UInt32)}) AND channelId IN ({channelIds:Array(UInt32)})
      AND at >= toDateTime({since:UInt32}) AND kind IN ('candidate', 'event') AND verdict = 'counted' AND tagId > 0
    GROUP BY channelId, tagId`,
    { demandIds: [...demandIds], channelIds: [...channelIds], since: Math.floor(since / 1000) },
  );
  const yields = new Map<number, TagYield[]>();
  for (const row of found) {
    const [sent, answered, won, imps, rev] = ['sent', 'answered', 'won', 'imps', 'rev'].map((name) =>
      Number(row[name]),
    );
    const sums = { sent, answered, won, imps, rev } as Omit<TagYield, 'tagId'>;
    const known = yields.get(row.channelId);
    if (known) known.push({ tagId: row.tagId, ...sums });
    else yields.set(row.channelId, [{ tagId: row.tagId, ...sums }]);
  }
  return yields;
}
