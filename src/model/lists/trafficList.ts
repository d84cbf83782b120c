/** Lists of invalid traffic that are fetched from a URL of the operator: user agents of robots, networks of data centers. */
export const trafficListKinds = ['robots', 'dataCenters'] as const;
export type TrafficListKind = (typeof trafficListKinds)[number];

/** A fetched list as serving knows it: its contents are fetched by their digest. */
export interface TrafficListRow {
  id: number;
  kind: TrafficListKind;
  /** SHA-256 of the contents, in hexadecimal. */
  digest: string;
}

/** Rows sent to serving besides entities, crawled files and watches. */
export interface TrafficListRows {
  trafficList: TrafficListRow;
}

/** The ID of a list in the snapshot feed. */
export function trafficListId(kind: TrafficListKind): number {
  return trafficListKinds.indexOf(kind) + 1;
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
] as const;
export type TrafficListFault = (typeof trafficListFaults)[number];
