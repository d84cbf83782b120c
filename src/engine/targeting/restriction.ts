import type { CompiledTargeting } from './compileTargeting.ts';
import { attachedCreativeRule, type CreativeRule } from './creativeRules.ts';
import { attachedListRules, type FindList } from './listRules.ts';
import type { Rule } from './rule.ts';

/** Everything that narrows the traffic of an object: all rules must pass. */
export interface Restriction {
  rules: readonly Rule[];
  creatives: readonly CreativeRule[];
}

/** The restriction of objects that carry nothing. */
export const noRestriction: Restriction = { rules: [], creatives: [] };

/** What an object carries. */
interface Restricted {
  targetingIds: readonly number[];
  appListIds: readonly number[];
  pubListIds: readonly number[];
  creListIds: readonly number[];
}

/**
 * The restriction of an object by what its row carries. `findTargeting` gives the compiled targeting of an id, and
 * undefined for one that is paused, which narrows nothing.
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

/** The restriction of an object and of those whose restrictions it inherits. */
export function join(restrictions: readonly Restriction[]): Restriction {
  const bound = restrictions.filter(({ rules, creatives }) => rules.length > 0 || creatives.length > 0);
  if (bound.length === 0) return noRestriction;
  return {
    rules: bound.flatMap(({ rules }) => rules),
    creatives: bound.flatMap(({ creatives }) => creatives),
  };
}
