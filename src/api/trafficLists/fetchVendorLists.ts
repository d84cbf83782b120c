import { createHash } from 'node:crypto';
import { isShrunk } from '#engine/ivt/checkTrafficList.ts';
import type { TrafficListFault } from '#model/lists/trafficList.ts';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { readVendorList } from '#standards/privacy/vendorList.ts';
import type { TrafficListAttempt } from '#storage/trafficLists/trafficListStore.ts';
import { fetchListText, type ListInUse } from './fetchListText.ts';
import type { TrafficListSource } from './trafficListSources.ts';
import { openVendorArchive, type VendorArchive } from './vendorArchive.ts';

/** Time for all earlier versions of one attempt; those that are missing then are fetched in the next one. */
const archiveTimeoutMs = 45_000;

/**
 * Fetches the latest version of the Global Vendor List, and the earlier ones that are not stored yet: from
 * `archives/vendor-list-v12.json` beside it, backwards until one cannot be fetched or is too old to be stored. The list in
 * use is an archive of versions. Never throws unless reading it does.
 */
export async function fetchVendorLists(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  source: TrafficListSource,
  inUse: ListInUse,
  entriesInUse: number,
): Promise<TrafficListAttempt> {
  const { digest: digestInUse, etag, lastModified } = inUse;
  const archive = openVendorArchive(digestInUse === '' ? '' : await inUse.contents());
  const fetched = await fetchListText(fetcher, source, inUse);
  if ('fault' in fetched) return fetched;
  const added = 'text' in fetched ? addLatest(archive, fetched.text, entriesInUse) : { entries: inUse.entries };
  if ('fault' in added) return added;
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
  return { list: { contents, digest, ...added, publishedAt, ...version } };
}

/** Adds a file as the latest version. */
function addLatest(
  archive: VendorArchive,
  file: string,
  entriesInUse: number,
): { entries: number } | { fault: TrafficListFault } {
  const list = readOrNull(file);
  if (!list) return { fault: 'not_a_list' };
  if (list.version < (archive.latest()?.version ?? 1)) return { fault: 'older_version' };
  const entries = list.vendors.size;
  if (isShrunk(entries, entriesInUse)) return { fault: 'shrunk' };
  archive.add(file);
  return { entries };
}

/** Adds the versions before the latest one that the archive lacks. `fetchVersion`: null = it cannot be fetched. */
async function addEarlier(archive: VendorArchive, fetchVersion: (version: number) => Promise<string | null>) {
  for (let version = (archive.latest()?.version ?? 1) - 1; version > 0; version -= 1) {
    if (archive.has(version)) continue;
    const file = await fetchVersion(version);
    const list = file === null ? null : readOrNull(file);
    if (file === null || list?.version !== version || archive.isExpired(list)) return;
    archive.add(file);
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
