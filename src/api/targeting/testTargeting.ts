import { listKey, type ListEntity, type ListKind } from '#engine/lists/listSet.ts';
import { addressRangesOf } from '#engine/lists/addressRangesOf.ts';
import { compileTargeting } from '#engine/targeting/compileTargeting.ts';
import { traitByListKind, type ActiveList, type FindList } from '#engine/targeting/listRules.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import { describeTrait } from '#engine/targeting/describeTrait.ts';
import { dimensionNames, dimensions, type TargetingRow } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { ApiDeps } from '../deps.ts';
import { kindOfMembers } from '../lists/kindOfMembers.ts';
import type { TargetingTestResponse } from './targetingContract.ts';

/** The verdict of each dimension of a targeting on a request. Creatives are not evaluated: a request has none. */
export async function testTargeting(
  deps: Pick<ApiDeps, 'entities' | 'lists'>,
  row: TargetingRow,
  traits: RequestTraits,
  scope: Scope,
): Promise<TargetingTestResponse> {
  const { rules } = compileTargeting(row, await findLists(deps, row, traits, scope));
  const verdicts = new Map(rules.map((rule) => [rule.dimension, rule.passes(traits)]));
  const keys = [...row.keyValues, ...row.excludedKeyValues].map((pair) => pair.replace(/=.*/s, '').toLowerCase());
  return {
    passes: [...verdicts.values()].every(Boolean),
    dimensions: dimensionNames.map((dimension) => {
      const passes = verdicts.get(dimension);
      return {
        dimension,
        label: dimensions[dimension].label,
        group: dimensions[dimension].group,
        verdict: passes === undefined ? 'any' : passes ? 'pass' : 'fail',
        seen: describeTrait(dimension, traits, keys),
      };
    }),
  };
}

/** The lists of a targeting, each with only the members that may match the request. */
async function findLists(
  { entities, lists }: Pick<ApiDeps, 'entities' | 'lists'>,
  row: TargetingRow,
  traits: RequestTraits,
  scope: Scope,
): Promise<FindList> {
  const found = new Map<string, ActiveList>();
  const add = async <E extends Exclude<ListEntity, 'creList'>>(entity: E, ids: readonly number[]) => {
    const rows = (await entities.getMany(entity, ids, scope)).filter(({ status }) => status === 1);
    const kinds = new Map(rows.map((list) => [list.id, kindOfMembers(entity, list)]));
    const declared = [...new Set([...kinds.values()].flatMap((kind) => valuesToFind(kind, traits)))];
    const named = await lists.listsNaming(entity, [...kinds.keys()], declared);
    for (const { id, mode } of rows) {
      const values = new Set(named.filter(({ listId }) => listId === id).map(({ value }) => value));
      const kind = kinds.get(id) ?? 'bundle';
      // A list of IP ranges matches when it contains a range with the address.
      const members = kind === 'ip' ? { has: () => values.size > 0, size: values.size } : values;
      found.set(listKey(entity, id), { kind, mode, members });
    }
  };
  await add('appList', [...row.appListIds, ...row.excludedAppListIds]);
  await add('pubList', [...row.pubListIds, ...row.excludedPubListIds]);
  return (entity, id) => found.get(listKey(entity, id));
}

/** The possible members of a list of a kind that match a request. */
function valuesToFind(kind: ListKind, traits: RequestTraits): string[] {
  if (kind === 'creative') return [];
  const declared = traitByListKind(kind, traits);
  const values = typeof declared === 'string' ? [declared] : declared;
  return (kind === 'ip' ? values.flatMap(addressRangesOf) : values).filter((value) => value !== '');
}
