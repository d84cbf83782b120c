import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { allowancesOf, type Allowances } from '#standards/privacy/allowances.ts';
import type { ConsentReader } from '#standards/privacy/consentReader.ts';
import { signalsOfQuery } from '#standards/privacy/privacySignals.ts';
import { readPrivacy, type Privacy } from '#standards/privacy/readPrivacy.ts';
import { scrubBidRequest } from '#standards/privacy/scrubBidRequest.ts';
import { scrubQuery, toldAddress } from '#standards/privacy/scrubQuery.ts';
import type { RequestFacts } from './requestFacts.ts';

/** What partners may learn of a request's viewer. Partners go by their numbers in the Global Vendor List; null = without one. */
export interface ViewerPrivacy {
  /** Whether a partner may be asked for an ad at all. */
  mayAsk(gvlId: number | null): boolean;
  /** The request as a partner may see it: what its macros and headers are filled from. */
  factsFor(gvlId: number | null): RequestFacts;
  /** Whether we may keep ids of the viewer in its browser, and read them. */
  mayKeepIds(): boolean;
  /** Whether a partner may match its id of the viewer with ours. */
  maySync(gvlId: number | null): boolean;
  /** A bid request as a partner may see it. */
  scrub(request: BidRequest, gvlId: number | null): BidRequest;
  /** The request as it may be kept: as we may see it, and never the whole address or the exact place. */
  factsToKeep(): RequestFacts;
  /** A bid request as it may be kept. */
  scrubToKeep(request: BidRequest): BidRequest;
}

/** How the viewers' choices are read. */
export interface PrivacyDeps {
  consents: ConsentReader;
  /** Whether Global Privacy Control is an opt-out outside of the US too. */
  isGpcEverywhere: boolean;
  /** Our own number in the Global Vendor List; null = without one, which leaves no basis for cookies under the GDPR. */
  ownGvlId: number | null;
}

/** Reads what a viewer's choices allow when it is asked for. */
export function viewerPrivacy(
  { consents, isGpcEverywhere, ownGvlId }: PrivacyDeps,
  facts: RequestFacts,
  traits: () => Pick<RequestTraits, 'country'>,
): ViewerPrivacy {
  let known: Privacy | undefined;
  const privacy = () => (known ??= read());
  const read = () => {
    const { country } = traits();
    const isUs = country === '' ? null : country === 'US';
    const headers = { 'sec-gpc': facts.headers['sec-gpc'], dnt: facts.headers['dnt'] };
    return readPrivacy(signalsOfQuery(facts.query, headers), { isGpcEverywhere, isUs, reader: consents });
  };
  const allowances = (gvlId: number | null) => allowancesOf(privacy(), { gvlId });
  const toKeep = (): Allowances => ({ ...allowances(ownGvlId), mayUsePreciseGeo: false });
  // Partners that may learn the same share what they see.
  const told = new Map<Allowances, RequestFacts>();
  return {
    mayAsk: (gvlId) => allowances(gvlId).mayReceive,
    factsFor(gvlId) {
      const allowed = allowances(gvlId);
      let seen = told.get(allowed);
      if (!seen) {
        const query = scrubQuery(facts.query, allowed, privacy());
        const isIdWithheld = !allowed.mayUseIds;
        seen = { ...facts, query, peer: toldAddress(facts.peer, allowed), isIdWithheld };
        told.set(allowed, seen);
      }
      return seen;
    },
    mayKeepIds: () => allowances(ownGvlId).maySync,
    maySync: (gvlId) => allowances(ownGvlId).maySync && allowances(gvlId).maySync,
    scrub: (request, gvlId) => scrubBidRequest(request, allowances(gvlId), privacy()),
    factsToKeep() {
      const allowed = toKeep();
      const query = scrubQuery(facts.query, allowed, privacy());
      return { ...facts, query, peer: toldAddress(facts.peer, allowed), isIdWithheld: !allowed.mayUseIds };
    },
    scrubToKeep: (request) => scrubBidRequest(request, toKeep(), privacy()),
  };
}
