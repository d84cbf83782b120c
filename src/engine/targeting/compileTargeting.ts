import type { TargetingRow } from '#model/index.ts';
import { contentRules } from './contentRules.ts';
import { targetedCreativeRule, type CreativeRule } from './creativeRules.ts';
import { deviceRules } from './deviceRules.ts';
import { geographyRules } from './geographyRules.ts';
import { targetedListRules, type FindList } from './listRules.ts';
import { networkRules, originRules, playerRules, privacyRules, timeRules } from './otherRules.ts';
import type { DimensionRule } from './rule.ts';

/** A targeting, ready to judge: a rule for each dimension that it narrows. */
export interface CompiledTargeting {
  rules: readonly DimensionRule[];
  creatives: CreativeRule | null;
}

/** Compiles a row: once per state of it and of its lists. Rows that an earlier version kept may lack fields. */
export function compileTargeting(row: TargetingRow, find: FindList): CompiledTargeting {
  const rules = [
    ...geographyRules(row),
    ...deviceRules(row),
    ...originRules(row),
    ...targetedListRules(row, find),
    ...networkRules(row),
    ...playerRules(row),
    ...contentRules(row),
    ...privacyRules(row),
    ...timeRules(row),
  ];
  return {
    rules: rules.filter((rule) => rule !== null),
    creatives: targetedCreativeRule(row.creListIds, row.excludedCreListIds, find),
  };
}
