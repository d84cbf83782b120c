import type { TargetingRow } from '#model/index.ts';
import { foldName } from './requestTraits.ts';
import { ruleOf, valueRule, booleanRule, type DimensionRule } from './rule.ts';

/** The rules for the viewer's network. */
export function networkRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownNetwork;
  return [
    valueRule(
      'connection',
      { included: row.connections, excluded: row.excludedConnections, policy },
      (traits) => traits.connection,
    ),
    valueRule(
      'carrier',
      { included: row.carriers, excluded: row.excludedCarriers, policy },
      (traits) => traits.carrier,
      foldName,
    ),
  ];
}

/** The rules for the player, and for the ad's position in it. */
export function playerRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownPlayer;
  return [
    valueRule(
      'player_size',
      { included: row.playerSizes, excluded: row.excludedPlayerSizes, policy },
      (traits) => traits.playerSize,
    ),
    valueRule(
      'placement',
      { included: row.placements, excluded: row.excludedPlacements, policy },
      (traits) => traits.placement,
    ),
    valueRule(
      'position',
      { included: row.positions, excluded: row.excludedPositions, policy },
      (traits) => traits.position,
    ),
    booleanRule('skippable', row.skippable, policy, (traits) => traits.isSkippable),
  ];
}

/** The rules for the environment and the supply chain. */
export function originRules(row: TargetingRow): (DimensionRule | null)[] {
  return [
    valueRule(
      'environment',
      { included: row.environments, excluded: row.excludedEnvironments, policy: 'auto' },
      (traits) => traits.environment,
    ),
    supplyChainRule(row),
  ];
}

function supplyChainRule(row: TargetingRow): DimensionRule | null {
  const { schainComplete, directOnly } = row;
  const maxNodes = directOnly ? 1 : row.schainMaxNodes;
  if (maxNodes === null && !schainComplete) return null;
  const isUnknownAllowed = row.unknownOrigins === 'pass' || (row.unknownOrigins === 'auto' && !schainComplete);
  return ruleOf('schain', ({ supplyChain }) => {
    if (supplyChain === null) return isUnknownAllowed;
    if (supplyChain === 'unreadable') return false;
    return (maxNodes === null || supplyChain.nodes <= maxNodes) && (!schainComplete || supplyChain.isComplete);
  });
}

/** The rules for privacy signals. */
export function privacyRules(row: TargetingRow): (DimensionRule | null)[] {
  const policy = row.unknownPrivacy;
  return [
    booleanRule('gdpr', row.gdpr, policy, (traits) => traits.isGdpr),
    consentRule(row),
    row.usPrivacy === 'any'
      ? null
      : row.usPrivacy === 'declared'
        ? ruleOf('us_privacy', (traits) => traits.usPrivacy !== '')
        : ruleOf('us_privacy', (traits) =>
            traits.usPrivacy === '' ? policy !== 'block' : traits.usPrivacy.charAt(2) !== 'Y',
          ),
    booleanRule('gpp', row.gpp, policy, (traits) => traits.gpp !== ''),
    booleanRule('gpc', row.gpc, policy, (traits) => traits.hasGpc),
    booleanRule('coppa', row.coppa, policy, (traits) => traits.isCoppa),
    booleanRule('tracking', row.limitedTracking, policy, (traits) => traits.isTrackingLimited),
  ];
}

function consentRule({ consent, unknownPrivacy }: TargetingRow): DimensionRule | null {
  if (consent === 'any') return null;
  if (consent === 'always') return ruleOf('consent', (traits) => traits.consent !== '');
  const isUnknownAllowed = unknownPrivacy !== 'block';
  return ruleOf('consent', (traits) => {
    if (traits.consent !== '') return true;
    return traits.isGdpr === null ? isUnknownAllowed : !traits.isGdpr;
  });
}

/** The rule for hours of the week. */
export function timeRules(row: TargetingRow): (DimensionRule | null)[] {
  if (row.hours.length === 0) return [];
  const hours = new Set(row.hours);
  return [ruleOf('hour', (traits) => hours.has(traits.hourOfWeek))];
}
