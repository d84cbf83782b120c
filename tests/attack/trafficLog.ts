/** Traffic as viewers know it. Hits are named as `hitName` names them. */
export interface TrafficLog {
  /** Ad requests sent. */
  requests: number;
  /** Ad requests with a complete answer, with an ad or without. */
  answered: number;
  /** Serve ids of ads that arrived. */
  ads: Set<string>;
  /** Hits whose answer arrived. */
  acknowledged: Set<string>;
  /** Hits that were sent and not answered: they may be counted or not. */
  unanswered: Set<string>;
  /** Connections that broke or were refused, and answers that did not come in time. */
  aborted: number;
  /** Answers of 500 and more, as "GET /path: 503 text". */
  faults: string[];
}

/** A log of no traffic. */
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
