import type { AppListKind, Dimension, ListedProperty, TargetingRow, UnknownPolicy } from '#model/index.ts';
import type { ListEntity, ListKind, ListSet } from '../lists/listSet.ts';
import type { RequestTraits } from './requestTraits.ts';
import { canBeUnknown, ruleOf, type DimensionRule, type Rule } from './rule.ts';

/** An active list. Its members are null until they are in memory. */
export interface ActiveList {
  kind: ListKind;
  mode: 'allow' | 'block' | 'neutral';
  members: ListSet | null;
}

/** Finds a list; undefined for paused and unknown lists, which are ignored. */
export type FindList = (entity: ListEntity, id: number) => ActiveList | undefined;

/** The request value that a kind of list is compared with, and its names in rules. */
interface Origin {
  property: ListedProperty;
  dimension: Dimension;
  trait: (traits: RequestTraits) => string | readonly string[];
}

const origins: Readonly<Record<AppListKind | 'publisher', Origin>> = {
  bundle: { property: 'app', dimension: 'app_list', trait: (traits) => traits.apps },
  domain: { property: 'site', dimension: 'site_list', trait: (traits) => traits.site },
  appName: { property: 'app_name', dimension: 'app_name_list', trait: (traits) => traits.appName },
  ip: { property: 'ip', dimension: 'ip_list', trait: (traits) => traits.address },
  deviceId: { property: 'device_id', dimension: 'device_id_list', trait: (traits) => traits.deviceId },
  subId: { property: 'sub_id', dimension: 'sub_id_list', trait: (traits) => traits.subId },
  postal: { property: 'postal', dimension: 'postal_list', trait: (traits) => traits.postalCode },
  publisher: { property: 'publisher', dimension: 'publisher_list', trait: (traits) => traits.publisher },
};

const originEntries = Object.entries(origins) as [AppListKind | 'publisher', Origin][];

/** The request value that lists of a kind are compared with. */
export function traitByListKind(kind: AppListKind | 'publisher', traits: RequestTraits): string | readonly string[] {
  return origins[kind].trait(traits);
}

/** Blocks everything: the members of a list are not known yet. */
const notLoaded: Rule = { reason: 'list_not_loaded', passes: () => false };

/** Whether a list contains one of the values; false for a request without a value. */
function isNamed(members: ListSet, trait: string | readonly string[]): boolean {
  return typeof trait === 'string'
    ? trait !== '' && members.has(trait)
    : trait.some((value) => value !== '' && members.has(value));
}

/** The app and publisher lists with these ids. */
function listsOf(
  find: FindList,
  { appListIds, pubListIds }: { appListIds: readonly number[]; pubListIds: readonly number[] },
) {
  const found = [...appListIds.map((id) => find('appList', id)), ...pubListIds.map((id) => find('pubList', id))];
  return found.filter((list) => list !== undefined);
}

/** The members of lists of a kind; null when some are not in memory. */
function membersOf(lists: readonly ActiveList[], kind: ListKind): ListSet[] | null {
  const sets = lists.filter((list) => list.kind === kind).map(({ members }) => members);
  return sets.every((set) => set !== null) ? sets : null;
}

/** The rules of an object's lists: no block list may contain a request, and of the allow lists of a kind one must. */
export function attachedListRules(
  row: { appListIds: readonly number[]; pubListIds: readonly number[] },
  find: FindList,
): Rule[] {
  const lists = listsOf(find, row);
  const blocks = lists.filter(({ mode }) => mode === 'block');
  const allows = lists.filter(({ mode }) => mode === 'allow');
  return originEntries.flatMap(([kind, { property, trait }]): Rule[] => {
    const [blocked, allowed] = [membersOf(blocks, kind), membersOf(allows, kind)];
    if (blocked === null || allowed === null) return [notLoaded];
    const rules: Rule[] = [];
    if (blocked.length > 0) {
      const passes = (traits: RequestTraits) => !blocked.some((members) => isNamed(members, trait(traits)));
      rules.push({ reason: `${property}_blocked`, passes });
    }
    if (allowed.length > 0) {
      const passes = (traits: RequestTraits) => allowed.some((members) => isNamed(members, trait(traits)));
      rules.push({ reason: `${property}_not_allowed`, passes });
    }
    return rules;
  });
}

/**
 * The rules of a targeting's lists, whatever their modes: of the included lists of a kind, one must contain the
 * request, and no excluded list may.
 */
export function targetedListRules(row: TargetingRow, find: FindList): DimensionRule[] {
  const wanted = listsOf(find, row);
  const excluded = listsOf(find, { appListIds: row.excludedAppListIds, pubListIds: row.excludedPubListIds });
  return originEntries.flatMap(([kind, { dimension, trait }]): DimensionRule[] => {
    const [inside, outside] = [membersOf(wanted, kind), membersOf(excluded, kind)];
    if (inside === null || outside === null) return [{ ...notLoaded, dimension }];
    if (inside.length === 0 && outside.length === 0) return [];
    const isUnknownAllowed = canBeUnknown(policyOf(row, kind), inside.length > 0);
    return [
      ruleOf(dimension, (traits) => {
        const values = trait(traits);
        if (values.length === 0) return isUnknownAllowed;
        if (outside.some((members) => isNamed(members, values))) return false;
        return inside.length === 0 || inside.some((members) => isNamed(members, values));
      }),
    ];
  });
}

/** The policy for requests without a value: that of the targeting's section to which the kind belongs. */
function policyOf(row: TargetingRow, kind: AppListKind | 'publisher'): UnknownPolicy {
  if (kind === 'ip') return row.unknownNetwork;
  if (kind === 'postal') return row.unknownGeography;
  return kind === 'deviceId' ? row.unknownDevices : row.unknownOrigins;
}
