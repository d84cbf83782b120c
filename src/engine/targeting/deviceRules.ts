import type { TargetingRow } from '#model/index.ts';
import { valueRule, booleanRule, type DimensionRule } from './rule.ts';

/** The rules for the viewer's device. */
export function deviceRules(row: TargetingRow): (DimensionRule | null)[] {
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
