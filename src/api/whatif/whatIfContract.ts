import type { WhatIfChange, WhatIfLoss } from '#model/whatIf.ts';
import type { Named } from '../why/whyContract.ts';

/** Body of POST /api/demand/whatif. */
export interface WhatIfRequest {
  channelId: number;
  /** Days to look back, today included. */
  days: number;
  changes: WhatIfChange[];
}

/** What is told of the channel as a whole: counts, a ratio, and money in USD. */
export const whatIfFigures = ['reqs', 'opps', 'fill', 'imps', 'rev', 'cost', 'profit'] as const;
export type WhatIfFigure = (typeof whatIfFigures)[number];

/**
 * A figure as it was and as it would have been, in decimals. The difference lies within ± margin in 95 of 100 cases, as
 * far as the sample decides it.
 */
export interface WhatIfDifference {
  before: string;
  after: string;
  difference: string;
  margin: string;
}

/** Traces, and the requests that they stand for. */
export interface WhatIfCount {
  traces: number;
  requests: number;
}

/** What one tag gains or loses: ads that it sells, and what they earn. */
export interface WhatIfTag {
  tag: Named;
  opps: WhatIfDifference;
  rev: WhatIfDifference;
  /** Requests for which an answer of it to another one stands in. */
  estimated: number;
  /** Requests that would ask it, and to which no answer of it is known. */
  unknown: number;
}

/** What the answer cannot know. */
export interface WhatIfNote {
  code: string;
  text: string;
}

/** Answer of POST /api/demand/whatif. */
export interface WhatIfAnswer {
  /** ISO 8601. */
  from: string;
  to: string;
  /** Traces of the period, and those that were taken of them. */
  kept: number;
  taken: number;
  replayed: WhatIfCount;
  /** Those that would have been decided another way. */
  changed: WhatIfCount;
  leftOut: (WhatIfCount & { reason: WhatIfLoss; text: string })[];
  /** Whether there are too few traces to tell anything. */
  isTooFew: boolean;
  /** Whether what is told for after the change is the least that it would be. */
  isAtLeast: boolean;
  figures: Record<WhatIfFigure, WhatIfDifference>;
  /** The largest change of revenue first. */
  tags: WhatIfTag[];
  notes: WhatIfNote[];
}
