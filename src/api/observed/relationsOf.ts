import { readListItem } from '#engine/lists/listItem.ts';
import type { ObservedKind } from '#model/supply/observedInventory.ts';
import type { ReportScope } from '#reports/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ListMemberStore } from '#storage/lists/openListMembers.ts';
import type { FactReader } from '../reports/runReport.ts';
import type { ObservedRange } from './observedSql.ts';
import type { ObservedCounts } from './readObserved.ts';
import type { NamingList } from './observedContract.ts';

export interface RelationDeps {
  entities: Pick<EntityStore, 'listIds' | 'listNames' | 'getMany'>;
  lists: Pick<ListMemberStore, 'listsNaming'>;
  facts: FactReader;
}

/** Maximum tags listed for one creative. */
const maxTags = 50;

/** The lists that contain each of the rows, by key. */
export async function listsOfRows(
  { entities, lists }: RelationDeps,
  kind: ObservedKind,
  rows: readonly ObservedCounts[],
  scope: Scope,
): Promise<Map<string, NamingList[]>> {
  const found = new Map<string, NamingList[]>();
  if (rows.length === 0) return found;
  const ofKind = kind.listKind ? { filters: { kind: [kind.listKind] } } : {};
  const ids = await entities.listIds(kind.list, { scope, ...ofKind });
  const keysOfValue = new Map<string, string[]>();
  for (const row of rows) {
    for (const value of valuesOf(kind, row)) keysOfValue.set(value, [...(keysOfValue.get(value) ?? []), row.key]);
  }
  const naming = await lists.listsNaming(kind.list, ids, [...keysOfValue.keys()]);
  const named = await entities.getMany(
    kind.list,
    naming.map(({ listId }) => listId),
    scope,
  );
  for (const { id, name, mode } of named) {
    const values = naming.filter(({ listId }) => listId === id).map(({ value }) => value);
    for (const key of new Set(values.flatMap((value) => keysOfValue.get(value) ?? []))) {
      found.set(key, [...(found.get(key) ?? []), { id, name, mode }]);
    }
  }
  return found;
}

/** The values by which lists identify a row, in the form in which members are stored. */
function valuesOf(kind: ObservedKind, { key, declared }: ObservedCounts): string[] {
  const texts = kind.list === 'creList' ? [key, String(declared['id']), String(declared['url'])] : [key];
  const ofMembers = kind.listKind ?? (kind.list === 'creList' ? 'creative' : 'publisher');
  return texts.flatMap((text) => {
    const item = text === '' ? null : readListItem(ofMembers, text);
    return item?.type === 'item' ? [item.value] : [];
  });
}

/** The tags that returned each of these creatives in the range, by key, sorted by impressions. */
export async function tagsOfCreatives(
  { entities, facts }: RelationDeps,
  keys: readonly string[],
  { scope, range, rows }: { scope: ReportScope; range: ObservedRange; rows: Scope },
): Promise<Map<string, { id: number; name: string }[]>> {
  const found = new Map<string, { id: number; name: string }[]>();
  if (keys.length === 0) return found;
  const where = ['creative IN {keys:Array(String)}', 'tagId != 0'];
  if (scope.demandId !== null) where.push('demandId = {demandId:UInt32}');
  if (scope.subpublisherIds) where.push('subpublisherId IN {subpublisherIds:Array(UInt32)}');
  if (scope.advertiserIds) where.push('advertiserId IN {advertiserIds:Array(UInt32)}');
  const stored = await facts.query<{ creative: string; tagId: number }>(
    `SELECT creative, tagId FROM hourly_creative
     WHERE ${where.join(' AND ')}
       AND hour >= toDateTime({fromSeconds:UInt32}, 'UTC') AND hour < toDateTime({untilSeconds:UInt32}, 'UTC')
     GROUP BY creative, tagId ORDER BY creative, sum(imps) DESC, tagId LIMIT ${maxTags} BY creative`,
    {
      keys: [...keys],
      ...range,
      demandId: scope.demandId ?? 0,
      subpublisherIds: [...(scope.subpublisherIds ?? [])],
      advertiserIds: [...(scope.advertiserIds ?? [])],
    },
  );
  const ids = [...new Set(stored.map(({ tagId }) => tagId))];
  const names = new Map<number, string>();
  if (ids.length > 0) {
    const tags = await entities.listNames('tag', { scope: rows, isArchivedShown: true, ids });
    for (const { id, name } of tags) names.set(id, name);
  }
  for (const { creative, tagId } of stored) {
    const name = names.get(tagId);
    if (name !== undefined) found.set(creative, [...(found.get(creative) ?? []), { id: tagId, name }]);
  }
  return found;
}
