import type { TargetingRow } from '#model/index.ts';
import { iabCategories } from '#model/reference/iabCategories.ts';
import { foldName, type RequestTraits } from './requestTraits.ts';
import { canBeUnknown, ruleOf, valueRule, wishRule, type DimensionRule } from './rule.ts';

/** The rules of what the viewer watches, and of the tag's own parameters. */
export function contentRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownContent;
  return [
    valueRule(
      'category',
      { wanted: withWholeParents(row.categories), leftOut: withWholeParents(row.excludedCategories), policy },
      (traits) => traits.categories,
    ),
    valueRule(
      'genre',
      { wanted: row.genres, leftOut: row.excludedGenres, policy },
      (traits) => traits.genres,
      foldName,
    ),
    valueRule(
      'rating',
      { wanted: row.ratings, leftOut: row.excludedRatings, policy },
      (traits) => traits.rating,
      foldName,
    ),
    wishRule('livestream', row.livestream, policy, (traits) => traits.isLivestream),
    valueRule(
      'channel_name',
      { wanted: row.channelNames, leftOut: row.excludedChannelNames, policy },
      (traits) => traits.channelName,
      foldName,
    ),
    valueRule(
      'network_name',
      { wanted: row.networkNames, leftOut: row.excludedNetworkNames, policy },
      (traits) => traits.networkName,
      foldName,
    ),
    keyValueRule(row),
  ];
}

/** A request may tell a whole category: it is among the chosen ones when all of its parts are. */
function withWholeParents(chosen: readonly string[]): readonly string[] {
  if (chosen.length === 0) return chosen;
  const known = new Set(chosen);
  const whole = iabCategories.filter(({ children }) => children?.every(({ id }) => known.has(id)));
  return [...chosen, ...whole.map(({ id }) => id)];
}

function keyValueRule(row: TargetingRow): DimensionRule | null {
  const inside = [...byKey(row.keyValues)];
  const outside = [...byKey(row.excludedKeyValues)];
  if (inside.length === 0 && outside.length === 0) return null;
  const isUnknownIn = canBeUnknown(row.unknownContent, true);
  const isUnknownOutside = canBeUnknown(row.unknownContent, false);
  return ruleOf('key_value', (traits) => {
    for (const [key, values] of outside) {
      const told = valuesOf(traits, key);
      if (told.length === 0 ? !isUnknownOutside : hasOne(values, told)) return false;
    }
    return inside.every(([key, values]) => {
      const told = valuesOf(traits, key);
      return told.length === 0 ? isUnknownIn : hasOne(values, told);
    });
  });
}

const anyValue = '*';

function hasOne(values: ReadonlySet<string>, told: readonly string[]): boolean {
  return values.has(anyValue) || told.some((value) => values.has(value));
}

/** The values of a parameter: the whole, and where it is a list its parts. */
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
