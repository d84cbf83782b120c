import type { Consent } from '#model/index.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { allowancesOf, type Allowances } from '#standards/privacy/allowances.ts';
import type { ConsentReader } from '#standards/privacy/consentReader.ts';
import { signalsFromQuery, hasPrivacySignals } from '#standards/privacy/privacySignals.ts';
import { readPrivacy, type Privacy } from '#standards/privacy/readPrivacy.ts';
import { bidRequestScrubber, scrubBidRequest } from '#standards/privacy/scrubBidRequest.ts';
import { scrubQuery, allowedAddress } from '#standards/privacy/scrubQuery.ts';
import { shownVendors, type VendorList } from '#standards/privacy/vendorList.ts';
import { getOrCreate } from '#standards/getOrCreate.ts';
import type { RequestSignals } from './requestSignals.ts';

/**
 * A viewer's choices, applied to a request and its partners. Partners are identified by their ID in the Global Vendor
 * List; null = without one.
 */
export interface ViewerPrivacy {
  /** Whether a partner may be sent an ad request at all. */
  mayRequestAds(gvlId: number | null): boolean;
  /** The request's signals as a partner may receive them, for its macros and headers. */
  signalsFor(gvlId: number | null): RequestSignals;
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
   * The request's signals as they may be stored: limited to what we may see, and never with the full address or the
   * precise location.
   */
  storableSignals(): RequestSignals;
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
  /** Versions of the Global Vendor List, in their order; without any, consent is the only legal basis. */
  vendorLists: () => readonly VendorList[];
}

/** Evaluates the viewer's choices, on first use. */
export function viewerPrivacy(
  { consents, isGpcEverywhere, ownGvlId, vendorLists }: PrivacyDeps,
  signals: RequestSignals,
  traits: () => Pick<RequestTraits, 'country'>,
): ViewerPrivacy {
  let knownAllowances: Privacy | undefined;
  const privacy = () => (knownAllowances ??= read());
  const read = () => {
    const { country } = traits();
    const isUs = country === '' ? null : country === 'US';
    const headers = { 'sec-gpc': signals.headers['sec-gpc'], dnt: signals.headers['dnt'] };
    return readPrivacy(signalsFromQuery(signals.query, headers), { isGpcEverywhere, isUs, reader: consents });
  };
  const vendors = () => (privacy().isGdpr ? shownVendors(vendorLists(), privacy().consent) : undefined);
  const allowed = new Map<number | null, Allowances>();
  const allowances = (gvlId: number | null) =>
    getOrCreate(allowed, gvlId, () => {
      const declared = gvlId === null ? undefined : vendors()?.get(gvlId);
      return allowancesOf(privacy(), { gvlId, declared });
    });
  const storageAllowances = (): Allowances => ({ ...allowances(ownGvlId), mayUsePreciseGeo: false });
  const signalsWith = (knownAllowances: Allowances): RequestSignals => {
    const { query, headers, peer, isRelayed } = signals;
    const seen: RequestSignals = {
      query: scrubQuery(query, knownAllowances, privacy()),
      headers,
      peer: allowedAddress(peer, knownAllowances),
      isIdWithheld: !knownAllowances.mayUseIds,
    };
    if (isRelayed !== undefined) seen.isRelayed = isRelayed;
    return seen;
  };
  // Partners with the same allowances share one object.
  const factsByAllowances = new Map<Allowances, RequestSignals>();
  let cachedStorableSignals: RequestSignals | undefined;
  const scrubbers = new Map<Allowances, (request: BidRequest) => BidRequest>();
  return {
    mayRequestAds: (gvlId) => allowances(gvlId).mayReceive,
    signalsFor(gvlId) {
      const knownAllowances = allowances(gvlId);
      return getOrCreate(factsByAllowances, knownAllowances, () => signalsWith(knownAllowances));
    },
    consent() {
      if (!hasPrivacySignals(privacy().signals)) return 'undeclared';
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
    storableSignals: () => (cachedStorableSignals ??= signalsWith(storageAllowances())),
    scrubForStorage: (request) => scrubBidRequest(request, storageAllowances(), privacy()),
  };
}
