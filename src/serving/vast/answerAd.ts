import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PodTerms } from '#engine/auction/pod.ts';
import type { Decision } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { podOfQuery } from '#engine/plan/podTerms.ts';
import { planOfUid } from '#engine/snapshot/snapshot.ts';
import { queryWithPlcmt } from '#standards/openrtb/request/withPlcmt.ts';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import { renderPod } from '#standards/vast/renderPod.ts';
import { logFault } from '../http/logFault.ts';
import { sendVast } from '../http/sendResponse.ts';
import { callContext } from '../imp/callContext.ts';
import { admit, recordImp, openImpContext, applyDecision, type ImpContext } from '../imp/impContext.ts';
import { withForwardedViewer } from '../ivt/withForwardedViewer.ts';
import { offeringOfTag, queryInPod } from './offeringOfTag.ts';
import { queryForKinds, queryForPod } from './queryForKinds.ts';
import { renderAd } from './renderAd.ts';
import type { SoldAd } from './signedAd.ts';
import { versionTerms, type VersionTerms } from './versionTerms.ts';
import { readRequest, viewerHeaders, type RequestSignals } from '../imp/requestSignals.ts';
import { runAuctions } from '../imp/runAuctions.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { Span } from '#runtime/tracing/tracer.ts';
import { spanAttributesOf } from '../tracing/spanAttributesOf.ts';
import { joinObservers, spanObserver } from '../tracing/spanObserver.ts';
import { timeStage } from '../metrics/timeStage.ts';
import { observeAuctions } from '../traces/observeAuctions.ts';

/** A VAST request while it is processed. */
interface AdRequest {
  message: IncomingMessage;
  response: ServerResponse;
  impContext: ImpContext;
  versions: VersionTerms;
  /** Null when the request is not traced. */
  span: Span | null;
}

/** Answers a VAST request to a channel: always with VAST, and with its serve record written before the response. */
export function answerAd(deps: ServingDeps, uid: string, message: IncomingMessage, response: ServerResponse): void {
  const span = deps.tracer?.start('vast') ?? null;
  const viewerRequest = withForwardedViewer(readRequest(message, deps.isProxyTrusted), deps.traffic.isPartner);
  const plan = planOfUid(deps.snapshot(), uid);
  const pod = plan ? podOf(plan, viewerRequest) : null;
  const signals = plan ? completeSignals(viewerRequest, plan, pod) : viewerRequest;
  const versions = versionTerms(plan?.answerVersion ?? 'auto', signals.query);
  const impContext = openImpContext(deps, plan, signals, 'vast');
  const request = { message, response, impContext, versions, span };
  const setting = plan
    ? timeStage(deps.metrics, 'admission', () => admit(deps, impContext, offeringOfTag(impContext, plan, pod)), span)
    : null;
  if (!setting) {
    impContext.record.reason ??= 'bad_request';
    return recordAndSend(deps, request, renderNoAd(versions.version));
  }
  const observer = joinObservers([
    impContext.trace && observeAuctions([{ setting, trace: impContext.trace.auction() }]),
    span && spanObserver(span),
  ]);
  const decided = runAuctions(deps, [setting], () => callContext(deps, impContext), observer);
  if (!(decided instanceof Promise)) return answerDecision(deps, request, decided[0]);
  deps.overload.enter();
  decided
    .then(([decision]) => answerDecision(deps, request, decision))
    .catch((error: unknown) => answerFault(deps, message, response, error))
    .finally(() => deps.overload.leave());
}

/** The request's signals with the channel's placement type, and the size and protocols of the pod that is sold. */
function completeSignals(signals: RequestSignals, { plcmt }: ChannelPlan, pod: PodTerms | null): RequestSignals {
  const placed = queryWithPlcmt(signals.query, plcmt);
  const query = pod ? queryInPod(queryForPod(placed), pod) : placed;
  return query === signals.query ? signals : { ...signals, query };
}

/** The requested pod; null where its ads would be of VAST 2.0, which has no pods (standards 1.1). */
function podOf({ pod, answerVersion }: ChannelPlan, { query }: RequestSignals): PodTerms | null {
  const asked = podOfQuery(pod, query);
  return asked && versionTerms(answerVersion, queryForPod(query)).version !== '2.0' ? asked : null;
}

function answerDecision(deps: ServingDeps, request: AdRequest, decision: Decision | undefined): void {
  const { impContext } = request;
  const sold = decision
    ? timeStage(deps.metrics, 'decision', () => applyDecision(deps, impContext, decision), request.span)
    : [];
  const [first] = sold;
  if (!first) return recordAndSend(deps, request, renderNoAd(request.versions.version));
  for (const { decision: ad } of sold) {
    // Our auction is the last one: the winner is notified at once.
    if (ad.won?.win) deps.notices.add([ad.won.win], viewerHeaders(impContext.privacy.signalsFor(ad.winner.tag.gvlId)));
  }
  const versions = versionsFor(request, sold);
  const { version } = versions;
  // The ads of a pod share one root, and cannot use what their own roots declare.
  const xml =
    sold.length === 1
      ? renderAd(deps, first, versions)
      : renderPod(sold.map((ad) => renderAd(deps, ad, { version, accepted: [] })));
  recordAndSend(deps, request, xml);
}

/** The versions for the ads of a response. */
function versionsFor({ impContext, versions }: AdRequest, ads: readonly SoldAd[]): VersionTerms {
  const { plan, signals } = impContext;
  const kinds = ads.map(({ decision }) => decision.ad.kind);
  const own = queryForKinds(signals.query, kinds);
  return own === signals.query ? versions : versionTerms(plan?.answerVersion ?? 'auto', own);
}

/** The record comes first: a response that cannot be accounted for is not sent. */
function recordAndSend(deps: ServingDeps, request: AdRequest, xml: string): void {
  const { message, response, impContext, versions, span } = request;
  span?.set(spanAttributesOf([impContext]));
  const written = span?.child('record');
  recordImp(deps, impContext)
    .then(
      () => sendVast(message, response, xml),
      () => sendVast(message, response, renderNoAd(versions.version)),
    )
    .finally(() => {
      written?.end();
      span?.end();
    });
}

/** Answers with empty VAST when our own code fails. */
export function answerFault(
  deps: ServingDeps,
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  logFault(deps.logger, response, error);
  if (!response.headersSent) sendVast(message, response, renderNoAd('2.0'));
}
