import type { FieldChange } from '#model/index.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** The two objects that a waterfall row links. */
interface Link {
  tagId: number;
  channelId: number;
}

/**
 * Names of the waterfall rows of log entries by row ID, which have no name of their own: "Tag in Channel", with `#7` for
 * one that the user does not see. Rows that were deleted are named from the values logged then; rows of which neither
 * object is visible have no name.
 */
export async function waterfallRowNames(
  { entities, log }: Pick<ApiDeps, 'entities' | 'log'>,
  entries: readonly LogEntry[],
  user: SessionUser,
): Promise<Map<number, string>> {
  const rowIds = [...new Set(entries.flatMap(({ entity, rowId }) => (entity === 'waterfallRow' ? (rowId ?? []) : [])))];
  if (rowIds.length === 0) return new Map();
  const scope = scopeOf(user);
  const rows = await entities.getMany('waterfallRow', rowIds, scope);
  const links = new Map(rows.map(({ id, tagId, channelId }): [number, Link] => [id, { tagId, channelId }]));
  const deletedIds = rowIds.filter((id) => !links.has(id));
  for (const { rowId, fields } of await log.lastDeletions('waterfallRow', deletedIds, scope)) {
    const link = linkIn(fields);
    if (rowId !== null && link) links.set(rowId, link);
  }
  const namesOf = async (name: 'tag' | 'channel', ids: number[]) => {
    const named = await entities.listNames(name, { scope, ids, isArchivedShown: true });
    return new Map(named.map((row) => [row.id, row.name]));
  };
  const all = [...links.values()];
  const [tags, channels] = await Promise.all([
    namesOf(
      'tag',
      all.map(({ tagId }) => tagId),
    ),
    namesOf(
      'channel',
      all.map(({ channelId }) => channelId),
    ),
  ]);
  const names = new Map<number, string>();
  for (const [id, { tagId, channelId }] of links) {
    const [tag, channel] = [tags.get(tagId), channels.get(channelId)];
    if (tag !== undefined || channel !== undefined) {
      names.set(id, `${tag ?? `#${tagId}`} in ${channel ?? `#${channelId}`}`);
    }
  }
  return names;
}

/** The link of a deleted row; null when an entry lacks one of its ends. */
function linkIn(fields: readonly FieldChange[]): Link | null {
  const before = (name: string) => fields.find(({ field }) => field === name)?.from;
  const [tagId, channelId] = [before('tagId'), before('channelId')];
  return typeof tagId === 'number' && typeof channelId === 'number' ? { tagId, channelId } : null;
}
