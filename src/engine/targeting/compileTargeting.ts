import type { TargetingRow } from '#model/index.ts';
import { contentRules } from './contentRules.ts';
import { targetedCreativeRule, type CreativeRule } from './creativeRules.ts';
import { geographyRules } from './geographyRules.ts';
import { targetedListRules, type FindList } from './listRules.ts';
import { networkRules, originRules, playerRules, privacyRules, timeRules } from './otherRules.ts';
import { type DimensionRule, valueRule, booleanRule } from './rule.ts';

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

/** The rules for the viewer's device. */
function deviceRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownDevices;
  return [
    valueRule('device', { included: row.devices, excluded: row.excludedDevices, policy }, (traits) => traits.device),
    valueRule(
      'os',
      { included: row.operatingSystems, excluded: row.excludedOperatingSystems, policy },
      (traits) => traits.operatingSystem,
    ),
    valueRule('family', { included: row.families, excluded: row.excludedFamilies, policy }, (traits) => traits.family),
    valueRule(
      'language',
      { included: row.languages, excluded: row.excludedLanguages, policy },
      (traits) => traits.language,
      (code) => code.toLowerCase(),
    ),
    booleanRule('device_id', row.deviceId, policy, (traits) => traits.deviceId !== ''),
    booleanRule('user_id', row.userId, policy, (traits) => traits.userId !== ''),
  ];
}
