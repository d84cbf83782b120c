import type { UserRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { reject, type Call, type Rejection } from '../route.ts';
import { providerInstead } from './providerInstead.ts';

/** Rejects, and records, the sign-in of a user who has to use an identity provider instead; null if any way is allowed. */
export async function rejectWithoutProvider(
  deps: Pick<ApiDeps, 'identityProviders' | 'security' | 'ssoIdentities'>,
  { author }: Pick<Call, 'author'>,
  user: UserRow,
): Promise<Rejection<401> | null> {
  const provider = await providerInstead(deps, user);
  if (!provider) return null;
  await deps.security.record(author, {
    type: 'signIn',
    outcome: 'refused',
    demandId: user.demandId,
    subject: { entity: 'user', id: user.id, name: user.name },
    details: { provider: provider.name },
  });
  return reject(401, [{ code: 'sso_required', message: `Sign in with ${provider.name}`, path: '' }]);
}
