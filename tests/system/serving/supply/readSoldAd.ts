import type { ServedAd } from '#events/record/records.ts';
import { createTokenVerifier } from '#events/token/token.ts';
import { tokenKey, tokenLifetimeMs } from '../testServing.ts';

const verifier = createTokenVerifier({ keys: [tokenKey], lifetimeMs: tokenLifetimeMs });

/** The payload of the impression URL in markup; null if there is no valid one. */
export function readSoldAd(markup = ''): ServedAd | null {
  const token = /\/e\/impression\/([\w.-]+)/.exec(markup)?.[1] ?? '';
  return verifier.verify('impression', token, Date.now()).payload?.ad ?? null;
}
