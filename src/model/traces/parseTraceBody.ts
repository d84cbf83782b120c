import type { TraceAuction, TraceBody, TracePod } from './trace.ts';

/** An auction as an earlier version stored it. */
type StoredAuction = Omit<TraceAuction, 'dynamicFloor' | 'pod'> & {
  dynamicFloor?: TraceAuction['dynamicFloor'];
  learnedFloor?: TraceAuction['dynamicFloor'];
  pod: StoredPod | null;
};

type StoredPod = Omit<TracePod, 'dedupe' | 'shortestS'> & {
  dedupe?: TracePod['dedupe'];
  apart?: TracePod['dedupe'];
  shortestS?: number;
};

const noDedupe: TracePod['dedupe'] = { creatives: false, advertisers: false, categories: false };

/** Seconds of the shortest ad in pods that were stored without it. */
const formerShortestS = 5;

/** The body of a stored trace, with the fields of earlier versions under their present names. */
export function parseTraceBody(text: string): TraceBody {
  const body = JSON.parse(text) as Omit<TraceBody, 'auction'> & { auction: StoredAuction | null };
  if (!body.auction) return { ...body, auction: null };
  const { learnedFloor = 0, dynamicFloor = learnedFloor, pod, ...auction } = body.auction;
  return { ...body, auction: { ...auction, dynamicFloor, pod: pod && currentPod(pod) } };
}

function currentPod({ apart = noDedupe, dedupe = apart, shortestS = formerShortestS, ...pod }: StoredPod): TracePod {
  return { ...pod, shortestS, dedupe };
}
