import { randomUUID } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { FileFetcher, FileResponse } from '#outbound/fetchFile.ts';
import { decodeJwt } from '#runtime/jwt/decodeJwt.ts';
import { isListed } from '#standards/deletion/deletionIdentifier.ts';
import { isSuccess, mayBeAcceptedLater } from '#standards/deletion/deletionResult.ts';
import { tokenInBody } from '#standards/deletion/tokenInBody.ts';
import type { ClaimedDelivery, DeletionStore, DeliveryEnd } from '#storage/deletions/deletionStore.ts';
import type { VerifyIssuer } from './issuerVerification.ts';
import type { OwnParticipant } from './ownParticipant.ts';
import type { Participants } from './participants.ts';

/** Dependencies of passing requests on. */
export interface PassOnDeps {
  own: OwnParticipant;
  participants: Participants;
  verifyIssuer: VerifyIssuer;
  fetcher: Pick<FileFetcher, 'postJson'>;
  store: Pick<DeletionStore, 'duePartners' | 'claimDelivery' | 'endDelivery' | 'clearFinished'>;
  now: () => Date;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Delays after the first and each further failed attempt; after the last one, the request has failed. */
const delaysMs = [1, 5, 30, 120, 360, 720, 1440, 1440, 1440, 1440, 1440].map((minutes) => minutes * minuteMs);
/** Time after which a request counts as lost with its process: longer than an attempt can take. */
const claimMs = hourMs / 12;
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;

/** Requests that a process passes on to a partner at a time. */
const maxPerPartner = 2;
/** Interval in which partners that have become due are looked for while others are called. */
const lookMs = 5000;

/**
 * Passes on the requests that are due (Deletion Request Sequence, 9), until none is or the signal fires. Each partner has
 * a queue of its own: no partner waits for another. Returns the number of requests.
 */
export async function passOnDue(deps: PassOnDeps, signal: AbortSignal): Promise<number> {
  const active = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  let count = 0;
  const start = (partner: string) => {
    const passing = passOnTo(deps, partner, signal)
      .then((passed) => void (count += passed))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => active.delete(partner));
    active.set(partner, passing);
  };
  while (!signal.aborted && failures.length === 0) {
    const due = await deps.store.duePartners(deps.now().toISOString());
    for (const partner of due) if (!active.has(partner)) start(partner);
    if (active.size === 0) break;
    const pause = pauseFor(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([...active.values(), pause]);
  }
  await Promise.all(active.values());
  if (failures.length > 0) throw failures[0];
  return count;
}

/** Passes on the requests that are due to one partner, and returns their number. */
async function passOnTo(deps: PassOnDeps, partner: string, signal: AbortSignal): Promise<number> {
  const { store, now } = deps;
  let count = 0;
  const passOnNext = async () => {
    while (!signal.aborted) {
      const at = now();
      const until = new Date(at.getTime() + claimMs).toISOString();
      const delivery = await store.claimDelivery(partner, { at: at.toISOString(), until });
      if (!delivery) break;
      await store.endDelivery(delivery.id, await passOn(deps, delivery), now().toISOString());
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: maxPerPartner }, passOnNext));
  if (count > 0) await store.clearFinished();
  return count;
}

/** Sends a request to a partner and reads its acknowledgement (Deletion Request Sequence, 2, 3 and 6). */
async function passOn(deps: PassOnDeps, delivery: ClaimedDelivery): Promise<DeliveryEnd> {
  const later = (outcome: string) => failedAttempt(delivery, outcome, deps.now());
  const result = await deps.participants.read(delivery.partner);
  if (!result) return later('busy');
  if (!result.ok) return later(result.fault);
  const { endpoint, identifiers, needsScript } = result.participant.file;
  const { identifierType: type, identifierFormat: format } = delivery;
  if (needsScript || endpoint === null) return ended('unsupported', 'no_endpoint');
  if (!isListed({ type, format }, identifiers)) return ended('unsupported', 'unsupported_identifier');
  const rqJwt = deps.own.key.sign(requestClaims(deps, delivery));
  const response = await deps.fetcher.postJson(endpoint, {
    json: JSON.stringify({ rqJWT: rqJwt }),
    maxBytes,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return outcomeOf(deps, delivery, rqJwt, response);
}

/** The claims of our request in the version of the received one: the 1st party's JWT is that of this version. */
function requestClaims({ own, now }: PassOnDeps, delivery: ClaimedDelivery): object {
  const { version, originToken, identifierType, identifierFormat, identifier } = delivery;
  const of = { identifierValue: identifier, identifierType, identifierFormat };
  return {
    version,
    ...(version === '1.0' ? { idJWT: originToken, sub: of } : { orJWT: originToken, ...of }),
    jti: randomUUID(),
    iss: own.domain,
    iat: Math.floor(now().getTime() / 1000),
  };
}

/**
 * An acknowledgement counts if the partner signed it for our request, whatever the HTTP status. Rejections are final,
 * except those for which the request itself is not the cause.
 */
async function outcomeOf(
  deps: PassOnDeps,
  delivery: ClaimedDelivery,
  rqJwt: string,
  response: FileResponse,
): Promise<DeliveryEnd> {
  const later = (outcome: string, code?: number) => failedAttempt(delivery, outcome, deps.now(), code);
  if (response.type === 'failed') return later(response.reason);
  const acJwt = decodeJwt(tokenInBody(response.text, 'acJWT') ?? '');
  if (!acJwt) return later(response.status === 202 ? 'no_acknowledgement' : `http_${response.status}`);
  const { rqJWT, iss, raResultCode } = acJwt.claims;
  if (rqJWT !== rqJwt || iss !== delivery.partner || !isResultCode(raResultCode)) return later('wrong_acknowledgement');
  const fault = await deps.verifyIssuer(delivery.partner, acJwt);
  if (fault) return later(fault);
  if (mayBeAcceptedLater(raResultCode)) return later('refused', raResultCode);
  const isAccepted = isSuccess(raResultCode);
  return isAccepted ? ended('acknowledged', 'ok', raResultCode) : ended('refused', 'refused', raResultCode);
}

function isResultCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100_000;
}

function ended(
  state: 'acknowledged' | 'refused' | 'unsupported',
  outcome: string,
  resultCode: number | null = null,
): DeliveryEnd {
  return { state, outcome, resultCode };
}

function failedAttempt(
  { attempts }: ClaimedDelivery,
  outcome: string,
  now: Date,
  resultCode: number | null = null,
): DeliveryEnd {
  const delayMs = delaysMs[attempts - 1];
  if (delayMs === undefined) return { state: 'failed', outcome, resultCode };
  return { state: 'waiting', outcome, resultCode, nextAt: new Date(now.getTime() + delayMs).toISOString() };
}
