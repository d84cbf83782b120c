import type { FileFetcher, FileVersion } from '#outbound/fetchFile.ts';
import type { TrafficListState } from '#storage/trafficLists/trafficListStore.ts';
import type { TrafficListSource } from './trafficListSources.ts';

/** Maximum bytes of a list, both as received and decompressed. */
const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;

/** The list in use; what the server said of it is sent back, so that it sends only a newer one. */
export interface ListInUse extends Pick<
  TrafficListState,
  'digest' | 'entries' | 'etag' | 'lastModified' | 'since' | 'confirmedAt'
> {
  contents(): Promise<string>;
}

/** A list that the server sent, with its validators; that it has not changed; or why it could not be fetched. */
export type FetchedText = { text: string; version: FileVersion } | { unchanged: true } | { fault: string };

/** Fetches the text of a list. That in use is not sent again; null = it is fetched in any case. Never throws. */
export async function fetchListText(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  { kind, url, credentials }: Pick<TrafficListSource, 'kind' | 'url' | 'credentials'>,
  inUse: Pick<ListInUse, 'digest' | 'etag' | 'lastModified'> | null,
  signal = AbortSignal.timeout(timeoutMs),
): Promise<FetchedText> {
  const known = inUse && inUse.digest !== '' ? { etag: inUse.etag, lastModified: inUse.lastModified } : null;
  const response = await fetcher.fetchFile(url, {
    accept: kind === 'vendors' ? 'application/json, */*;q=0.5' : 'text/plain, text/csv, */*;q=0.5',
    maxBytes,
    signal,
    // The list of an https URL must not come over http.
    mayFollow: ({ protocol }) => protocol === 'https:' || url.startsWith('http:'),
    ...(known ? { known } : {}),
    ...(credentials === undefined ? {} : { credentials }),
  });
  if (response.type === 'failed') return { fault: response.reason };
  const { status, text, version = { etag: null, lastModified: null } } = response;
  if (status === 304 && known) return { unchanged: true };
  return status < 200 || status > 299 ? { fault: `http_${status}` } : { text, version };
}
