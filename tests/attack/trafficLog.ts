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
  /** Hits that got 503. */
  refused: Set<string>;
  /** Connections that broke or were refused, and responses that timed out. */
  aborted: number;
  /** Responses of 500 and more, as "GET /path: 503 text". */
  faults: string[];
  /** Responses to the requests that are sent from now on: replaced when a new period begins. */
  period: ResponseCounts;
}

/** How requests of a period were answered. */
export interface ResponseCounts {
  /** Ad requests by response. */
  ads: number;
  noAds: number;
  /** Responses of 500 and more, and those that are no VAST. */
  invalid: number;
  unanswered: number;
  /** The longest wait for the response to an ad request. */
  longestMs: number;
  /** Hits by response. */
  hits: number;
  refusedHits: number;
  unansweredHits: number;
  longestHitMs: number;
}

/** A log without traffic. */
export function emptyTrafficLog(): TrafficLog {
  return {
    requests: 0,
    answered: 0,
    ads: new Set(),
    acknowledged: new Set(),
    unanswered: new Set(),
    refused: new Set(),
    aborted: 0,
    faults: [],
    period: emptyPeriod(),
  };
}

/** A period without requests. */
export function emptyPeriod(): ResponseCounts {
  return {
    ads: 0,
    noAds: 0,
    invalid: 0,
    unanswered: 0,
    longestMs: 0,
    hits: 0,
    refusedHits: 0,
    unansweredHits: 0,
    longestHitMs: 0,
  };
}
