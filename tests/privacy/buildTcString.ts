import {
  GVL,
  PurposeRestriction,
  RestrictionType,
  SegmentEncoder,
  Segment,
  TCModel,
  TCString,
  type VendorList,
} from '@iabtechlabtcf/core';

/** A viewer's choices to encode as a TCF string. */
export interface TcChoices {
  policyVersion: number;
  isServiceSpecific: boolean;
  created: Date;
  lastUpdated: Date;
  specialFeatures: readonly number[];
  purposes: readonly number[];
  interests: readonly number[];
  vendors: readonly number[];
  vendorInterests: readonly number[];
  /** Null for a string without the segment. */
  disclosed: readonly number[] | null;
  restrictions: readonly { purpose: number; kind: keyof typeof restrictionTypes; vendors: readonly number[] }[];
}

const restrictionTypes = {
  forbidden: RestrictionType.NOT_ALLOWED,
  consent: RestrictionType.REQUIRE_CONSENT,
  interest: RestrictionType.REQUIRE_LI,
} as const;

/** The vendor of the default choices. */
export const testVendor = 10;

const purposes = Array.from({ length: 10 }, (_, index) => index + 1);

const defaults: TcChoices = {
  policyVersion: 5,
  isServiceSpecific: true,
  created: new Date('2026-04-01T00:00:00Z'),
  lastUpdated: new Date('2026-04-01T00:00:00Z'),
  specialFeatures: [1, 2],
  purposes,
  interests: [2, 7, 8, 9, 10],
  vendors: [testVendor],
  vendorInterests: [testVendor],
  disclosed: [testVendor],
  restrictions: [],
};

/** A TCF string built with the IAB's own library; by default the test vendor has all permissions. */
export function buildTcString(choices: Partial<TcChoices> = {}): string {
  const all = { ...defaults, ...choices };
  const model = new TCModel(vendorList(all.policyVersion));
  model.cmpId = 10;
  model.isServiceSpecific = all.isServiceSpecific;
  model.specialFeatureOptins.set([...all.specialFeatures]);
  model.purposeConsents.set([...all.purposes]);
  model.purposeLegitimateInterests.set([...all.interests]);
  model.vendorConsents.set([...all.vendors]);
  model.vendorLegitimateInterests.set([...all.vendorInterests]);
  model.vendorsDisclosed.set([...(all.disclosed ?? [])]);
  for (const { purpose, kind, vendors } of all.restrictions) {
    const restriction = new PurposeRestriction(purpose, restrictionTypes[kind]);
    for (const vendor of vendors) model.publisherRestrictions.add(vendor, restriction);
  }
  model.created = all.created;
  model.lastUpdated = all.lastUpdated;
  const segments = all.disclosed === null ? [Segment.CORE] : [Segment.CORE, Segment.VENDORS_DISCLOSED];
  return TCString.encode(model, { segments });
}

/** The same with a publisher segment after the core. */
export function buildTcStringWithPublisher(): string {
  const [core = '', disclosed = ''] = buildTcString().split('.');
  const model = new TCModel();
  return [core, SegmentEncoder.encode(model, Segment.PUBLISHER_TC), disclosed].join('.');
}

/** A vendor list of vendors 1 to 1200, each with all purposes on both legal bases. */
function vendorList(tcfPolicyVersion: number): GVL {
  const vendors = Object.fromEntries(
    Array.from({ length: 1200 }, (_, index) => [
      index + 1,
      {
        id: index + 1,
        name: `Vendor ${index + 1}`,
        purposes,
        legIntPurposes: purposes,
        flexiblePurposes: purposes,
        specialPurposes: [],
        features: [],
        specialFeatures: [1, 2],
        usesCookies: true,
        cookieMaxAgeSeconds: null,
        cookieRefresh: false,
        usesNonCookieAccess: false,
      },
    ]),
  );
  const list: VendorList = {
    lastUpdated: '2026-01-01T00:00:00Z',
    gvlSpecificationVersion: 3,
    vendorListVersion: 100,
    tcfPolicyVersion,
    vendors,
    purposes: declared(purposes),
    specialPurposes: declared([1, 2]),
    features: declared([1, 2, 3]),
    specialFeatures: declared([1, 2]),
    stacks: {},
    dataCategories: {},
  };
  return new GVL(list);
}

/** An entry of a list for purposes or features. */
function declared(ids: readonly number[]) {
  return Object.fromEntries(
    ids.map((id) => [id, { id, name: `${id}`, description: '', descriptionLegal: '', illustrations: [] }]),
  );
}
