import type { TargetingRow } from '#model/index.ts';
import { iabCategories } from '#model/reference/iabCategories.ts';
import { foldName, type RequestTraits } from './requestTraits.ts';
import { canBeUnknown, ruleOf, valueRule, booleanRule, type DimensionRule } from './rule.ts';

/** The rules for content, and for the account's own tag parameters. */
export function contentRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownContent;
  return [
    valueRule(
      'category',
      { included: withCompleteParents(row.categories), excluded: withCompleteParents(row.excludedCategories), policy },
      (traits) => traits.categories,
    ),
    valueRule(
      'genre',
      { included: row.genres, excluded: row.excludedGenres, policy },
      (traits) => traits.genres,
      foldName,
    ),
    valueRule(
      'rating',
      { included: row.ratings, excluded: row.excludedRatings, policy },
      (traits) => traits.rating,
      foldName,
    ),
    booleanRule('livestream', row.livestream, policy, (traits) => traits.isLivestream),
    valueRule(
      'channel_name',
      { included: row.channelNames, excluded: row.excludedChannelNames, policy },
      (traits) => traits.channelName,
      foldName,
    ),
    valueRule(
      'network_name',
      { included: row.networkNames, excluded: row.excludedNetworkNames, policy },
      (traits) => traits.networkName,
      foldName,
    ),
    keyValueRule(row),
  ];
}

/** Requests may declare a whole category: it counts as chosen when all of its subcategories are. */
function withCompleteParents(chosen: readonly string[]): readonly string[] {
  if (chosen.length === 0) return chosen;
  const known = new Set(chosen);
  const complete = iabCategories.filter(({ children }) => children?.every(({ id }) => known.has(id)));
  return [...chosen, ...complete.map(({ id }) => id)];
}

function keyValueRule(row: TargetingRow): DimensionRule | null {
  const inside = [...byKey(row.keyValues)];
  const outside = [...byKey(row.excludedKeyValues)];
  if (inside.length === 0 && outside.length === 0) return null;
  const isUnknownAllowed = canBeUnknown(row.unknownContent, true);
  const isUnknownOutside = canBeUnknown(row.unknownContent, false);
  return ruleOf('key_value', (traits) => {
    for (const [key, values] of outside) {
      const declared = valuesOf(traits, key);
      if (declared.length === 0 ? !isUnknownOutside : hasOne(values, declared)) return false;
    }
    return inside.every(([key, values]) => {
      const declared = valuesOf(traits, key);
      return declared.length === 0 ? isUnknownAllowed : hasOne(values, declared);
    });
  });
}

const anyValue = '*';

function hasOne(values: ReadonlySet<string>, declared: readonly string[]): boolean {
  return values.has(anyValue) || declared.some((value) => values.has(value));
}

/** The values of a parameter: the whole text, and the parts of a comma-separated list. */
function valuesOf(traits: RequestTraits, key: string): string[] {
  const text = traits.parameter(key);
  if (text === '') return [];
  return text.includes(',') ? [text, ...text.split(',')].map(foldName) : [foldName(text)];
}

/** Values by the lower-case name of their parameter. */
function byKey(pairs: readonly string[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, at).toLowerCase();
    const value = foldName(pair.slice(at + 1));
    const known = values.get(key);
    if (known) known.add(value);
    else values.set(key, new Set([value]));
  }
  return values;
}
