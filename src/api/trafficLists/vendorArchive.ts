import { compactVendorList, readVendorList, type VendorList, versionLines } from '#standards/privacy/vendorList.ts';

/**
 * Days for which a version is stored after its publication: consent is renewed after 13 months at most, and the version
 * that it names may have been some weeks old.
 */
const archiveDays = 450;
/** Maximum versions that are stored, whatever their dates say: a version is published nearly every week. */
export const maxVersions = 120;
const dayMs = 86_400_000;

type Publication = Pick<VendorList, 'version' | 'publishedAt'>;

/**
 * Versions of the Global Vendor List as a text: a line for each, as `compactVendorList` writes it, in their order. A
 * version does not change once it is published.
 */
export interface VendorArchive {
  /** The latest version; null without any. */
  latest(): Publication | null;
  /** A version that is stored; undefined without it. */
  publication(version: number): Publication | undefined;
  /** Adds a version from its file, or replaces it. Throws as `readVendorList` does. */
  add(file: string): VendorList;
  /** Whether a version is too old to be stored beside the latest one. */
  isExpired(list: Publication): boolean;
  /** The text, with the last of the versions that are too old by their date: those before it need not be fetched. */
  text(): string;
}

/** Opens an archive; an empty text has no versions. */
export function openVendorArchive(stored: string): VendorArchive {
  const versions = new Map<number, Publication & { line: string }>();
  let latest: Publication | null = null;
  const put = (each: Publication & { line: string }) => {
    versions.set(each.version, each);
    if (!latest || each.version >= latest.version) latest = each;
  };
  for (const line of versionLines(stored)) put({ ...publicationOf(line), line });
  const isExpired = ({ version, publishedAt }: Publication): boolean => {
    if (!latest) return false;
    if (version <= latest.version - maxVersions) return true;
    if (publishedAt === null || latest.publishedAt === null) return false;
    return Date.parse(publishedAt) < Date.parse(latest.publishedAt) - archiveDays * dayMs;
  };
  return {
    latest: () => latest,
    publication: (version) => versions.get(version),
    add(file) {
      const line = compactVendorList(file);
      const list = readVendorList(line);
      put({ version: list.version, publishedAt: list.publishedAt, line });
      return list;
    },
    isExpired,
    text() {
      const inOrder = [...versions.values()]
        .filter(({ version }) => !isExpired({ version, publishedAt: null }))
        .toSorted((a, b) => a.version - b.version);
      const lastExpired = inOrder.findLast(isExpired);
      return inOrder
        .filter((each) => each === lastExpired || !isExpired(each))
        .map(({ line }) => `${line}\n`)
        .join('');
    },
  };
}

/** The start of a line of the archive has these, so that its vendors need not be parsed for them. */
function publicationOf(line: string): Publication {
  const [, version = '0', publishedAt = null] =
    /"vendorListVersion":(\d+),"lastUpdated":(?:"([^"]+)")?/.exec(line) ?? [];
  return { version: Number(version), publishedAt };
}
