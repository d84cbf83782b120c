import {
  callOutcomes,
  candidateReasons,
  requestIntegrations,
  type TraceBody,
  type TraceCandidate,
} from '#model/index.ts';
import type { TraceRecord } from './records.ts';

const integrationNames: ReadonlySet<string> = new Set(requestIntegrations);
const outcomeNames: ReadonlySet<string> = new Set(callOutcomes);

/**
 * Why a trace's own data cannot become a row; null when it can. recordFault checks what it shares with other records.
 */
export function traceFault({ integration, sampleWeight, body }: TraceRecord): string | null {
  if (!integrationNames.has(integration)) return 'integration';
  if (!Number.isFinite(sampleWeight) || sampleWeight < 0) return 'sample weight';
  return isBody(body) ? null : 'trace';
}

/** Whether a body can be shown and replayed: its parts exist and their codes are known. */
function isBody(body: Partial<TraceBody>): boolean {
  const { request, candidates, winners, auction } = body;
  if (typeof request !== 'object' || request === null) return false;
  if (!Array.isArray(candidates) || !candidates.every(isCandidate) || !Array.isArray(winners)) return false;
  if (auction === null) return true;
  if (typeof auction !== 'object' || !Array.isArray(auction.checks) || !Array.isArray(auction.inputs)) return false;
  return Array.isArray(auction.calls) && auction.calls.every((call) => outcomeNames.has(call?.outcome));
}

function isCandidate(candidate: TraceCandidate | null): boolean {
  if (typeof candidate !== 'object' || candidate === null) return false;
  const { tagId, adexchangeId = 0, campaignId = 0, advertiserId, reason } = candidate;
  if (!isId(adexchangeId) || !isId(campaignId)) return false;
  return isId(tagId) && isId(advertiserId) && (reason === null || Object.hasOwn(candidateReasons, reason));
}

function isId(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}
