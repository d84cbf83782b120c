import { createHash } from 'node:crypto';
import { checkTrafficList } from '#engine/ivt/checkTrafficList.ts';
import type { FileFetcher } from '#outbound/fetchFile.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { TrafficListAttempt } from '#storage/trafficLists/trafficListStore.ts';
import { fetchListText, type ListInUse } from './fetchListText.ts';
import { fetchVendorLists } from './fetchVendorLists.ts';
import type { TrafficListSource } from './trafficListSources.ts';

/**
 * Fetches a list and checks that it can replace the one in use. `acceptsChange` = also one with fewer than half of its
 * entries, or of an older or much newer version. Never throws unless reading the contents in use does.
 */
export async function fetchTrafficList(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  source: TrafficListSource,
  inUse: ListInUse,
  acceptsChange = false,
): Promise<TrafficListAttempt> {
  const { kind } = source;
  if (kind === 'vendors') return fetchVendorLists(fetcher, source, inUse, acceptsChange);
  const fetched = await fetchListText(fetcher, source, inUse);
  if (!('text' in fetched)) return fetched;
  const { text, version } = fetched;
  const checked = await checkTrafficList(
    kind,
    text,
    acceptsChange ? 0 : inUse.entries,
    createSlicer(() => performance.now()),
  );
  if ('fault' in checked) return checked;
  const digest = createHash('sha256').update(text).digest('hex');
  return { list: { contents: text, digest, entries: checked.entries, publishedAt: null, ...version } };
}
