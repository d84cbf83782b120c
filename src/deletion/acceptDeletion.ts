import { createHash } from 'node:crypto';
import { decodeJwt, type Jwt } from '#runtime/jwt/decodeJwt.ts';
import {
  readOriginClaims,
  readRequestClaims,
  versionOf,
  type RequestClaims,
  type TokenClaims,
} from '#standards/deletion/deletionClaims.ts';
import { identifierFault } from '#standards/deletion/deletionIdentifier.ts';
import type { DeletionFault, DeletionRejection, DeletionToken } from '#standards/deletion/deletionResult.ts';
import { timeFault } from '#standards/deletion/timeFault.ts';
import type { DeletionStore } from '#storage/deletions/deletionStore.ts';
import { hashIdentifier } from './hashIdentifier.ts';
import type { VerifyIssuer } from './issuerVerification.ts';
import type { OwnParticipant } from './ownParticipant.ts';
import { signAcknowledgement } from './signAcknowledgement.ts';

/** Dependencies of accepting requests. */
export interface AcceptDeps {
  own: OwnParticipant;
  verifyIssuer: VerifyIssuer;
  store: Pick<DeletionStore, 'accept'>;
  /** Root domains to which requests are passed on. */
  partners: readonly string[];
  /** The installation's secret, hexadecimal. */
  secret: string;
  /** Milliseconds for which ads that were sold before may still be counted with their device. */
  countedMs: number;
  now: () => Date;
}

/**
 * The result of a request: accepted or refused, with the acknowledgement (acJWT). Without one: 400 for a text that is no
 * JWT, since we sign no text of strangers' own; 503 when it cannot be accepted at this moment.
 */
export type DeletionOutcome =
  | { status: 202 | 400; acknowledgement: string }
  | { status: 400 | 503; acknowledgement: null };

/**
 * Accepts a deletion request (rqJWT; Deletion Request Sequence, 4 and 5): verifies it and the 1st party's JWT in it, and
 * stores it durably before it is acknowledged. A request that arrives again is acknowledged again.
 */
export async function acceptDeletion(deps: AcceptDeps, rqJwt: string): Promise<DeletionOutcome> {
  const jwt = decodeJwt(rqJwt);
  if (!jwt) return { status: 400, acknowledgement: null };
  const rejection = await checkAndStore(deps, rqJwt, jwt);
  if (rejection === 'busy') return { status: 503, acknowledgement: null };
  const version = versionOf(jwt.claims);
  const now = deps.now().getTime();
  return {
    status: rejection ? 400 : 202,
    acknowledgement: signAcknowledgement(deps.own, { rqJwt, version, rejection, now }),
  };
}

/** Stores a request that is valid, and returns why it was refused; null if it was not. */
async function checkAndStore(deps: AcceptDeps, rqJwt: string, jwt: Jwt): Promise<DeletionRejection | 'busy' | null> {
  const request = readRequestClaims(jwt.claims);
  if (!request.ok) return rejectionOf('rq', request.fault);
  const originJwt = decodeJwt(request.claims.originToken);
  if (!originJwt) return rejectionOf('or', 'invalid_token');
  const origin = readOriginClaims(originJwt.claims, request.claims.version);
  if (!origin.ok) return rejectionOf('or', origin.fault);
  const rejection = rejectionBefore(deps, request.claims, origin.claims);
  if (rejection) return rejection;
  for (const [token, { iss }, signed] of [
    ['rq', request.claims, jwt],
    ['or', origin.claims, originJwt],
  ] as const) {
    const fault = await deps.verifyIssuer(iss, signed);
    if (fault === 'busy') return fault;
    if (fault) return rejectionOf(token, fault);
  }
  return storeRequest(deps, rqJwt, request.claims, origin.claims);
}

/** Everything about a request that can be known without calling anyone. */
function rejectionBefore(
  { own, now }: Pick<AcceptDeps, 'own' | 'now'>,
  request: RequestClaims,
  origin: TokenClaims,
): DeletionRejection | null {
  // We are never the 1st party: the tokens of our domain are requests and acknowledgements.
  if (origin.iss === own.domain) return rejectionOf('or', 'invalid_token');
  const seconds = Math.floor(now().getTime() / 1000);
  const originTime = timeFault(origin, seconds, 'or');
  if (originTime) return rejectionOf('or', originTime);
  const requestTime = timeFault(request, seconds, 'rq');
  if (requestTime) return rejectionOf('rq', requestTime);
  if (request.iat < origin.iat) return rejectionOf('rq', 'invalid_timestamp_sequence');
  // The framework defines no audience. A token that has one is for it alone (RFC 7519, 4.1.3).
  if (request.aud && !request.aud.includes(own.domain)) return rejectionOf('rq', 'invalid_token');
  const identifier = identifierFault(request.identifier);
  return identifier && rejectionOf('rq', identifier);
}

async function storeRequest(
  { own, store, partners, secret, countedMs, now }: AcceptDeps,
  rqJwt: string,
  request: RequestClaims,
  origin: TokenClaims,
): Promise<DeletionRejection | 'busy' | null> {
  const at = now();
  const { type, format, value } = request.identifier;
  const identifier = value.toLowerCase();
  const outcome = await store.accept(
    {
      version: request.version,
      requester: request.iss,
      requestJti: request.jti,
      requestDigest: createHash('sha256').update(rqJwt).digest('base64url'),
      origin: origin.iss,
      originJti: origin.jti,
      originToken: request.originToken,
      identifierType: type,
      identifierFormat: format,
      identifierHash: hashIdentifier(secret, identifier),
      identifier,
      receivedAt: at.toISOString(),
      dueAt: new Date(at.getTime() + countedMs).toISOString(),
    },
    partners.filter((partner) => ![own.domain, request.iss, origin.iss].includes(partner)),
  );
  if (outcome === 'full') return 'busy';
  // The ID of a token is its own (RFC 7519, 4.1.7).
  return outcome === 'reused' ? rejectionOf('rq', 'invalid_token') : null;
}

function rejectionOf(token: DeletionToken, fault: DeletionFault): DeletionRejection {
  return { token, fault };
}
