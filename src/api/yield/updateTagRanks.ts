import { rankTags, type TagYield } from '#engine/yield/rankTags.ts';
import type { ClickHouse } from '#storage/clickhouse.ts';
import type { RankedRow, RankStore } from '#storage/entities/rankStore.ts';
import { groupBy } from '../configAsCode/groupBy.ts';

interface RankDeps {
  ranks: RankStore;
  facts: Pick<ClickHouse, 'query'>;
  now: () => Date;
}

const nothing = { sent: 0, answered: 0, won: 0, imps: 0, rev: 0 };

/** Ranks the tags of channels by their recent yield, once. Returns whether anything was published. */
export async function updateTagRanks({ ranks, facts, now }: RankDeps): Promise<boolean> {
  const rows = await ranks.placedRows();
  if (rows.length === 0) return false;
  const changes: { id: number; place: number | null }[] = [];
  for (const [minutes, group] of groupBy(rows, ({ optimizeMinutes }) => optimizeMinutes)) {
    const ordered = group.filter(({ optimizeBy }) => optimizeBy !== 'none');
    const yields: YieldsByChannel =
      ordered.length === 0
        ? new Map()
        : await readYields(facts, {
            channelIds: [...new Set(ordered.map(({ channelId }) => channelId))],
            demandIds: [...new Set(ordered.map(({ demandId }) => demandId))],
            since: now().getTime() - Number(minutes) * 60_000,
          });
    for (const tier of groupBy(group, ({ channelId, tier: number }) => `${channelId} ${number}`).values()) {
      const after = ranksOfTier(tier, yields);
      for (const { id, tagId, place } of tier) {
        const next = after.get(tagId) ?? null;
        if (next !== place) changes.push({ id, place: next });
      }
    }
  }
  await ranks.setRanks(changes);
  return changes.length > 0;
}

function ranksOfTier(tier: readonly RankedRow[], yields: YieldsByChannel): ReadonlyMap<number, number> {
  const [first] = tier;
  if (!first || first.optimizeBy === 'none') return new Map();
  const ofChannel = new Map(yields.get(first.channelId)?.map((each) => [each.tagId, each]));
  const tags = tier.map(({ tagId }): TagYield => ofChannel.get(tagId) ?? { tagId, ...nothing });
  const before = tier.flatMap(({ tagId, place }) => (place === null ? [] : [[tagId, place] as const]));
  return rankTags(tags, first.optimizeBy, new Map(before));
}

/** The recent yield of tags, by channel. */
type YieldsByChannel = ReadonlyMap<number, readonly TagYield[]>;

/** Reads the yield of every tag on these channels since `since` (ms since the epoch). */
async function readYields(
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
