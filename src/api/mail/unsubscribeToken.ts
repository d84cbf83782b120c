import { createHmac, timingSafeEqual } from 'node:crypto';

/** The report and the address that an unsubscribe link is for. */
export interface Unsubscription {
  reportId: number;
  address: string;
}

/** Signs an unsubscribe token, so that the link works without a login and for this address only. */
export function signUnsubscription(secret: string, { reportId, address }: Unsubscription): string {
  const payload = Buffer.from(`${reportId}:${address}`).toString('base64url');
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** Parses a token; null when no secret has signed it. */
export function readUnsubscription(secrets: readonly string[], token: string): Unsubscription | null {
  const [payload = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isOurs = secrets.some((secret) => {
    const ours = Buffer.from(signatureOf(secret, payload));
    return given.length === ours.length && timingSafeEqual(given, ours);
  });
  if (!isOurs) return null;
  const [, reportId, address] = /^(\d+):(.+)$/s.exec(Buffer.from(payload, 'base64url').toString()) ?? [];
  return reportId === undefined || address === undefined ? null : { reportId: Number(reportId), address };
}

function signatureOf(secret: string, payload: string): string {
  return createHmac('sha256', secret).update(`mail-stop:${payload}`).digest('base64url');
}
