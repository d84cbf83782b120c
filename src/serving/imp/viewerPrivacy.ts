import type { Consent } from '#model/index.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { allowancesOf, type Allowances } from '#standards/privacy/allowances.ts';
import type { ConsentReader } from '#standards/privacy/consentReader.ts';
import { signalsOfQuery, tellsOfPrivacy } from '#standards/privacy/privacySignals.ts';
import { readPrivacy, type Privacy } from '#standards/privacy/readPrivacy.ts';
import { bidRequestScrubber, scrubBidRequest } from '#standards/privacy/scrubBidRequest.ts';
import { scrubQuery, toldAddress } from '#standards/privacy/scrubQuery.ts';
import { remembered } from '#standards/remembered.ts';
import type { RequestFacts } from './requestFacts.ts';

/** What partners may learn of a request's viewer. Partners go by their numbers in the Global Vendor List; null = without one. */
export interface ViewerPrivacy {
  /** Whether a partner may be asked for an ad at all. */
  mayAsk(gvlId: number | null): boolean;
  /** The request as a partner may see it: what its macros and headers are filled from. */
  factsFor(gvlId: number | null): RequestFacts;
  /** What the viewer's choices allow ourselves, in a word. */
  consent(): Consent;
  /** Whether we may tell the viewer's device from others. */
  mayTellApart(): boolean;
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
  const allowed = new Map<number | null, Allowances>();
  const allowances = (gvlId: number | null) => remembered(allowed, gvlId, () => allowancesOf(privacy(), { gvlId }));
  const toKeep = (): Allowances => ({ ...allowances(ownGvlId), mayUsePreciseGeo: false });
  const seenWith = (known: Allowances): RequestFacts => {
    const { query, headers, peer, isRelayed } = facts;
    const seen: RequestFacts = {
      query: scrubQuery(query, known, privacy()),
      headers,
      peer: toldAddress(peer, known),
      isIdWithheld: !known.mayUseIds,
    };
    if (isRelayed !== undefined) seen.isRelayed = isRelayed;
    return seen;
  };
  // Partners that may learn the same share what they see.
  const told = new Map<Allowances, RequestFacts>();
  let kept: RequestFacts | undefined;
  const scrubbers = new Map<Allowances, (request: BidRequest) => BidRequest>();
  return {
    mayAsk: (gvlId) => allowances(gvlId).mayReceive,
    factsFor(gvlId) {
      const known = allowances(gvlId);
      return remembered(told, known, () => seenWith(known));
    },
    consent() {
      if (!tellsOfPrivacy(privacy().signals)) return 'untold';
      const { mayReceive, mayUseIds } = allowances(ownGvlId);
      if (mayUseIds) return 'personal';
      return mayReceive ? 'contextual' : 'refused';
    },
    mayTellApart: () => allowances(ownGvlId).mayUseIds,
    mayKeepIds: () => allowances(ownGvlId).maySync,
    maySync: (gvlId) => allowances(ownGvlId).maySync && allowances(gvlId).maySync,
    scrub(request, gvlId) {
      const known = allowances(gvlId);
      return remembered(scrubbers, known, () => bidRequestScrubber(known, privacy()))(request);
    },
    factsToKeep: () => (kept ??= seenWith(toKeep())),
    scrubToKeep: (request) => scrubBidRequest(request, toKeep(), privacy()),
  };
}
