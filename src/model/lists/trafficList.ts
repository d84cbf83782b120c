/**
 * Fetched lists that serving uses: user agents of robots and networks of data centers, with which it compares traffic, and
 * the vendors of the Global Vendor List.
 */
export const servedListKinds = ['robots', 'dataCenters', 'vendors'] as const;
export type ServedListKind = (typeof servedListKinds)[number];

/** Lists that are fetched from a URL of the operator: those of serving, and those with which creatives are compared. */
export const trafficListKinds = [...servedListKinds, 'blockedDomains', 'blockedFiles'] as const;
export type TrafficListKind = (typeof trafficListKinds)[number];
/** Lists with an entry on each line. */
export type LineListKind = Exclude<TrafficListKind, 'vendors'>;

/** Whether serving uses a list. */
export function isServedList(kind: TrafficListKind): kind is ServedListKind {
  return servedListKinds.some((each) => each === kind);
}

/** A fetched list as serving knows it: its contents are fetched by their digest. */
export interface TrafficListRow {
  id: number;
  kind: ServedListKind;
  /** SHA-256 of the contents, in hexadecimal. */
  digest: string;
}

/** Rows sent to serving besides entities, crawled files and watches. */
export interface TrafficListRows {
  trafficList: TrafficListRow;
}

/** The ID of a list in the snapshot feed. */
export function trafficListId(kind: ServedListKind): number {
  return servedListKinds.indexOf(kind) + 1;
}

/**
 * Why a response was not accepted as a list. Faults of the call are named by their own codes: http_404, timeout,
 * refused_address …
 */
export const trafficListFaults = [
  'empty',
  'not_a_list',
  'invalid_lines',
  'too_broad',
  'too_many',
  'matches_browsers',
  'shrunk',
  'older_version',
  'version_jump',
] as const;
export type TrafficListFault = (typeof trafficListFaults)[number];
