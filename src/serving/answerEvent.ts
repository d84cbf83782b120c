import type { IncomingMessage, ServerResponse } from 'node:http';
import { trackedEvents, type TrackedEvent } from '#model/index.ts';
import type { TokenPayload } from '#events/records.ts';
import { sendHit, sendProblem } from './answerHttp.ts';
import { readQuery } from '#standards/readQuery.ts';
import type { ServingDeps } from './servingDeps.ts';

const eventNames = new Set<string>(trackedEvents);

function isTrackedEvent(name: string): name is TrackedEvent {
  return eventNames.has(name);
}

/**
 * Takes a hit on a tracking URL: stored with its verdict, on disk before it is answered. Forged and expired ones are
 * answered like valid ones. 404 for an event that does not exist, 503 when nothing can be stored.
 */
export async function answerEvent(
  deps: Pick<ServingDeps, 'verifier' | 'spool' | 'now' | 'logger' | 'delivery' | 'budgets'>,
  { event, token }: { event: string; token: string },
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isTrackedEvent(event)) {
    return sendProblem(message, response, 404, { code: 'not_found', message: 'No such event' });
  }
  const at = deps.now();
  const { verdict, payload } = deps.verifier.verify(event, token, at);
  const errorCode = event === 'error' ? errorCodeOf(message.url ?? '') : 0;
  try {
    await deps.spool.appendDurably({ type: 'event', at, event, verdict, errorCode, payload });
  } catch {
    return sendProblem(message, response, 503, { code: 'unavailable', message: 'The event cannot be stored' });
  }
  if (event === 'impression' && verdict === 'valid') tellImpression(deps, payload, at);
  sendHit(message, response);
}

/** Tells what keeps delivery within its limits of an impression. */
function tellImpression(
  { delivery, budgets }: Pick<ServingDeps, 'delivery' | 'budgets'>,
  { ad, viewer, serveId, servedAt }: TokenPayload,
  at: number,
): void {
  const { campaignId } = ad;
  if (viewer) {
    const seen =
      campaignId === undefined
        ? ({ kind: 'tag', id: ad.tagId } as const)
        : ({ kind: 'campaign', id: campaignId } as const);
    delivery.counters.add(seen, viewer, serveId, at);
  }
  if (campaignId !== undefined) budgets.billed({ adId: serveId, campaignId, price: ad.rev, bidAt: servedAt });
}

/** The VAST error code of an error hit; 900, undefined, for anything that is none. */
function errorCodeOf(url: string): number {
  const code = /^[1-9]\d{2}$/.exec(readQuery(url).get('code') ?? '');
  return code ? Number(code[0]) : 900;
}
