import type { ServedAd } from '#events/record/records.ts';
import { createTokenVerifier } from '#events/token/token.ts';
import { tokenKey, tokenLifetimeMs } from './testServing.ts';

const verifier = createTokenVerifier({ keys: [tokenKey], lifetimeMs: tokenLifetimeMs });

/** What the impression URL in markup says of the ad that was sold; null where there is none that holds. */
export function readSoldAd(markup = ''): ServedAd | null {
  const token = /\/e\/impression\/([\w.-]+)/.exec(markup)?.[1] ?? '';
  return verifier.verify('impression', token, Date.now()).payload?.ad ?? null;
}
