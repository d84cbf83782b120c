import { createFileFetcher } from '#outbound/fetchFile.ts';
import { splitCredentials } from '#outbound/splitCredentials.ts';
import { fault, type Finding } from './finding.ts';

const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 30_000;

/** The text of the list at the URL of a setting, as the management API fetches it, or the fault for which it has none. */
export async function fetchList(
  name: string,
  setting: string,
  allowPrivateAddresses: boolean,
): Promise<string | Finding> {
  const { url, ...credentials } = splitCredentials(setting);
  const fetcher = createFileFetcher({ allowPrivateAddresses, trustedHosts: [url.host] });
  try {
    const response = await fetcher.fetchFile(url.href, {
      accept: '*/*',
      maxBytes,
      signal: AbortSignal.timeout(timeoutMs),
      mayFollow: ({ protocol }) => protocol === 'https:' || url.protocol === 'http:',
      ...credentials,
    });
    const fix = `Correct ${name}, or its user name and password, or allow this machine to reach it.`;
    if (response.type === 'failed') return fault(name, `it cannot be fetched: ${response.reason}`, fix);
    if (response.status < 200 || response.status > 299) return fault(name, `HTTP status ${response.status}`, fix);
    return response.text;
  } finally {
    await fetcher.close();
  }
}
