import type { Privacy } from './readPrivacy.ts';
import type { TcfConsent, TcfRestriction } from './tcfConsent.ts';
import type { DeclaredVendor } from './vendorList.ts';

/** A partner that may receive a request. */
export interface Vendor {
  /** ID in the Global Vendor List; null without one. */
  gvlId: number | null;
  /** Its entry there; absent when the list or the entry is unknown: then consent is its only legal basis. */
  declared?: DeclaredVendor | undefined;
}

/** Data that a partner may receive and uses that it may make of it. */
export interface Allowances {
  /** Whether it may receive the request at all. */
  mayReceive: boolean;
  /** Whether it may receive IDs of the device and person, age and gender. */
  mayUseIds: boolean;
  /** Whether it may receive a location more precise than a kilometer, and the full IP address. */
  mayUsePreciseGeo: boolean;
  /** Whether it may receive the viewer's interests: segments, keywords. */
  mayProfile: boolean;
  /** Whether it may store and read cookies, and thus match its IDs with ours. */
  maySync: boolean;
  /** Whether ads may be chosen by the context of the page or app only. */
  isContextualOnly: boolean;
}

type Choice = Omit<Allowances, 'isContextualOnly'>;

const everything: Choice = {
  mayReceive: true,
  mayUseIds: true,
  mayUsePreciseGeo: true,
  mayProfile: true,
  maySync: true,
};

const contextOnly: Choice = {
  mayReceive: true,
  mayUseIds: false,
  mayUsePreciseGeo: false,
  mayProfile: false,
  maySync: false,
};

const nothing: Choice = { ...contextOnly, mayReceive: false };

/**
 * The allowances that a request's privacy signals give a vendor. There is one object per outcome, so that vendors with
 * the same allowances can share what is built from them.
 *
 * Under the GDPR every purpose needs its own legal basis for the vendor: the one that it declares, or the other one
 * where it is flexible and the publisher demands that (TCF 2.3, publisher restrictions). A vendor without a GVL ID can
 * have none: it may show contextual ads, without IDs and precise location. A vendor with an ID needs purpose 2; without
 * a readable consent string it gets nothing. A child, an opt-out or limited tracking leaves every vendor with context
 * only.
 */
export function allowancesOf(privacy: Privacy, vendor: Vendor): Allowances {
  const basis = privacy.isGdpr ? choiceUnderGdpr(privacy.consent, vendor) : everything;
  if (privacy.signals.isTrackingLimited || privacy.isChild || privacy.isOptedOut) {
    return outcomeOf(basis.mayReceive ? contextOnly : nothing);
  }
  // Parental consent covers the sale of data, not profiles of children.
  return outcomeOf(privacy.isKnownMinor ? { ...basis, mayProfile: false } : basis);
}

/** TCF purposes by the allowances that they permit. */
const purpose = { store: 1, selectBasicAds: 2, createProfile: 3, useProfile: 4, last: 10 } as const;

/** Special feature 1: precise geolocation. */
const preciseGeolocation = 1;

function choiceUnderGdpr(consent: TcfConsent | null, { gvlId, declared }: Vendor): Choice {
  if (gvlId === null) return contextOnly;
  if (!consent?.isDisclosed(gvlId)) return nothing;
  const hasConsent = consent.hasVendorConsent(gvlId);
  const hasInterest = declared !== undefined && consent.hasVendorInterest(gvlId);
  if (!hasConsent && !hasInterest) return nothing;
  const may = (id: number) => {
    const basis = legalBasis(id, declared, consent.restrictionOf(id, gvlId));
    if (basis === 'consent') return hasConsent && consent.hasPurposeConsent(id);
    return basis === 'interest' && hasInterest && consent.hasPurposeInterest(id);
  };
  let mayUseIds = false;
  for (let id = purpose.selectBasicAds; id <= purpose.last && !mayUseIds; id += 1) mayUseIds = may(id);
  const isGeoDeclared = declared?.specialFeatures.has(preciseGeolocation) ?? true;
  return {
    mayReceive: may(purpose.selectBasicAds),
    mayUseIds,
    mayUsePreciseGeo: hasConsent && isGeoDeclared && consent.hasSpecialFeature(preciseGeolocation),
    mayProfile: may(purpose.createProfile) && may(purpose.useProfile),
    maySync: may(purpose.store),
  };
}

/** The legal basis on which a vendor may pursue a purpose; null without one. */
function legalBasis(
  id: number,
  declared: DeclaredVendor | undefined,
  restriction: TcfRestriction | null,
): 'consent' | 'interest' | null {
  if (restriction === 'forbidden') return null;
  const basis = declared ? declaredBasis(id, declared) : 'consent';
  if (basis === null || restriction === null || restriction === basis) return basis;
  if (!declared?.flexiblePurposes.has(id)) return null;
  return restriction === 'consent' || allowsInterest(id) ? restriction : null;
}

function declaredBasis(id: number, declared: DeclaredVendor): 'consent' | 'interest' | null {
  if (declared.consentPurposes.has(id)) return 'consent';
  return declared.interestPurposes.has(id) && allowsInterest(id) ? 'interest' : null;
}

/**
 * Whether legitimate interest can be the basis of a purpose. Storage and, since TCF 2.2, profiles and profile-based ads
 * need consent.
 */
function allowsInterest(id: number): boolean {
  return id === purpose.selectBasicAds || id >= 7;
}

const outcomes: readonly Allowances[] = Array.from({ length: 32 }, (_, index) => {
  const mayUseIds = (index & 2) !== 0;
  const mayProfile = (index & 8) !== 0;
  return Object.freeze({
    mayReceive: (index & 1) !== 0,
    mayUseIds,
    mayUsePreciseGeo: (index & 4) !== 0,
    mayProfile,
    maySync: (index & 16) !== 0,
    isContextualOnly: !mayUseIds && !mayProfile,
  });
});

function outcomeOf(choice: Choice): Allowances {
  const index =
    Number(choice.mayReceive) +
    2 * Number(choice.mayUseIds) +
    4 * Number(choice.mayUsePreciseGeo) +
    8 * Number(choice.mayProfile) +
    16 * Number(choice.maySync);
  return outcomes[index] as Allowances;
}
