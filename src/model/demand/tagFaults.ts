import type { Fault } from '../entity/fault.ts';
import { faultsOfParams } from '../reference/partners/faultsOfParams.ts';
import { preBidPartners } from '../reference/partners/preBidPartners.ts';
import type { PartnerParams } from '../field/structures.ts';

/** The fault of a PreBid tag that names no partner. */
export function partnerFaults({ integration, partner }: { integration: string; partner: string }): Fault[] {
  if (integration !== 'PreBid' || partnerOf(partner)) return [];
  return [{ code: 'required', message: 'A partner is required', path: 'partner' }];
}

/** What is wrong with the parameters of a PreBid tag, as its partner asks for them. */
export function paramFaults(row: { integration: string; partner: string; partnerParams: PartnerParams }): Fault[] {
  const partner = row.integration === 'PreBid' ? partnerOf(row.partner) : undefined;
  if (!partner) return [];
  return faultsOfParams(partner, row.partnerParams).map((fault) => ({ ...fault, path: `partnerParams.${fault.path}` }));
}

function partnerOf(partner: string) {
  return preBidPartners.find(({ id }) => id === partner);
}

type Source = { integration: string; source: string };

/** The fault of a tag whose VAST comes from a URL that it lacks. */
export function urlFaults({ url, ...row }: Source & { url: string }): Fault[] {
  if (!isVastFrom('url', row) || url !== '') return [];
  return [{ code: 'required', message: 'An ad tag URL is required for this source', path: 'url' }];
}

/** The fault of a tag whose VAST is stored with it, and is not there. */
export function vastFaults({ vastXml, ...row }: Source & { vastXml: string }): Fault[] {
  if (!isVastFrom('stored', row) || vastXml !== '') return [];
  return [{ code: 'required', message: 'VAST is required for this source', path: 'vastXml' }];
}

function isVastFrom(wanted: string, { integration, source }: Source): boolean {
  return integration !== 'RTB' && integration !== 'PreBid' && source === wanted;
}
