import { createHash } from 'node:crypto';
import { checkTrafficList } from '#engine/ivt/checkTrafficList.ts';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { TrafficListAttempt, TrafficListState } from '#storage/trafficLists/trafficListStore.ts';
import type { TrafficListSource } from './trafficListSources.ts';

/** Maximum bytes of a list, both as received and decompressed. */
const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;

/** The list in use; what the server said of it is sent back, so that it sends only a newer one. */
export type ListInUse = Pick<TrafficListState, 'digest' | 'entries' | 'etag' | 'lastModified'>;

/**
 * Fetches a list and checks that it can replace the one in use. `acceptsSmaller` = also one with fewer than half of its
 * entries. Never throws.
 */
export async function fetchTrafficList(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  source: TrafficListSource,
  inUse: ListInUse,
  acceptsSmaller = false,
): Promise<TrafficListAttempt> {
  const { kind, url, credentials } = source;
  const response = await fetcher.fetchFile(url, {
    accept: 'text/plain, text/csv, */*;q=0.5',
    maxBytes,
    signal: AbortSignal.timeout(timeoutMs),
    // The list of an https URL must not come over http.
    mayFollow: ({ protocol }) => protocol === 'https:' || url.startsWith('http:'),
    ...(inUse.digest === '' ? {} : { known: { etag: inUse.etag, lastModified: inUse.lastModified } }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (response.type === 'failed') return { fault: response.reason };
  const { status, text, version } = response;
  if (status === 304 && inUse.digest !== '') return { unchanged: true };
  if (status < 200 || status > 299) return { fault: `http_${status}` };
  const yieldIfDue = createSlicer(() => performance.now());
  const checked = await checkTrafficList(kind, text, acceptsSmaller ? 0 : inUse.entries, yieldIfDue);
  if ('fault' in checked) return checked;
  const digest = createHash('sha256').update(text).digest('hex');
  const { etag, lastModified } = version ?? { etag: null, lastModified: null };
  return { list: { contents: text, digest, entries: checked.entries, etag, lastModified } };
}
