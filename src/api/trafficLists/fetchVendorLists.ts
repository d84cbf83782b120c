import { createHash } from 'node:crypto';
import { isShrunk } from '#engine/ivt/checkTrafficList.ts';
import type { TrafficListFault } from '#model/lists/trafficList.ts';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { readVendorList } from '#standards/privacy/vendorList.ts';
import type { TrafficListAttempt } from '#storage/trafficLists/trafficListStore.ts';
import { fetchListText, type ListInUse } from './fetchListText.ts';
import type { TrafficListSource } from './trafficListSources.ts';
import { maxVersions, openVendorArchive, type VendorArchive } from './vendorArchive.ts';

/** Time for all earlier versions of one attempt; those that are missing then are fetched in the next one. */
const archiveTimeoutMs = 45_000;
/** Earlier versions in a row that cannot be fetched, after which no earlier ones are tried. */
const maxMissing = 3;

/**
 * Fetches the latest version of the Global Vendor List, and the earlier ones that are not stored yet: from
 * `archives/vendor-list-v12.json` beside it, backwards until three in a row cannot be fetched or one is too old. The list
 * in use is an archive of versions; that of another URL is replaced as a whole. `acceptsChange` = the list may have fewer
 * than half of the entries in use; with an older or much newer version, it replaces the whole archive. Never throws unless
 * reading the archive does.
 */
export async function fetchVendorLists(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  source: TrafficListSource,
  inUse: ListInUse,
  acceptsChange: boolean,
): Promise<TrafficListAttempt> {
  const { digest: digestInUse, etag, lastModified } = inUse;
  let archive = openVendorArchive(digestInUse === '' || isOfOtherUrl(inUse) ? '' : await inUse.contents());
  // By its time, a list that was put back would count as unchanged.
  const fetched = await fetchListText(fetcher, source, acceptsChange ? null : inUse);
  if ('fault' in fetched) return fetched;
  let entries = inUse.entries;
  if ('text' in fetched) {
    const list = readOrNull(fetched.text);
    if (!list || list.version < 1) return { fault: 'not_a_list' };
    const fault = versionFault(list.version, archive.latest()?.version);
    if (fault && !acceptsChange) return { fault };
    if (!acceptsChange && isShrunk(list.vendors.size, entries)) return { fault: 'shrunk' };
    if (fault) archive = openVendorArchive('');
    archive.add(fetched.text);
    entries = list.vendors.size;
  }
  const signal = AbortSignal.timeout(archiveTimeoutMs);
  await addEarlier(archive, async (version) => {
    const earlier = await fetchListText(fetcher, { ...source, url: urlOfVersion(source.url, version) }, null, signal);
    return 'text' in earlier ? earlier.text : null;
  });
  const contents = archive.text();
  const digest = createHash('sha256').update(contents).digest('hex');
  if ('unchanged' in fetched && digest === digestInUse) return { unchanged: true };
  const version = 'text' in fetched ? fetched.version : { etag, lastModified };
  const lastUpdated = archive.latest()?.publishedAt ?? null;
  const publishedAt = lastUpdated && new Date(lastUpdated).toISOString();
  return { list: { contents, digest, entries, publishedAt, ...version } };
}

/** Whether no list of this URL was accepted since it was set. */
function isOfOtherUrl({ since, confirmedAt }: ListInUse): boolean {
  return confirmedAt === null || Date.parse(confirmedAt) < Date.parse(since);
}

/** Why a version cannot follow the latest one that is stored, if there is one: those in between would be lost. */
function versionFault(version: number, latest: number | undefined): TrafficListFault | null {
  if (latest === undefined) return null;
  if (version < latest) return 'older_version';
  return version > latest + maxVersions ? 'version_jump' : null;
}

/** Adds the versions before the latest one that the archive lacks. `fetchVersion`: null = it cannot be fetched. */
async function addEarlier(archive: VendorArchive, fetchVersion: (version: number) => Promise<string | null>) {
  let missing = 0;
  for (let version = (archive.latest()?.version ?? 1) - 1; version > 0; version -= 1) {
    const stored = archive.publication(version);
    if (archive.isExpired(stored ?? { version, publishedAt: null })) return;
    if (stored) {
      missing = 0;
      continue;
    }
    const file = await fetchVersion(version);
    const list = file === null ? null : readOrNull(file);
    if (file !== null && list?.version === version) {
      archive.add(file);
      missing = 0;
      if (archive.isExpired(list)) return;
    } else if ((missing += 1) === maxMissing) return;
  }
}

function readOrNull(file: string) {
  try {
    return readVendorList(file);
  } catch {
    return null;
  }
}

/** Where a version is, as the IAB and copies for its clients name it: beside the latest. */
function urlOfVersion(latest: string, version: number): string {
  const url = new URL(`archives/vendor-list-v${version}.json`, latest);
  url.search = new URL(latest).search;
  return url.href;
}
