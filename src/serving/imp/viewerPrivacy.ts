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

/**
 * A viewer's choices, applied to a request and its partners. Partners are identified by their ID in the Global Vendor
 * List; null = without one.
 */
export interface ViewerPrivacy {
  /** Whether a partner may be sent an ad request at all. */
  mayRequestAds(gvlId: number | null): boolean;
  /** The request's facts as a partner may receive them, for its macros and headers. */
  factsFor(gvlId: number | null): RequestFacts;
  /** The choices for ourselves, as one code. */
  consent(): Consent;
  /** Whether we may identify the viewer's device. */
  mayIdentifyDevice(): boolean;
  /** Whether we may store IDs of the viewer in the browser and read them. */
  mayStoreIds(): boolean;
  /** Whether a partner may match its ID of the viewer with ours. */
  maySync(gvlId: number | null): boolean;
  /** The bid request as a partner may receive it. */
  scrub(request: BidRequest, gvlId: number | null): BidRequest;
  /**
   * The request's facts as they may be stored: limited to what we may see, and never with the full address or the
   * precise location.
   */
  storableFacts(): RequestFacts;
  /** The bid request as it may be stored. */
  scrubForStorage(request: BidRequest): BidRequest;
}

export interface PrivacyDeps {
  consents: ConsentReader;
  /** Whether Global Privacy Control is an opt-out outside of the US too. */
  isGpcEverywhere: boolean;
  /**
   * Our own ID in the Global Vendor List; null = without one: then there is no legal basis for cookies under the GDPR.
   */
  ownGvlId: number | null;
}

/** Evaluates the viewer's choices, on first use. */
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
  // Partners with the same allowances share one object.
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
