import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { ownUrl } from '../session/ownUrl.ts';
import { attemptCookie, openAttempts } from './attempts.ts';
import { providerOf } from './providerOf.ts';
import { providerInstead } from './providerInstead.ts';
import { redirectUriOf } from './providerUrls.ts';
import { setSsoCookie } from './ssoCookie.ts';
import { ssoContract } from './ssoContract.ts';
import { textOfSsoFault } from './ssoFaults.ts';

/** Routes by which signed-in users link their own login to the identity provider. An admin who acts as another cannot. */
export function ownIdentityRoutes(deps: ApiDeps): Route[] {
  const { config, entities, identityProviders, oidc, ssoIdentities } = deps;
  const attempts = openAttempts(deps);

  return [
    implement(ssoContract.readOwn, async ({ user }) => {
      if (user.adminId !== null) return reject(409, [acting]);
      const provider = await providerOf(deps, user);
      if (!provider) return ok({ provider: null, linkedAt: null });
      return ok({ provider: provider.name, linkedAt: await ssoIdentities.linkedAt(provider.id, user.id) });
    }),
    implement(ssoContract.linkOwn, async (call) => {
      const { user, isSecure } = call;
      if (user.adminId !== null) return reject(409, [acting]);
      const provider = await providerOf(deps, user);
      if (!provider) return reject(409, [noProvider]);
      const { attempt, cookieValue, seconds } = attempts.start({
        ...{ providerId: provider.id, next: '/signin', purpose: 'link', userId: user.id },
      });
      const redirectUri = redirectUriOf(ownUrl(config, call), provider.id);
      const url = await oidc.authorizationUrl(provider, { ...attempt, redirectUri });
      if ('code' in url) return reject(409, [{ code: 'provider_fault', message: textOfSsoFault(url), path: '' }]);
      return ok({ url: url.href }, 200, {
        'set-cookie': setSsoCookie({ name: attemptCookie, value: cookieValue, seconds, isSecure }),
      });
    }),
    implement(ssoContract.unlinkOwn, async ({ user, author }) => {
      if (user.adminId !== null) return reject(409, [acting]);
      const holder = await entities.get('user', user.id, 'all');
      if (holder && (await providerInstead(deps, holder))) return reject(409, [onlyWay]);
      const provider = await identityProviders.find(user.demandId);
      const isUnlinked = provider !== null && (await ssoIdentities.unlink(provider.id, user, author));
      return isUnlinked ? ok({}) : notFound();
    }),
  ];
}

const acting = { code: 'acting', message: 'Not while you act as another user', path: '' };
const onlyWay = { code: 'only_way', message: 'You sign in with the identity provider only', path: '' };
const noProvider = { code: 'no_provider', message: 'Your account has no identity provider', path: '' };
