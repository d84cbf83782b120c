/** Traffic as viewers know it. Hits have the names of `hitName`. */
export interface TrafficLog {
  /** Ad requests sent. */
  requests: number;
  /** Ad requests with a complete response, with or without an ad. */
  answered: number;
  /** Serve ids of the ads received. */
  ads: Set<string>;
  /** Hits with a response. */
  acknowledged: Set<string>;
  /** Hits without a response: they may or may not be counted. */
  unanswered: Set<string>;
  /** Connections that broke or were refused, and responses that timed out. */
  aborted: number;
  /** Responses of 500 and more, as "GET /path: 503 text". */
  faults: string[];
}

/** A log without traffic. */
export function emptyTrafficLog(): TrafficLog {
  return {
    requests: 0,
    answered: 0,
    ads: new Set(),
    acknowledged: new Set(),
    unanswered: new Set(),
    aborted: 0,
    faults: [],
  };
}
