import type { IncomingMessage } from 'node:http';
import type { EventSource, TokenPayload } from '#events/record/records.ts';
import type { TrackedEvent } from '#model/index.ts';
import { readRequest, viewerAgent } from '../imp/requestSignals.ts';
import { isLocalAddress } from '../ivt/isLocalAddress.ts';
import { withForwardedViewer } from '../ivt/withForwardedViewer.ts';
import type { ServingDeps } from '../servingDeps.ts';

/** The dependencies with which the source of a hit is read. */
export type SourceDeps = Pick<ServingDeps, 'isProxyTrusted' | 'traffic' | 'sources'>;

const reviewedEvents: ReadonlySet<TrackedEvent> = new Set(['impression', 'click']);

/**
 * The source of a valid hit for the nightly review: of impressions and clicks whose request was checked and found valid.
 * Null for hits that a server may send for many viewers, and for private addresses, behind which there may be many.
 */
export function sourceOfHit(
  { isProxyTrusted, traffic, sources }: SourceDeps,
  { event, at }: { event: TrackedEvent; at: number },
  { origin, isTest }: TokenPayload,
  message: IncomingMessage,
): EventSource | null {
  if (sources === null || isTest || origin.ivt !== 'valid' || !reviewedEvents.has(event)) return null;
  // Requests between servers are answered with ads whose events servers may report.
  const { integration = '' } = origin.audience ?? {};
  if (origin.supplierId !== undefined || integration === 'rtb' || integration === 'bid') return null;
  const signals = withForwardedViewer(readRequest(message, isProxyTrusted), traffic.isPartner);
  const { peer } = signals;
  if (isLocalAddress(peer) || traffic.isPartner(peer)) return null;
  return sources.sourceOf(peer, viewerAgent({ ...signals, query: new Map() }) ?? '', at);
}
