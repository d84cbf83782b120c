import { type CandidateReason, candidateReasons } from '#model/index.ts';
import type { Figures } from '../listMetrics/figures.ts';
import type { RowState } from '../rowParts.ts';
import { alertThresholds } from './alertThresholds.ts';
import { counted, percentage } from './rowState.ts';

/** The responses of a partner in the last hour. */
export interface Responses {
  /** Calls sent to it. */
  reqs: bigint;
  /** Usable responses. */
  opps: bigint;
  timeouts: bigint;
  /** Errors that players reported, and impressions. */
  errors: bigint;
  imps: bigint;
  /** Calls sent, by the reason why they did not serve. */
  reasons: ReadonlyMap<string, bigint>;
}

/** The sums that responses are read from, split by reason. */
export const responseSums = ['reqs', 'opps', 'timeouts', 'errors', 'imps'] as const;

/** The reasons of calls without a response. */
const failedCalls: ReadonlySet<string> = new Set<CandidateReason>([
  'timeout',
  'http_error',
  'conn_error',
  'refused_address',
]);

/** The reasons of responses that no request could use, unlike those that depend on a request, viewer or auction. */
const unusable: ReadonlySet<string> = new Set<CandidateReason>([
  'too_large',
  'invalid_xml',
  'wrapper_limit',
  'no_media',
  'invalid_bid',
  'unknown_impression',
  'currency',
  'no_markup',
  'encoding',
  'wrong_media_type',
  'native_asset',
]);

/** The responses of a row in figures of the last hour that are split by reason. */
export function responsesIn(figures: Figures, id: number): Responses {
  const sumOf = (key: (typeof responseSums)[number]) => figures.sumOf(id, key);
  return {
    reqs: sumOf('reqs'),
    opps: sumOf('opps'),
    timeouts: sumOf('timeouts'),
    errors: sumOf('errors'),
    imps: sumOf('imps'),
    reasons: new Map(figures.partsOf(id).map((part) => [part.value, part.sumOf('reqs')])),
  };
}

/**
 * The worst problem of a partner's responses, if any: none of them is usable, most calls fail, or many time out. A
 * response without an ad is a usable one. `fix` is the field with the partner's address.
 */
export function responseStatesOf(responses: Responses, fix: string): RowState[] {
  const { reqs, timeouts, errors } = responses;
  const unusableText = unusableTextOf(responses);
  if (unusableText !== null) return [{ code: 'unhealthy', text: unusableText, fix }];
  if (isMore(timeouts + errors, reqs, alertThresholds.failedShare, alertThresholds.failedCalls)) {
    const text = `Of ${counted(reqs)} calls in the last hour, ${counted(timeouts)} timed out and ${counted(errors)} ended with a player error.`;
    return [{ code: 'unhealthy', text, fix }];
  }
  if (isMore(timeouts, reqs, alertThresholds.timeoutShare, alertThresholds.timeoutCalls)) {
    const text = `${counted(timeouts)} of ${counted(reqs)} calls in the last hour timed out (${percentage(share(timeouts, reqs))}).`;
    return [{ code: 'timeouts', text, fix }];
  }
  return [];
}

/** The problem of ads that players cannot play, if any. */
export function playerErrorStatesOf({ errors, imps }: Responses): RowState[] {
  if (!isMore(errors, imps + errors, alertThresholds.errorShare, alertThresholds.errorImps)) return [];
  const text = `Players reported ${counted(errors)} errors and ${counted(imps)} impressions in the last hour.`;
  return [{ code: 'player_errors', text, fix: 'url' }];
}

/**
 * The text about responses of which none is usable, by all calls or by those that returned an ad; null if some are. A
 * partner that often has no ad and otherwise returns broken ones has no usable response either.
 */
function unusableTextOf({ reqs, opps, reasons }: Responses): string | null {
  const countOf = (codes: ReadonlySet<string>) => [...codes].reduce((sum, code) => sum + (reasons.get(code) ?? 0n), 0n);
  const broken = countOf(unusable);
  const failed = broken + countOf(failedCalls);
  const found = [
    { part: failed, of: reqs, word: 'calls' },
    { part: broken, of: broken + opps, word: 'responses with an ad' },
  ].find(({ part, of }) => of >= alertThresholds.unusableResponses && share(part, of) >= alertThresholds.unusableShare);
  if (!found) return null;
  const codes = found.word === 'calls' ? [...failedCalls, ...unusable] : [...unusable];
  const [main] = codes.toSorted((a, b) => Number((reasons.get(b) ?? 0n) - (reasons.get(a) ?? 0n)));
  const words = candidateReasons[main as CandidateReason].text;
  return `${counted(found.part)} of ${counted(found.of)} ${found.word} in the last hour could not be used. Main reason: ${words} (${counted(reasons.get(main ?? '') ?? 0n)}).`;
}

/** Whether a share of a significant total exceeds a threshold. */
function isMore(part: bigint, total: bigint, threshold: number, minimum: bigint): boolean {
  return total >= minimum && share(part, total) > threshold;
}

function share(part: bigint, total: bigint): number {
  return Number(part) / Number(total);
}
