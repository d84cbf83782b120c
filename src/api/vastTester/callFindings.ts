import { MAX_WRAPPERS } from '#engine/auction/applyVastResponse.ts';
import type { ChainFailure } from '#engine/auction/callFailure.ts';
import { MAX_RESPONSE_BYTES } from '#outbound/responseBody.ts';
import type { VastFinding } from '#standards/vast/check/vastFinding.ts';
import type { VastHop } from './vastTesterContract.ts';

/** Maximum duration of a call in ms before players that wait one second for the entire chain give up. */
const slowMs = 800;

/** Findings of how a call went, whatever its response. */
export function callFindings(hop: VastHop): VastFinding[] {
  if (hop.url === null) return [];
  const subject = hop.redirects.at(-1)?.url ?? hop.url;
  const { failure, status } = hop;
  if (failure !== null) {
    return [{ severity: 'error', rule: `call_${failure}`, message: failureWords[failure](status), subject }];
  }
  const findings: VastFinding[] = [];
  if (hop.ms > slowMs) {
    findings.push({
      severity: 'warning',
      rule: 'slow',
      message: `The call took ${Math.round(hop.ms)} ms; players that wait a second for the whole chain give up.`,
      subject,
    });
  }
  if (hop.type !== null && !/xml/i.test(hop.type)) {
    findings.push({
      severity: 'warning',
      rule: 'content_type',
      message: 'The response is not sent as XML; some players reject it.',
      subject: hop.type,
    });
  }
  if (hop.redirects.length > 1) {
    findings.push({
      severity: 'warning',
      rule: 'redirects',
      message: `The call was redirected ${hop.redirects.length} times; each redirect costs a round trip.`,
      subject,
    });
  }
  return findings;
}

const failureWords: Record<NonNullable<VastHop['failure']>, (status: number | null) => string> = {
  timeout: () => 'The server did not respond in time (error 301).',
  http_error: (status) =>
    status !== null && status >= 300
      ? `The server returned HTTP status ${status} instead of 200 (error 301).`
      : 'The response is not valid HTTP (error 301).',
  conn_error: () => 'The server cannot be reached. Check its host name, port and certificate (error 301).',
  refused_address: () => 'The URL points to a private IP address, which is not called.',
  too_large: () => `The response is larger than ${MAX_RESPONSE_BYTES / 1024} KB and was discarded.`,
  empty: (status) =>
    `The response is empty${status === 204 ? ' (HTTP status 204)' : ''}. It should be a VAST document without an ad.`,
  encoding: () => 'The response is in a character encoding that is not known (error 100). Send it in UTF-8.',
};

/** Findings of a chain as a whole. */
export function chainFindings(failure: ChainFailure | null, wrappers: number): VastFinding[] {
  if (failure === 'wrapper_limit') {
    return [
      {
        severity: 'error',
        rule: 'wrapper_limit',
        message:
          wrappers > MAX_WRAPPERS
            ? `There are more than ${MAX_WRAPPERS} wrappers, which is the limit of players (error 302).`
            : 'The wrappers lead back to a tag that was already called (error 302).',
      },
    ];
  }
  if (failure === 'empty' && wrappers > 0) {
    return [{ severity: 'error', rule: 'chain_without_ad', message: 'The wrappers do not lead to an ad (error 303).' }];
  }
  if (failure === null && wrappers > 2) {
    return [
      {
        severity: 'warning',
        rule: 'long_chain',
        message: `The ad is behind ${wrappers} wrappers; each adds a call and loses some viewers.`,
      },
    ];
  }
  return [];
}
