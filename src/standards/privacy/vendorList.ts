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
  /** When this version was published (ISO 8601); null = it does not say. */
  publishedAt: string | null;
  vendors: ReadonlyMap<number, DeclaredVendor>;
}

interface ListFile {
  gvlSpecificationVersion?: unknown;
  vendorListVersion?: unknown;
  lastUpdated?: unknown;
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

const isoTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * Reads the Global Vendor List of TCF 2.2 and later (specification version 3). Throws a SyntaxError on a text that is
 * not JSON, and a TypeError on a file of another kind.
 */
export function readVendorList(text: string): VendorList {
  return createVendorListReader()(text);
}

/** Creates a reader of several versions, as `readVendorList`: vendors of all versions that declare the same share one object. */
export function createVendorListReader(): (text: string) => VendorList {
  const known = new Map<string, DeclaredVendor>();
  const declaredBy = (vendor: ListedVendor): DeclaredVendor => {
    const ids = idsOf(vendor);
    const key = ids.join(' ');
    let declared = known.get(key);
    if (!declared) known.set(key, (declared = declarationOf(ids)));
    return declared;
  };
  return (text) => {
    const { version, publishedAt, listed } = parseFile(text);
    const vendors = new Map(listed.map((vendor) => [vendor.id, declaredBy(vendor)]));
    return { version, publishedAt, vendors };
  };
}

/**
 * A version of the list as one line of JSON with nothing but what `readVendorList` reads: about a tenth of its text. Throws
 * as it does.
 */
export function compactVendorList(text: string): string {
  const { version, publishedAt, listed } = parseFile(text);
  const vendors = listed.map((vendor) => {
    const [purposes, legIntPurposes, flexiblePurposes, specialFeatures] = idsOf(vendor);
    return [vendor.id, { id: vendor.id, purposes, legIntPurposes, flexiblePurposes, specialFeatures }];
  });
  return JSON.stringify({
    gvlSpecificationVersion: 3,
    vendorListVersion: version,
    lastUpdated: publishedAt,
    vendors: Object.fromEntries(vendors) as object,
  });
}

/**
 * Reads versions that are stored as a line each, by `compactVendorList`. `yieldIfDue` is awaited between them: each takes some
 * milliseconds.
 */
export async function readVendorVersions(
  text: string,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<VendorList[]> {
  const read = createVendorListReader();
  const lists: VendorList[] = [];
  for (const line of versionLines(text)) {
    lists.push(read(line));
    await yieldIfDue();
  }
  return lists;
}

/** The lines of stored versions. */
export function versionLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function parseFile(text: string) {
  const list = JSON.parse(text) as ListFile | null;
  if (list?.gvlSpecificationVersion !== 3 || typeof list.vendors !== 'object' || list.vendors === null) {
    throw new TypeError('It is not a Global Vendor List of version 3');
  }
  const { vendorListVersion: version, lastUpdated } = list;
  const listed = (Object.values(list.vendors) as (ListedVendor | null)[]).filter(hasId);
  if (listed.length === 0) throw new TypeError('It lists no vendors');
  return {
    version: typeof version === 'number' ? version : 0,
    publishedAt: typeof lastUpdated === 'string' && isoTime.test(lastUpdated) ? lastUpdated : null,
    listed,
  };
}

function hasId(vendor: ListedVendor | null): vendor is ListedVendor & { id: number } {
  return typeof vendor?.id === 'number';
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

/** IDs of purposes by consent and by legitimate interest, of flexible purposes, and of special features. */
type DeclaredIds = readonly [number[], number[], number[], number[]];

function idsOf(vendor: ListedVendor): DeclaredIds {
  if (vendor.deletedDate) return [[], [], [], []];
  const { purposes, legIntPurposes, flexiblePurposes, specialFeatures } = vendor;
  return [numbersIn(purposes), numbersIn(legIntPurposes), numbersIn(flexiblePurposes), numbersIn(specialFeatures)];
}

function declarationOf([purposes, legIntPurposes, flexiblePurposes, specialFeatures]: DeclaredIds): DeclaredVendor {
  return {
    consentPurposes: new Set(purposes),
    interestPurposes: new Set(legIntPurposes),
    flexiblePurposes: new Set(flexiblePurposes),
    specialFeatures: new Set(specialFeatures),
  };
}

function numbersIn(list: unknown): number[] {
  return Array.isArray(list) ? list.filter((id): id is number => typeof id === 'number') : [];
}
