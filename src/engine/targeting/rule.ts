import type { Dimension, RestrictionReason, UnknownPolicy, BooleanPreference } from '#model/index.ts';
import type { RequestTraits } from './requestTraits.ts';

/** A condition on requests, and the reason of those that fail it. */
export interface Rule {
  readonly reason: RestrictionReason;
  /** The values for conditions on a set of values. */
  readonly wants?: WantedSets;
  passes(traits: RequestTraits): boolean;
}

/** Normalized values of which a request must have one (`inside`) or none (`outside`); null = no such condition. */
export interface WantedSets {
  readonly inside: ReadonlySet<string> | null;
  readonly outside: ReadonlySet<string> | null;
  /** Whether a request without a value passes. */
  readonly isUnknownAllowed: boolean;
}

/** A rule of a targeting's dimension. */
export interface DimensionRule extends Rule {
  readonly dimension: Dimension;
}

/** The reason of the first rule that a request fails; null when it passes all. */
export function failingRule(rules: readonly Rule[], traits: RequestTraits): RestrictionReason | null {
  for (const rule of rules) if (!rule.passes(traits)) return rule.reason;
  return null;
}

export function ruleOf(dimension: Dimension, passes: (traits: RequestTraits) => boolean): DimensionRule {
  return { dimension, reason: `targeting_${dimension}`, passes };
}

/** Whether a request without a value passes, where values are included (`isWanted`) or only excluded. */
export function canBeUnknown(policy: UnknownPolicy, isWanted: boolean): boolean {
  return policy === 'pass' || (policy === 'auto' && !isWanted);
}

/** The values that a targeting includes and excludes, and its policy for requests without a value. */
export interface TargetedValues {
  included: readonly string[];
  excluded: readonly string[];
  policy: UnknownPolicy;
}

/**
 * The rule of a dimension with values: the request must have an included value, and no excluded one. null when the
 * targeting has no values. `fold` normalizes the targeting's values like the traits.
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

/** The rule of a yes/no dimension; null when either is accepted. */
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
