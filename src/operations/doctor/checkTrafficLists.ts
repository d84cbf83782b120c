import { checkTrafficList } from '#engine/ivt/checkTrafficList.ts';
import type { TrafficListKind } from '#model/lists/trafficList.ts';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { splitCredentials } from '#outbound/splitCredentials.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { readEnvironment } from '../../config.ts';
import { fault, passed, type Finding } from './finding.ts';

const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 30_000;

/** Fetches the lists of invalid traffic and of blocked creatives from their URLs, and checks that they are such lists. Stores nothing. */
export async function checkTrafficLists(
  settings: Pick<
    ReturnType<typeof readEnvironment>,
    'IVT_ROBOTS_URL' | 'IVT_DATA_CENTERS_URL' | 'BLOCKED_DOMAINS_URL' | 'BLOCKED_FILES_URL' | 'ALLOW_PRIVATE_ADDRESSES'
  >,
): Promise<Finding[]> {
  const { IVT_ROBOTS_URL, IVT_DATA_CENTERS_URL, BLOCKED_DOMAINS_URL, BLOCKED_FILES_URL, ALLOW_PRIVATE_ADDRESSES } =
    settings;
  const check = async (name: string, kind: TrafficListKind, setting: string | undefined): Promise<Finding[]> =>
    setting === undefined ? [] : [await checkList(name, kind, setting, ALLOW_PRIVATE_ADDRESSES)];
  return [
    ...(await check('IVT_ROBOTS_URL', 'robots', IVT_ROBOTS_URL)),
    ...(await check('IVT_DATA_CENTERS_URL', 'dataCenters', IVT_DATA_CENTERS_URL)),
    ...(await check('BLOCKED_DOMAINS_URL', 'blockedDomains', BLOCKED_DOMAINS_URL)),
    ...(await check('BLOCKED_FILES_URL', 'blockedFiles', BLOCKED_FILES_URL)),
  ];
}

async function checkList(
  name: string,
  kind: TrafficListKind,
  setting: string,
  allowPrivateAddresses: boolean,
): Promise<Finding> {
  const { url, ...credentials } = splitCredentials(setting);
  const fetcher = createFileFetcher({ allowPrivateAddresses, trustedHosts: [url.host] });
  try {
    const response = await fetcher.fetchFile(url.href, {
      accept: 'text/plain, text/csv, */*;q=0.5',
      maxBytes,
      signal: AbortSignal.timeout(timeoutMs),
      mayFollow: ({ protocol }) => protocol === 'https:' || url.protocol === 'http:',
      ...credentials,
    });
    const fix = `Correct ${name}, or its user name and password, or allow this machine to reach it.`;
    if (response.type === 'failed') return fault(name, `it cannot be fetched: ${response.reason}`, fix);
    if (response.status < 200 || response.status > 299) return fault(name, `HTTP status ${response.status}`, fix);
    const checked = await checkTrafficList(
      kind,
      response.text,
      0,
      createSlicer(() => performance.now()),
    );
    if ('fault' in checked) return fault(name, `the response is no usable list: ${checked.fault}`, fix);
    return passed(name, `a list of ${checked.entries} entries`);
  } finally {
    await fetcher.close();
  }
}
