import { randomUUID } from 'node:crypto';
import { deletionResult, type DeletionRejection } from '#standards/deletion/deletionResult.ts';
import type { DeletionVersion } from '#standards/deletion/deletionVersion.ts';
import type { OwnParticipant } from './ownParticipant.ts';

/** Signs the acknowledgement (acJWT) of a request; `rejection` null = it was accepted. `now` in milliseconds. */
export function signAcknowledgement(
  { domain, key }: OwnParticipant,
  {
    rqJwt,
    version,
    rejection,
    now,
  }: {
    rqJwt: string;
    version: DeletionVersion;
    rejection: DeletionRejection | null;
    now: number;
  },
): string {
  return key.sign({
    version,
    rqJWT: rqJwt,
    jti: randomUUID(),
    iss: domain,
    iat: Math.floor(now / 1000),
    ...deletionResult(rejection, version),
  });
}
