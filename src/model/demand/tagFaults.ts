import type { Fault } from '../entity/fault.ts';
import { patternFaults } from './patternFaults.ts';
import { faultsOfParams } from '../reference/partners/faultsOfParams.ts';
import { preBidPartners } from '../reference/partners/preBidPartners.ts';
import type { PartnerParams } from '../field/structures.ts';

/**
 * The fault of a Prebid tag without a partner of Prebid. Other tags may have any: a Prebid variant, which tags of earlier
 * versions can have, stands for its company.
 */
export function partnerFaults({ integration, partner }: { integration: string; partner: string }): Fault[] {
  if (integration !== 'PreBid' || partnerOf(partner)) return [];
  if (partner === '') return [{ code: 'required', message: 'A partner is required', path: 'partner' }];
  return [{ code: 'no_variant', message: 'Must be a partner of Prebid, such as “pubmaticP”', path: 'partner' }];
}

/** Faults in the parameters of a Prebid tag, by the rules of its partner. */
export function paramFaults(row: { integration: string; partner: string; partnerParams: PartnerParams }): Fault[] {
  const partner = row.integration === 'PreBid' ? partnerOf(row.partner) : undefined;
  if (!partner) return [];
  return faultsOfParams(partner, row.partnerParams).map((fault) => ({ ...fault, path: `partnerParams.${fault.path}` }));
}

function partnerOf(partner: string) {
  return preBidPartners.find(({ id }) => id === partner);
}

type Source = { integration: string; source: string };

/** The fault of a tag whose VAST URL is missing. */
export function urlFaults({ url, ...row }: Source & { url: string }): Fault[] {
  if (!isVastFrom('url', row) || url !== '') return [];
  return [{ code: 'required', message: 'An ad tag URL is required for this integration', path: 'url' }];
}

/** The fault of an ad tag URL that still has a placeholder of the partner's pattern. */
export function urlPatternFaults({ url, partner, ...row }: Source & { url: string; partner: string }): Fault[] {
  return isVastFrom('url', row) ? patternFaults('url', url, partner) : [];
}

/** The fault of a bid endpoint that still has a placeholder of the partner's pattern. */
export function endpointPatternFaults(row: { integration: string; endpoint: string; partner: string }): Fault[] {
  return row.integration === 'RTB' ? patternFaults('endpoint', row.endpoint, row.partner) : [];
}

/** The fault of a tag whose stored VAST is missing. */
export function vastFaults({ vastXml, ...row }: Source & { vastXml: string }): Fault[] {
  if (!isVastFrom('stored', row) || vastXml !== '') return [];
  return [{ code: 'required', message: 'VAST is required for this integration', path: 'vastXml' }];
}

function isVastFrom(wanted: string, { integration, source }: Source): boolean {
  return integration !== 'RTB' && integration !== 'PreBid' && source === wanted;
}
