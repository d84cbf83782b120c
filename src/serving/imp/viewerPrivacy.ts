import type { Consent } from '#model/index.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { allowancesOf, type Allowances } from '#standards/privacy/allowances.ts';
import type { ConsentReader } from '#standards/privacy/consentReader.ts';
import { signalsFromQuery, hasPrivacySignals } from '#standards/privacy/privacySignals.ts';
import { readPrivacy, type Privacy } from '#standards/privacy/readPrivacy.ts';
import { bidRequestScrubber, scrubBidRequest } from '#standards/privacy/scrubBidRequest.ts';
import { scrubQuery, allowedAddress } from '#standards/privacy/scrubQuery.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { RequestFacts } from './requestFacts.ts';

/** What partners may learn of a request's viewer. Partners go by their numbers in the Global Vendor List; null = without one. */
export interface ViewerPrivacy {
  /** Whether a partner may be asked for an ad at all. */
  mayRequestAds(gvlId: number | null): boolean;
  /** The request as a partner may see it: what its macros and headers are filled from. */
  factsFor(gvlId: number | null): RequestFacts;
  /** What the viewer's choices allow ourselves, in a word. */
  consent(): Consent;
  /** Whether we may tell the viewer's device from others. */
  mayIdentifyDevice(): boolean;
  /** Whether we may keep ids of the viewer in its browser, and read them. */
  mayStoreIds(): boolean;
  /** Whether a partner may match its id of the viewer with ours. */
  maySync(gvlId: number | null): boolean;
  /** A bid request as a partner may see it. */
  scrub(request: BidRequest, gvlId: number | null): BidRequest;
  /** The request as it may be kept: as we may see it, and never the whole address or the exact place. */
  storableFacts(): RequestFacts;
  /** A bid request as it may be kept. */
  scrubForStorage(request: BidRequest): BidRequest;
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
  let knownAllowances: Privacy | undefined;
  const privacy = () => (knownAllowances ??= read());
  const read = () => {
    const { country } = traits();
    const isUs = country === '' ? null : country === 'US';
    const headers = { 'sec-gpc': facts.headers['sec-gpc'], dnt: facts.headers['dnt'] };
    return readPrivacy(signalsFromQuery(facts.query, headers), { isGpcEverywhere, isUs, reader: consents });
  };
  const allowed = new Map<number | null, Allowances>();
  const allowances = (gvlId: number | null) => getOrCreate(allowed, gvlId, () => allowancesOf(privacy(), { gvlId }));
  const storageAllowances = (): Allowances => ({ ...allowances(ownGvlId), mayUsePreciseGeo: false });
  const factsWith = (knownAllowances: Allowances): RequestFacts => {
    const { query, headers, peer, isRelayed } = facts;
    const seen: RequestFacts = {
      query: scrubQuery(query, knownAllowances, privacy()),
      headers,
      peer: allowedAddress(peer, knownAllowances),
      isIdWithheld: !knownAllowances.mayUseIds,
    };
    if (isRelayed !== undefined) seen.isRelayed = isRelayed;
    return seen;
  };
  // Partners that may learn the same share what they see.
  const factsByAllowances = new Map<Allowances, RequestFacts>();
  let cachedStorableFacts: RequestFacts | undefined;
  const scrubbers = new Map<Allowances, (request: BidRequest) => BidRequest>();
  return {
    mayRequestAds: (gvlId) => allowances(gvlId).mayReceive,
    factsFor(gvlId) {
      const knownAllowances = allowances(gvlId);
      return getOrCreate(factsByAllowances, knownAllowances, () => factsWith(knownAllowances));
    },
    consent() {
      if (!hasPrivacySignals(privacy().signals)) return 'untold';
      const { mayReceive, mayUseIds } = allowances(ownGvlId);
      if (mayUseIds) return 'personal';
      return mayReceive ? 'contextual' : 'refused';
    },
    mayIdentifyDevice: () => allowances(ownGvlId).mayUseIds,
    mayStoreIds: () => allowances(ownGvlId).maySync,
    maySync: (gvlId) => allowances(ownGvlId).maySync && allowances(gvlId).maySync,
    scrub(request, gvlId) {
      const knownAllowances = allowances(gvlId);
      return getOrCreate(scrubbers, knownAllowances, () => bidRequestScrubber(knownAllowances, privacy()))(request);
    },
    storableFacts: () => (cachedStorableFacts ??= factsWith(storageAllowances())),
    scrubForStorage: (request) => scrubBidRequest(request, storageAllowances(), privacy()),
  };
}
