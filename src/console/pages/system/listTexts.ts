import type { TrafficListKind } from '#model/lists/trafficList.ts';
import type { SystemList } from '#api/system/systemContract.ts';

/** Lists and databases by which traffic, creatives and consent are checked. */
export const listNames: Record<SystemList['kind'], string> = {
  robots: 'Robots',
  dataCenters: 'Data centers',
  vendors: 'Global Vendor List',
  blockedDomains: 'Blocked domains',
  blockedFiles: 'Blocked files',
  addresses: 'Blocked addresses',
  locations: 'Locations of addresses',
  networks: 'Owners of addresses',
};

const faults: Readonly<Record<string, string>> = {
  empty: 'The response has no entries.',
  not_a_list: 'It is a page or another file, not a list.',
  invalid_lines: 'More than a tenth of the lines are no entries of such a list.',
  too_broad: 'An entry covers a large part of the internet.',
  too_many: 'The list has too many entries.',
  matches_browsers: 'An entry matches browsers of viewers.',
  shrunk: 'The new list has fewer than half of the entries in use.',
  older_version: 'The version at the URL is older than the one in use.',
  version_jump: 'The version at the URL is more than 120 above the one in use.',
  timeout: 'The server did not respond in time.',
  conn_error: 'The server could not be reached.',
  refused_address: 'The URL leads to a private IP address.',
  too_large: 'The list is larger than 32 MB.',
  redirect: 'The URL redirects to a place that is not allowed.',
  unreadable: 'The response could not be read.',
  file_missing: 'The file does not exist.',
};

/** Why the last attempt to fetch a list failed, as a sentence. */
export function listFaultText(fault: string): string {
  const status = /^http_(\d{3})$/.exec(fault)?.[1];
  return status === undefined ? (faults[fault] ?? fault) : `The server responded with status ${status}.`;
}

/** Whether a list is fetched from a URL. */
export function isFetchedList(list: SystemList): list is SystemList & { kind: TrafficListKind } {
  return list.origin === 'url';
}
