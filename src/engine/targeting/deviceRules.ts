import type { TargetingRow } from '#model/index.ts';
import { valueRule, wishRule, type DimensionRule } from './rule.ts';

/** The rules of what the viewer uses. */
export function deviceRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownDevices;
  return [
    valueRule('device', { wanted: row.devices, leftOut: row.excludedDevices, policy }, (traits) => traits.device),
    valueRule(
      'os',
      { wanted: row.operatingSystems, leftOut: row.excludedOperatingSystems, policy },
      (traits) => traits.operatingSystem,
    ),
    valueRule('family', { wanted: row.families, leftOut: row.excludedFamilies, policy }, (traits) => traits.family),
    valueRule(
      'language',
      { wanted: row.languages, leftOut: row.excludedLanguages, policy },
      (traits) => traits.language,
      (code) => code.toLowerCase(),
    ),
    wishRule('device_id', row.deviceId, policy, (traits) => traits.deviceId !== ''),
    wishRule('user_id', row.userId, policy, (traits) => traits.userId !== ''),
  ];
}
