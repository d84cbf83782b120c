import { checkTrafficList } from '#engine/ivt/checkTrafficList.ts';
import type { LineListKind } from '#model/lists/trafficList.ts';
import { createSlicer } from '#runtime/createSlicer.ts';
import type { readEnvironment } from '../../config.ts';
import { fetchList } from './fetchList.ts';
import { fault, passed, type Finding } from './finding.ts';

/** Fetches the lists of invalid traffic and of blocked creatives from their URLs, and checks that they are such lists. Stores nothing. */
export async function checkTrafficLists(
  settings: Pick<
    ReturnType<typeof readEnvironment>,
    'IVT_ROBOTS_URL' | 'IVT_DATA_CENTERS_URL' | 'BLOCKED_DOMAINS_URL' | 'BLOCKED_FILES_URL' | 'ALLOW_PRIVATE_ADDRESSES'
  >,
): Promise<Finding[]> {
  const { IVT_ROBOTS_URL, IVT_DATA_CENTERS_URL, BLOCKED_DOMAINS_URL, BLOCKED_FILES_URL, ALLOW_PRIVATE_ADDRESSES } =
    settings;
  const check = async (name: string, kind: LineListKind, setting: string | undefined): Promise<Finding[]> =>
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
  kind: LineListKind,
  setting: string,
  allowPrivateAddresses: boolean,
): Promise<Finding> {
  const fetched = await fetchList(name, setting, allowPrivateAddresses);
  if (typeof fetched !== 'string') return fetched;
  const checked = await checkTrafficList(
    kind,
    fetched,
    0,
    createSlicer(() => performance.now()),
  );
  if ('entries' in checked) return passed(name, `a list of ${checked.entries} entries`);
  return fault(name, `the response is no usable list: ${checked.fault}`, `Correct ${name}.`);
}
