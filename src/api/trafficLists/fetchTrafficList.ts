import { createHash } from 'node:crypto';
import { checkTrafficList } from '#engine/ivt/checkTrafficList.ts';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { TrafficListAttempt } from '#storage/trafficLists/trafficListStore.ts';
import { fetchListText, type ListInUse } from './fetchListText.ts';
import { fetchVendorLists } from './fetchVendorLists.ts';
import type { TrafficListSource } from './trafficListSources.ts';

/**
 * Fetches a list and checks that it can replace the one in use. `acceptsSmaller` = also one with fewer than half of its
 * entries. Never throws unless reading the contents in use does.
 */
export async function fetchTrafficList(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  source: TrafficListSource,
  inUse: ListInUse,
  acceptsSmaller = false,
): Promise<TrafficListAttempt> {
  const { kind } = source;
  const entriesInUse = acceptsSmaller ? 0 : inUse.entries;
  if (kind === 'vendors') return fetchVendorLists(fetcher, source, inUse, entriesInUse);
  const fetched = await fetchListText(fetcher, source, inUse);
  if (!('text' in fetched)) return fetched;
  const { text, version } = fetched;
  const checked = await checkTrafficList(
    kind,
    text,
    entriesInUse,
    createSlicer(() => performance.now()),
  );
  if ('fault' in checked) return checked;
  const digest = createHash('sha256').update(text).digest('hex');
  return { list: { contents: text, digest, entries: checked.entries, publishedAt: null, ...version } };
}
