import type { TargetingRow } from '#model/index.ts';
import { contentRules } from './contentRules.ts';
import { targetedCreativeRule, type CreativeRule } from './creativeRules.ts';
import { deviceRules } from './deviceRules.ts';
import { geographyRules } from './geographyRules.ts';
import { targetedListRules, type FindList } from './listRules.ts';
import { networkRules, originRules, playerRules, privacyRules, timeRules } from './otherRules.ts';
import type { DimensionRule } from './rule.ts';

/** A compiled targeting: one rule for each restricted dimension. */
export interface CompiledTargeting {
  rules: readonly DimensionRule[];
  creatives: CreativeRule | null;
}

/** Compiles a targeting: once per version of its row and its lists. Rows stored by earlier versions may lack fields. */
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
