import type { TcfConsent } from './tcfConsent.ts';

/** Legal bases and features that a vendor declares in the Global Vendor List: IDs of purposes and special features. */
export interface DeclaredVendor {
  consentPurposes: ReadonlySet<number>;
  interestPurposes: ReadonlySet<number>;
  /** Purposes for which a publisher may demand the other legal basis. */
  flexiblePurposes: ReadonlySet<number>;
  specialFeatures: ReadonlySet<number>;
}

/** Declared vendors by ID. Vendors that left the list declare nothing. */
export interface VendorList {
  /** Counts up from 1 with each publication. */
  version: number;
  vendors: ReadonlyMap<number, DeclaredVendor>;
}

interface ListFile {
  gvlSpecificationVersion?: unknown;
  vendorListVersion?: unknown;
  vendors?: unknown;
}

/** A vendor in the file: https://vendor-list.consensu.org/v3/vendor-list.json. */
interface ListedVendor {
  id?: unknown;
  purposes?: unknown;
  legIntPurposes?: unknown;
  flexiblePurposes?: unknown;
  specialFeatures?: unknown;
  deletedDate?: unknown;
}

/**
 * Reads the Global Vendor List of TCF 2.2 and later (specification version 3). Throws a SyntaxError on a text that is
 * not JSON, and a TypeError on a file of another kind.
 */
export function readVendorList(text: string): VendorList {
  const list = JSON.parse(text) as ListFile | null;
  if (list?.gvlSpecificationVersion !== 3 || typeof list.vendors !== 'object' || list.vendors === null) {
    throw new TypeError('It is not a Global Vendor List of version 3');
  }
  const { vendorListVersion: version } = list;
  const vendors = new Map<number, DeclaredVendor>();
  for (const vendor of Object.values(list.vendors) as (ListedVendor | null)[]) {
    if (typeof vendor?.id === 'number') vendors.set(vendor.id, declaredBy(vendor.deletedDate ? {} : vendor));
  }
  if (vendors.size === 0) throw new TypeError('It lists no vendors');
  return { version: typeof version === 'number' ? version : 0, vendors };
}

/** The first policy version whose strings name versions of this list: those before are of another list (TCF 2.2). */
const firstPolicyVersion = 4;

/**
 * The declarations that were shown to a viewer: those of the version that the consent string names (TCF, "Vendors using
 * the GVL"), else the next later one, else the latest. `lists` are in the order of their versions; undefined where there
 * are none.
 */
export function shownVendors(
  lists: readonly VendorList[],
  consent: Pick<TcfConsent, 'policyVersion' | 'listVersion'> | null,
): VendorList['vendors'] | undefined {
  const latest = lists.at(-1);
  if (!consent || consent.policyVersion < firstPolicyVersion) return latest?.vendors;
  return (lists.find(({ version }) => version >= consent.listVersion) ?? latest)?.vendors;
}

function declaredBy({ purposes, legIntPurposes, flexiblePurposes, specialFeatures }: ListedVendor): DeclaredVendor {
  return {
    consentPurposes: idsOf(purposes),
    interestPurposes: idsOf(legIntPurposes),
    flexiblePurposes: idsOf(flexiblePurposes),
    specialFeatures: idsOf(specialFeatures),
  };
}

function idsOf(list: unknown): ReadonlySet<number> {
  return new Set(Array.isArray(list) ? list.filter((id): id is number => typeof id === 'number') : []);
}
