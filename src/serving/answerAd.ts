import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Decision } from '#engine/auction.ts';
import type { ChannelPlan } from '#engine/plan.ts';
import { opportunityCost } from '#engine/pricing.ts';
import { planOfUid } from '#engine/snapshot.ts';
import { supplyGate } from '#engine/supplyGate.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import type { Origin, ServeRecord } from '#events/records.ts';
import type { SupplyReason } from '#model/index.ts';
import { renderNoAd } from '#standards/vast/renderNoAd.ts';
import type { VastVersion } from '#standards/vast/types.ts';
import { answeredCreative } from './answeredCreative.ts';
import { sendVast } from './answerHttp.ts';
import { answerVersion } from './askedVersion.ts';
import { renderAd } from './renderAd.ts';
import {
  appOf,
  macroValues,
  publisherOf,
  readRequest,
  siteOf,
  viewerHeaders,
  type RequestFacts,
} from './requestFacts.ts';
import { runAuction } from './runAuction.ts';
import type { ServingDeps } from './servingDeps.ts';
import type { AnsweredCreative } from './sightings.ts';

/** One request for an ad on its way to an answer. */
interface AdRequest {
  message: IncomingMessage;
  response: ServerResponse;
  facts: RequestFacts;
  version: VastVersion;
  record: ServeRecord;
}

/** Answers a request to a channel: always with VAST, and with one serve record before the answer leaves. */
export function answerAd(deps: ServingDeps, uid: string, message: IncomingMessage, response: ServerResponse): void {
  const facts = readRequest(message, deps.isProxyTrusted);
  const plan = planOfUid(deps.snapshot(), uid);
  const request: AdRequest = {
    message,
    response,
    facts,
    version: answerVersion(plan?.answerVersion ?? 'auto', facts.query),
    record: {
      type: 'serve',
      serveId: deps.newServeId(),
      at: deps.now(),
      origin: originOf(plan, facts),
      reason: null,
      creative: '',
      opportunityCost: 0,
      requestFee: 0,
      candidates: [],
    },
  };
  if (!plan) return answerNoAd(deps, request, 'bad_request');
  const { serveId, at } = request.record;
  const traits = readTraits(facts, { environment: plan.environment, zoneHours: plan.zoneHours, now: at });
  const gate = supplyGate(plan, traits, at);
  if (gate) {
    tellCatalogues(deps, request, null);
    return answerNoAd(deps, request, gate);
  }
  if (deps.overload.isOverloaded()) return answerNoAd(deps, request, 'overload');
  request.record.requestFee = plan.requestFee;
  const decided = runAuction(
    deps,
    {
      plan,
      seed: Math.floor(deps.random() * 4_294_967_296),
      readStored: (tag) => deps.markup.read(tag),
      storedCreative: (tag) => deps.markup.creative(tag)?.ids ?? [],
      traits,
    },
    () => {
      const macros = macroValues(facts, { now: at, random: deps.random(), serveId, serverSide: '1' });
      const headers = viewerHeaders(facts);
      return { macros, headers };
    },
  );
  if (!(decided instanceof Promise)) return answerDecision(deps, request, plan, decided);
  deps.overload.enter();
  decided
    .then((decision) => answerDecision(deps, request, plan, decision))
    .catch((error: unknown) => answerFault(deps, message, response, error))
    .finally(() => deps.overload.leave());
}

function originOf(plan: ChannelPlan | undefined, facts: RequestFacts): Origin {
  return {
    demandId: plan?.demandId ?? 0,
    channelId: plan?.channelId ?? 0,
    subpublisherId: plan?.subpublisherId ?? 0,
    environment: plan?.environment ?? 'web',
    site: siteOf(facts),
    app: appOf(facts),
    publisher: publisherOf(facts),
  };
}

function answerDecision(deps: ServingDeps, request: AdRequest, plan: ChannelPlan, decision: Decision): void {
  const { record } = request;
  record.candidates = decision.fates;
  const creative = answeredCreative(deps.markup, decision);
  record.creative = creative?.identity.key ?? '';
  tellCatalogues(deps, request, creative);
  if (decision.kind === 'unfilled') return answerNoAd(deps, request, decision.reason);
  record.opportunityCost = opportunityCost(plan.costTerms);
  const xml = renderAd(deps, { ...request, plan, decision });
  keepAndSend(deps, request, xml);
}

/** Also of what is refused: who allows some apps or publishers alone looks here for the next one. */
function tellCatalogues(deps: ServingDeps, { record, facts }: AdRequest, creative: AnsweredCreative | null): void {
  const sightings = deps.sightings.newOf(record.origin, facts, creative, record.at);
  if (sightings) record.sightings = sightings;
}

function answerNoAd(deps: ServingDeps, request: AdRequest, reason: SupplyReason): void {
  request.record.reason = reason;
  keepAndSend(deps, request, renderNoAd(request.version));
}

/** The record comes first: an answer that cannot be accounted for does not leave. */
function keepAndSend(deps: ServingDeps, { message, response, record, version }: AdRequest, xml: string): void {
  deps.spool.append(record).then(
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
