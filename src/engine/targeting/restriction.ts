import type { CompiledTargeting } from './compileTargeting.ts';
import { attachedCreativeRule, type CreativeRule } from './creativeRules.ts';
import { attachedListRules, type FindList } from './listRules.ts';
import type { Rule } from './rule.ts';

/** Everything that restricts the traffic of an object: all rules must pass. */
export interface Restriction {
  rules: readonly Rule[];
  creatives: readonly CreativeRule[];
}

/** The restriction of objects without targetings and lists. */
export const noRestriction: Restriction = { rules: [], creatives: [] };

/** The fields of an object that restrict it. */
interface Restricted {
  targetingIds: readonly number[];
  appListIds: readonly number[];
  pubListIds: readonly number[];
  creListIds: readonly number[];
}

/**
 * The restriction of an object from its row. `findTargeting` returns the compiled targeting of an id, or undefined for
 * a paused one, which restricts nothing.
 */
export function restrictionOf(
  row: Restricted | undefined,
  find: FindList,
  findTargeting: (id: number) => CompiledTargeting | undefined,
): Restriction {
  if (!row) return noRestriction;
  const targetings = row.targetingIds.map(findTargeting).filter((targeting) => targeting !== undefined);
  const creatives = [attachedCreativeRule(row.creListIds, find), ...targetings.map((each) => each.creatives)];
  return join([
    {
      rules: [...attachedListRules(row, find), ...targetings.flatMap(({ rules }) => rules)],
      creatives: creatives.filter((rule) => rule !== null),
    },
  ]);
}

/** Combines the restrictions of an object and of those that it inherits from. */
export function join(restrictions: readonly Restriction[]): Restriction {
  const bound = restrictions.filter(({ rules, creatives }) => rules.length > 0 || creatives.length > 0);
  if (bound.length === 0) return noRestriction;
  return {
    rules: bound.flatMap(({ rules }) => rules),
    creatives: bound.flatMap(({ creatives }) => creatives),
  };
}
