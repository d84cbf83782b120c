import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Decision } from '#engine/auction/types.ts';
import { planOfUid } from '#engine/snapshot.ts';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { sendVast } from './answerHttp.ts';
import { answerVersion } from './askedVersion.ts';
import { callContext } from './callContext.ts';
import { admit, openImpression, takeDecision, type Impression } from './impression.ts';
import { viewerFacts } from './ivt/viewerFacts.ts';
import { offeringOfTag } from './offeringOfTag.ts';
import { renderAd } from './renderAd.ts';
import { readRequest, viewerHeaders } from './requestFacts.ts';
import { runAuctions } from './runAuction.ts';
import type { ServingDeps } from './servingDeps.ts';

/** One request for an ad on its way to an answer. */
interface AdRequest {
  message: IncomingMessage;
  response: ServerResponse;
  impression: Impression;
  version: VastVersion;
}

/** Answers a request to a channel: always with VAST, and with one serve record before the answer leaves. */
export function answerAd(deps: ServingDeps, uid: string, message: IncomingMessage, response: ServerResponse): void {
  const facts = viewerFacts(readRequest(message, deps.isProxyTrusted), deps.traffic.isPartner);
  const plan = planOfUid(deps.snapshot(), uid);
  const impression = openImpression(deps, plan, facts);
  const version = answerVersion(plan?.answerVersion ?? 'auto', facts.query);
  const request = { message, response, impression, version };
  const setting = plan ? admit(deps, impression, offeringOfTag(impression, plan)) : null;
  if (!setting) {
    impression.record.reason ??= 'bad_request';
    return keepAndSend(deps, request, renderNoAd(version));
  }
  const decided = runAuctions(deps, [setting], () => callContext(deps, impression));
  if (!(decided instanceof Promise)) return answerDecision(deps, request, decided[0]);
  deps.overload.enter();
  decided
    .then(([decision]) => answerDecision(deps, request, decision))
    .catch((error: unknown) => answerFault(deps, message, response, error))
    .finally(() => deps.overload.leave());
}

function answerDecision(deps: ServingDeps, request: AdRequest, decision: Decision | undefined): void {
  const { impression, version } = request;
  const sold = decision ? takeDecision(deps, impression, decision) : null;
  if (!sold) return keepAndSend(deps, request, renderNoAd(version));
  const { won } = sold.decision;
  // Nobody else holds an auction behind ours.
  if (won?.win) deps.notices.add([won.win], viewerHeaders(impression.facts));
  keepAndSend(deps, request, renderAd(deps, sold, version));
}

/** The record comes first: an answer that cannot be accounted for does not leave. */
function keepAndSend(deps: ServingDeps, { message, response, impression, version }: AdRequest, xml: string): void {
  deps.spool.append(impression.record).then(
    () => sendVast(message, response, xml),
    () => sendVast(message, response, renderNoAd(version)),
  );
}

/** Whatever goes wrong in our own code, the player gets VAST. */
export function answerFault(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  deps.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (!response.headersSent) sendVast(message, response, renderNoAd('2.0'));
}
