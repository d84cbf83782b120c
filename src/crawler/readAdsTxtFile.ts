import type { AdsTxtFileRow } from '#model/supply/adsTxt.ts';
import type { FileResponse, FileFetcher } from '#outbound/fetchFile.ts';
import type { AdsTxt } from '#standards/supplychain/adsTxtRecords.ts';
import { parseAdsTxt } from '#standards/supplychain/parseAdsTxt.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';

/**
 * The result of an attempt to read a file: the file, its absence (`none`), a response that is not such a file
 * (`wrong`), or no usable response (`failed`). `outcome` is a code: ok, http_404, not_text, not_ads_txt, http_503,
 * timeout …
 */
export type AdsTxtReading =
  | { type: 'read'; outcome: 'ok'; file: AdsTxt }
  | { type: 'none'; outcome: string }
  | { type: 'wrong'; outcome: string }
  | { type: 'failed'; outcome: string };

/** The largest files today have a third of this size. */
const maxBytes = 2 * 1024 * 1024;
const timeoutMs = 15_000;

/**
 * Reads the ads.txt or app-ads.txt of a host (ads.txt 1.1, 3.1): over https, or over http if https does not respond.
 */
export async function readAdsTxtFile(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  { kind, host }: Pick<AdsTxtFileRow, 'kind' | 'host'>,
  signal: AbortSignal,
): Promise<AdsTxtReading> {
  const path = `${host}/${kind === 'ads' ? 'ads.txt' : 'app-ads.txt'}`;
  const fetchVia = (scheme: string) =>
    fetcher.fetchFile(`${scheme}://${path}`, {
      accept: 'text/plain, */*;q=0.1',
      maxBytes,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      mayFollow: redirectsFrom(host),
    });
  const secure = await fetchVia('https');
  const hasNoResponse = secure.type === 'failed' && (secure.reason === 'conn_error' || secure.reason === 'timeout');
  const response = hasNoResponse && !signal.aborted ? await fetchVia('http') : secure;
  return readingOf(response, kind);
}

/** Redirects within the root domain are followed, and a single one out of it. */
function redirectsFrom(host: string): (to: URL) => boolean {
  const root = rootDomainOf(host);
  let hasLeft = false;
  return ({ hostname }) => {
    if (hasLeft) return false;
    hasLeft = root === null || rootDomainOf(hostname) !== root;
    return true;
  };
}

function readingOf(response: FileResponse, kind: AdsTxtFileRow['kind']): AdsTxtReading {
  if (response.type === 'failed') return { type: 'failed', outcome: response.reason };
  const { status, contentType, text } = response;
  if (status === 404 || status === 410) return { type: 'none', outcome: `http_${status}` };
  if (status < 200 || status > 299) return { type: 'failed', outcome: `http_${status}` };
  // A "not found" page with a 2xx status is not a file either.
  if (!/^text\/plain\b/i.test(contentType.trim())) return { type: 'wrong', outcome: 'not_text' };
  const { file } = parseAdsTxt(text, kind);
  return file ? { type: 'read', outcome: 'ok', file } : { type: 'wrong', outcome: 'not_ads_txt' };
}
