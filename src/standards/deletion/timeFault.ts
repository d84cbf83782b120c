import type { TokenClaims } from './deletionClaims.ts';
import type { DeletionFault } from './deletionResult.ts';

/** Seconds by which the clocks of participants may differ (2.0, result codes 13104 and 13204). */
const maxAheadS = 5 * 60;
/** Age in seconds beyond which a request is expired. Requests are stored for longer, so none counts twice. */
const maxAgeS = 30 * 86_400;

/**
 * Why the times of a token are refused at `now` (seconds since the epoch); null if they are not. `exp` and `nbf` apply as
 * in RFC 7519 (4.1.4, 4.1.5). Only requests expire by age: the 1st party's JWT may pass through many hands.
 */
export function timeFault(
  { iat, exp, nbf }: Pick<TokenClaims, 'iat' | 'exp' | 'nbf'>,
  now: number,
  token: 'or' | 'rq',
): DeletionFault | null {
  if (iat > now + maxAheadS || (nbf !== undefined && nbf > now + maxAheadS)) return 'invalid_token_timestamp_future';
  const isExpired = (exp !== undefined && exp <= now - maxAheadS) || (token === 'rq' && iat < now - maxAgeS);
  return isExpired ? 'invalid_token_timestamp' : null;
}
