import { secretStart, serveIdAt } from '#events/token/tokenPayload.ts';

/**
 * Paths of hits with a token of ours: /e/impression/{token}, /n/win/{token}; clicks name no event: /c/{token}/{sealed}.
 */
const trackingPath = /\/(?:[en]\/(\w+)|c)\/([\w-]+)\.[\w-]+/;

/** The hit of a tracking URL as "{serveId} {event}"; null for any other URL. */
export function hitName(url: string): string | null {
  const [, event = 'click', token = ''] = trackingPath.exec(url) ?? [];
  const payload = Buffer.from(token, 'base64url');
  if (payload.length < secretStart) return null;
  return `${payload.toString('base64url', serveIdAt, secretStart)} ${event}`;
}
