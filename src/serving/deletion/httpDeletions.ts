import type { ControlPlane } from '../snapshot/controlPlane.ts';

/**
 * The control plane's answer to a data deletion request; with 503, and with 400 for a text that is no JWT,
 * there is no acknowledgement.
 */
export interface HandedOnDeletion {
  status: 202 | 400 | 503;
  acknowledgement: string | null;
}

/** Hands a data deletion request (rqJWT) on to be verified and stored. Rejects when the control plane is unavailable. */
export type HandOnDeletion = (rqJwt: string) => Promise<HandedOnDeletion>;

/** The keys of two participants are read, each from up to four files. */
const timeoutMs = 30_000;

/** Hands requests on to the control plane over HTTP. */
export function httpDeletions(plane: Pick<ControlPlane, 'post'>): HandOnDeletion {
  return (rqJwt) => plane.post<HandedOnDeletion>('/internal/dataDeletions', { rqJwt }, timeoutMs);
}
