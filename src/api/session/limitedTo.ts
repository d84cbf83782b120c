import { type ApiScope, commonScopes } from '#model/account/apiScopes.ts';
import { limitsOfScopes } from '#model/account/scopeLimits.ts';
import type { SessionUser } from './sessionContract.ts';

/** A user with no more than these scopes, and no more than those that it is already limited to. */
export function limitedTo(user: SessionUser, scopes: readonly ApiScope[]): SessionUser {
  const left = user.scopes === undefined ? [...scopes] : commonScopes(user.scopes, scopes);
  return { ...user, scopes: left, limits: limitsOfScopes(left) };
}
