import { waterfallRow } from '#model/index.ts';
import type { WhatIfEntity } from '#model/whatif/whatIf.ts';
import { useRows } from '../../entities/useEntity.ts';
import type { FailedQuery } from '../../frame/errors/LoadError.tsx';

/** Maximum rows that the API returns in one list. */
const maxRows = 1000;

/** A channel in which changed rows can be tried, with the ids of those rows in it. */
export interface ReplayChannel {
  id: number;
  name: string;
  rowIds: readonly number[];
  /** Shown beside the name instead of the ID. */
  note?: string;
}

/** The channels in which a change can be tried; undefined while they load. */
export interface ReplayChannels {
  list: ReplayChannel[] | undefined;
  query: FailedQuery;
}

/**
 * The channels in which changes can be tried: the changed channels themselves, or those that the changed tags are
 * attached to, the ones with most of them first.
 */
export function useReplayChannels(entity: WhatIfEntity, rows: readonly { id: number; name: string }[]): ReplayChannels {
  const isTag = entity === 'tag';
  const tagId = rows.map(({ id }) => id).join(',');
  const query = useRows(waterfallRow, { tagId, size: maxRows }, { isWanted: isTag && rows.length > 0 });
  if (!isTag) return { list: rows.map(({ id, name }) => ({ id, name, rowIds: [id] })), query };
  const ids = new Set(rows.map(({ id }) => id));
  const byId = new Map<number, { id: number; name: string; rowIds: number[] }>();
  for (const { tagId: attached, channelId, channel } of query.data?.rows ?? []) {
    if (!ids.has(attached)) continue;
    const known = byId.get(channelId) ?? { id: channelId, name: channel?.name ?? `#${channelId}`, rowIds: [] };
    known.rowIds.push(attached);
    byId.set(channelId, known);
  }
  const list = [...byId.values()].toSorted((a, b) => b.rowIds.length - a.rowIds.length);
  return { list: query.data ? list : undefined, query };
}
