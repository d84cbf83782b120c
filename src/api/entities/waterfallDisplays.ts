import type { RowByName } from '#model/index.ts';
import { dayAt } from '#reports/index.ts';
import type { TagStateRow } from '#storage/entities/stateRows.ts';
import type { RowSearch } from './findRows.ts';
import type { WaterfallDisplay } from './listResponse.ts';

/** The additional parts of waterfall rows, by id; none for rows whose channel or tag is outside the scope. */
export async function waterfallDisplays(
  { entities, scope, now }: Pick<RowSearch, 'entities' | 'scope' | 'now'>,
  rows: readonly RowByName['waterfallRow'][],
): Promise<Map<number, WaterfallDisplay>> {
  const tagIds = rows.map((row) => row.tagId);
  const channelIds = rows.map((row) => row.channelId);
  const [tags, channels, active] = await Promise.all([
    entities.getMany('tag', tagIds, scope).then(byId),
    entities.getMany('channel', channelIds, scope).then(byId),
    entities.tagStateRows(tagIds).then(byId),
  ]);
  const advertiserIds = [...tags.values()].map((tag) => tag.advertiserId);
  const advertisers = byId(await entities.getMany('advertiser', advertiserIds, scope));
  const displays = new Map<number, WaterfallDisplay>();
  for (const row of rows) {
    const tag = tags.get(row.tagId);
    const channel = channels.get(row.channelId);
    const advertiser = advertisers.get(tag?.advertiserId ?? 0);
    if (!tag || !channel || !advertiser) continue;
    displays.set(row.id, {
      tag: {
        name: tag.name,
        uid: tag.uid,
        status: tag.status,
        integration: tag.integration,
        source: tag.source,
        rateModel: tag.rateModel,
        rate: tag.rate,
        advertiserId: tag.advertiserId,
        advertiserName: advertiser.name,
        advertiserStatus: advertiser.status,
        inactiveReason: tagInactiveReason(tag, active.get(tag.id), now),
      },
      channel: {
        name: channel.name,
        uid: channel.uid,
        status: channel.status,
        environment: channel.environment,
        floor: channel.floor,
        inactiveReason: cappedReason(channel, now),
      },
    });
  }
  return displays;
}

/** The reason why an active tag does not serve; null when it does, or is inactive. Days are those of the account. */
function tagInactiveReason(
  tag: RowByName['tag'],
  state: TagStateRow | undefined,
  now: Date,
): WaterfallDisplay['tag']['inactiveReason'] {
  if (!state) return null;
  const { startsOn, endsOn, timezone } = state;
  const today = dayAt(now.getTime(), timezone);
  if (endsOn !== null && endsOn < today) return 'ended';
  if (startsOn !== null && startsOn > today) return 'scheduled';
  return cappedReason(tag, now);
}

function cappedReason({ cappedUntil }: { cappedUntil: string | null }, now: Date): 'capped' | null {
  return cappedUntil !== null && Date.parse(cappedUntil) > now.getTime() ? 'capped' : null;
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
