import type { Dimension, RestrictionReason, UnknownPolicy, BooleanPreference } from '#model/index.ts';
import type { RequestTraits } from './requestTraits.ts';

/** One thing that a request must be or have, and the reason of those that are not. */
export interface Rule {
  readonly reason: RestrictionReason;
  /** Where that is one of some values: which. */
  readonly wants?: WantedSets;
  passes(traits: RequestTraits): boolean;
}

/** Values, in the form of the traits, of which a request must tell one and none: null = any, and null = no such. */
export interface WantedSets {
  readonly inside: ReadonlySet<string> | null;
  readonly outside: ReadonlySet<string> | null;
  /** Whether a request that does not tell passes. */
  readonly isUnknownAllowed: boolean;
}

/** A rule of a targeting's dimension. */
export interface DimensionRule extends Rule {
  readonly dimension: Dimension;
}

/** The reason of the first rule that a request does not pass; null when it passes all. */
export function failingRule(rules: readonly Rule[], traits: RequestTraits): RestrictionReason | null {
  for (const rule of rules) if (!rule.passes(traits)) return rule.reason;
  return null;
}

/** A rule of a dimension. */
export function ruleOf(dimension: Dimension, passes: (traits: RequestTraits) => boolean): DimensionRule {
  return { dimension, reason: `targeting_${dimension}`, passes };
}

/** Whether a request that does not tell passes, where values are wanted or where they are only left out. */
export function canBeUnknown(policy: UnknownPolicy, isWanted: boolean): boolean {
  return policy === 'pass' || (policy === 'auto' && !isWanted);
}

/** Values that a targeting wants and leaves out, and what it does with requests that do not tell. */
export interface TargetedValues {
  included: readonly string[];
  excluded: readonly string[];
  policy: UnknownPolicy;
}

/**
 * The rule of a dimension with values: one of those that a request tells must be wanted, and none left out. null when the
 * targeting says nothing. `fold` brings the targeting's values into the form of the traits.
 */
export function valueRule(
  dimension: Dimension,
  { included, excluded, policy }: TargetedValues,
  trait: (traits: RequestTraits) => string | readonly string[],
  fold: (value: string) => string = (value) => value,
): DimensionRule | null {
  if (included.length === 0 && excluded.length === 0) return null;
  const inside = included.length === 0 ? null : new Set(included.map(fold));
  const outside = excluded.length === 0 ? null : new Set(excluded.map(fold));
  const isUnknownAllowed = canBeUnknown(policy, inside !== null);
  const rule = ruleOf(dimension, (traits) => {
    const values = trait(traits);
    if (values.length === 0) return isUnknownAllowed;
    if (typeof values === 'string') return !outside?.has(values) && (inside === null || inside.has(values));
    if (outside && values.some((value) => outside.has(value))) return false;
    return inside === null || values.some((value) => inside.has(value));
  });
  return { ...rule, wants: { inside, outside, isUnknownAllowed } };
}

/** The rule of something that must or must not be; null when either will do. */
export function booleanRule(
  dimension: Dimension,
  preference: BooleanPreference,
  policy: UnknownPolicy,
  trait: (traits: RequestTraits) => boolean | null,
): DimensionRule | null {
  if (preference === 'any') return null;
  const isUnknownAllowed = canBeUnknown(policy, preference === 'yes');
  return ruleOf(dimension, (traits) => {
    const is = trait(traits);
    return is === null ? isUnknownAllowed : is === (preference === 'yes');
  });
}
