import type { TargetingRow } from '#model/index.ts';
import { foldName } from './requestTraits.ts';
import { ruleOf, valueRule, wishRule, type DimensionRule } from './rule.ts';

/** The rules of how the viewer is connected. */
export function networkRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownNetwork;
  return [
    valueRule(
      'connection',
      { wanted: row.connections, leftOut: row.excludedConnections, policy },
      (traits) => traits.connection,
    ),
    valueRule(
      'carrier',
      { wanted: row.carriers, leftOut: row.excludedCarriers, policy },
      (traits) => traits.carrier,
      foldName,
    ),
  ];
}

/** The rules of the player, and of the ad's place in it. */
export function playerRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownPlayer;
  return [
    valueRule(
      'player_size',
      { wanted: row.playerSizes, leftOut: row.excludedPlayerSizes, policy },
      (traits) => traits.playerSize,
    ),
    valueRule(
      'placement',
      { wanted: row.placements, leftOut: row.excludedPlacements, policy },
      (traits) => traits.placement,
    ),
    valueRule(
      'position',
      { wanted: row.positions, leftOut: row.excludedPositions, policy },
      (traits) => traits.position,
    ),
    wishRule('skippable', row.skippable, policy, (traits) => traits.isSkippable),
  ];
}

/** The rules of the environment and of who sells the request. */
export function originRules(row: TargetingRow): (DimensionRule | null)[] {
  return [
    valueRule(
      'environment',
      { wanted: row.environments, leftOut: row.excludedEnvironments, policy: 'auto' },
      (traits) => traits.environment,
    ),
    supplyChainRule(row),
  ];
}

function supplyChainRule(row: TargetingRow): DimensionRule | null {
  const { schainComplete, directOnly } = row;
  const most = directOnly ? 1 : row.schainMaxNodes;
  if (most === null && !schainComplete) return null;
  const isUnknownIn = row.unknownOrigins === 'pass' || (row.unknownOrigins === 'auto' && !schainComplete);
  return ruleOf('schain', ({ supplyChain }) => {
    if (supplyChain === null) return isUnknownIn;
    if (supplyChain === 'unreadable') return false;
    return (most === null || supplyChain.nodes <= most) && (!schainComplete || supplyChain.isComplete);
  });
}

/** The rules of privacy. */
export function privacyRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownPrivacy;
  return [
    wishRule('gdpr', row.gdpr, policy, (traits) => traits.isGdpr),
    consentRule(row),
    row.usPrivacy === 'any'
      ? null
      : row.usPrivacy === 'told'
        ? ruleOf('us_privacy', (traits) => traits.usPrivacy !== '')
        : ruleOf('us_privacy', (traits) =>
            traits.usPrivacy === '' ? policy !== 'block' : traits.usPrivacy.charAt(2) !== 'Y',
          ),
    wishRule('gpp', row.gpp, policy, (traits) => traits.gpp !== ''),
    wishRule('gpc', row.gpc, policy, (traits) => traits.hasGpc),
    wishRule('coppa', row.coppa, policy, (traits) => traits.isCoppa),
    wishRule('tracking', row.limitedTracking, policy, (traits) => traits.isTrackingLimited),
  ];
}

function consentRule({ consent, unknownPrivacy }: TargetingRow): DimensionRule | null {
  if (consent === 'any') return null;
  if (consent === 'always') return ruleOf('consent', (traits) => traits.consent !== '');
  const isUnknownIn = unknownPrivacy !== 'block';
  return ruleOf('consent', (traits) => {
    if (traits.consent !== '') return true;
    return traits.isGdpr === null ? isUnknownIn : !traits.isGdpr;
  });
}

/** The rule of the hours of the week. */
export function timeRules(row: TargetingRow): (DimensionRule | null)[] {
  if (row.hours.length === 0) return [];
  const hours = new Set(row.hours);
  return [ruleOf('hour', (traits) => hours.has(traits.hourOfWeek))];
}
