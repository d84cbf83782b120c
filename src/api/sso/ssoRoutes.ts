import { domainOfAddress } from '#model/account/identityProvider.ts';
import type { IdentityProvider } from '#storage/sso/identityProviderStore.ts';
import { addressGroup, networkOf } from '#runtime/addressGroup.ts';
import type { ApiDeps } from '../deps.ts';
import { type Call, implement, type JsonResponse, ok, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { readCookie } from '../session/setCookie.ts';
import { startSession } from '../session/startSession.ts';
import { ownUrl } from '../session/ownUrl.ts';
import { admitIdentity } from './admitIdentity.ts';
import { attemptCookie, type BoundAttempt, openAttempts } from './attempts.ts';
import { afterSignOutUrl, redirectUriOf } from './providerUrls.ts';
import { signOutUrlPlace } from './secretPlaces.ts';
import { createValueSigner } from './signedValue.ts';
import { ssoContract } from './ssoContract.ts';
import { clearSsoCookie, setSsoCookie } from './ssoCookie.ts';
import { confirmingProvider } from './providerOf.ts';
import { confirmedMinutes } from '../factors/factorRejection.ts';
import type { Identity } from './identity.ts';
import { nextPathOf } from './nextPathOf.ts';
import { type SsoFault, ssoFault, textOfSsoFault } from './ssoFaults.ts';

type Redirect = JsonResponse<303, Record<string, never>>;
type PublicCall = Pick<Call, 'ip' | 'author' | 'isSecure' | 'host' | 'sessionToken'>;

const faultCookie = 'bidhouse_sso_fault';
const faultSeconds = 300;

/** How far the clock of a provider may differ, in ms. */
const clockToleranceMs = 60_000;

/** Routes of people who sign in with an identity provider. */
export function ssoRoutes(deps: ApiDeps): Route[] {
  const { config, factors, identityProviders, limitedEvents, now, oidc, sealer, sessions, ssoIdentities } = deps;
  const attempts = openAttempts(deps);
  const faults = createValueSigner<Pick<SsoFault, 'code' | 'detail'>>(config, 'single sign-on fault');

  /** Leads back to where the sign-in was started, with the fault in a cookie, and records it. */
  async function fail(
    fault: SsoFault,
    { provider, attempt, call }: { provider: IdentityProvider | null; attempt: BoundAttempt | null; call: PublicCall },
  ): Promise<Redirect> {
    const { code, detail } = fault;
    const network = networkOf(addressGroup(call.ip));
    await limitedEvents.note(`sso ${provider?.id} ${code} from ${network}`, call.author, {
      ...{ type: 'signIn', outcome: 'failed', demandId: provider?.demandId ?? null },
      details: { provider: provider?.name ?? '', cause: code, detail },
    });
    const value = faults.sign({ code, detail }, new Date(now().getTime() + faultSeconds * 1000));
    const isSignedIn = attempt !== null && attempt.userId !== null;
    const next = attempt === null || attempt.next === '/' ? '' : `&next=${encodeURIComponent(attempt.next)}`;
    return redirectTo(isSignedIn ? '/signin?sso=failed' : `/login?sso=failed${next}`, [
      setSsoCookie({ name: faultCookie, value, seconds: faultSeconds, isSecure: call.isSecure }),
      clearSsoCookie(attemptCookie, call.isSecure),
    ]);
  }

  /** The fault of a callback before its response is looked at; null if there is none. */
  async function faultOfAttempt(
    provider: IdentityProvider | null,
    attempt: BoundAttempt | null,
    { userId, state }: { userId: number | null; state: string | undefined },
  ): Promise<SsoFault | null> {
    if (!provider?.isEnabled) return ssoFault('disabled');
    // A response with another redirect URI may be meant for another provider (RFC 9700, section 4.4).
    if (!attempt || attempt.providerId !== provider.id || attempt.state !== state) return ssoFault('expired');
    if (attempt.userId !== null && attempt.userId !== userId) return ssoFault('otherSession');
    return (await attempts.use(attempt)) ? null : ssoFault('used');
  }

  const isRecent = ({ authenticatedAt }: Identity) =>
    authenticatedAt !== null && authenticatedAt >= now().getTime() - confirmedMinutes * 60_000;

  /** Confirms the session of a call by a sign-in at the provider that the attempt has caused; the fault if it is none. */
  async function confirm(
    { user, sessionToken }: { user: SessionUser | null; sessionToken: string | null },
    provider: IdentityProvider,
    { identity, attempt }: { identity: Identity; attempt: BoundAttempt },
  ): Promise<SsoFault | null> {
    if (user === null || sessionToken === null || !(await confirmingProvider(deps, user)))
      return ssoFault('otherSession');
    if ((await ssoIdentities.userOf(provider.id, identity.subject)) !== user.id) return ssoFault('otherPerson');
    const { authenticatedAt } = identity;
    if (authenticatedAt === null || authenticatedAt < attempt.startedAt - clockToleranceMs) return ssoFault('notAgain');
    await sessions.confirm(sessionToken, now().toISOString());
    return null;
  }

  return [
    implement(ssoContract.confirmOwn, async (call) => {
      const { user, isSecure } = call;
      const provider = await confirmingProvider(deps, user);
      if (!provider) return redirectTo('/signin', []);
      const { attempt, cookieValue, seconds } = attempts.start({
        ...{ providerId: provider.id, next: '/signin', purpose: 'confirm', userId: user.id },
      });
      const redirectUri = redirectUriOf(ownUrl(config, call), provider.id);
      const url = await oidc.authorizationUrl(provider, { ...attempt, redirectUri, signsInAgain: true });
      if ('code' in url) return fail(url, { provider, attempt, call });
      return redirectTo(url.href, [setSsoCookie({ name: attemptCookie, value: cookieValue, seconds, isSecure })]);
    }),
    implement(ssoContract.find, async ({ query }) => {
      const domain = domainOfAddress(query.login);
      const provider = domain === null ? null : await identityProviders.findByDomain(domain);
      if (!provider) return ok({ provider: null });
      const { id, name, allowsPasswords } = provider;
      return ok({ provider: { id, name, allowsPasswords } });
    }),
    implement(ssoContract.start, async (call) => {
      const { params, query } = call;
      const provider = await identityProviders.get(params.providerId);
      if (!provider?.isEnabled) return fail(ssoFault('disabled'), { provider, attempt: null, call });
      const { attempt, cookieValue, seconds } = attempts.start({
        ...{ providerId: provider.id, next: nextPathOf(query.next), purpose: 'signIn', userId: null },
      });
      const url = await oidc.authorizationUrl(provider, {
        ...attempt,
        redirectUri: redirectUriOf(ownUrl(config, call), provider.id),
      });
      if ('code' in url) return fail(url, { provider, attempt, call });
      const { isSecure } = call;
      return redirectTo(url.href, [setSsoCookie({ name: attemptCookie, value: cookieValue, seconds, isSecure })]);
    }),
    implement(ssoContract.callback, async (call) => {
      const { params, query, user, author, isSecure } = call;
      const provider = await identityProviders.get(params.providerId);
      const attempt = attempts.read(readCookie(call, attemptCookie));
      const userId = user?.adminId === null ? user.id : null;
      const early = await faultOfAttempt(provider, attempt, { userId, state: query.state });
      if (early || !provider || !attempt) return fail(early ?? ssoFault('expired'), { provider, attempt, call });
      const base = ownUrl(config, call);
      const callback = new URL(redirectUriOf(base, provider.id));
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) callback.searchParams.set(name, value);
      const identity = await oidc.identify(provider, { ...attempt, callback, afterSignOut: afterSignOutUrl(base) });
      if (identity.type === 'failed') return fail(identity, { provider, attempt, call });
      // The owner may have changed the settings while the provider was called.
      const current = await identityProviders.get(provider.id);
      if (!current || !isSameClient(current, provider)) return fail(ssoFault('disabled'), { provider, attempt, call });
      const cleared = clearSsoCookie(attemptCookie, isSecure);
      if (attempt.purpose === 'confirm') {
        const fault = await confirm(call, provider, { identity, attempt });
        return fault ? fail(fault, { provider, attempt, call }) : redirectTo('/signin?sso=confirmed', [cleared]);
      }
      const linksUserId = attempt.userId;
      const admitted = await admitIdentity(deps, current, identity, { author, linksUserId });
      if (admitted.type === 'failed') return fail(admitted, { provider, attempt, call });
      if (linksUserId !== null) return redirectTo('/signin?sso=linked', [cleared]);
      const sessionId = crypto.randomUUID();
      const { signOutUrl } = identity;
      const sealedSignOutUrl = signOutUrl === null ? null : sealer.seal(signOutUrl, signOutUrlPlace(sessionId));
      const started = await startSession(deps, call, admitted.user, {
        // Those who have a second factor here confirm by it; others by a sign-in at the provider, not by its session.
        isConfirmed: isRecent(identity) && (await factors.list(admitted.user.id)).length === 0,
        provider: { id: provider.id, name: provider.name, sessionId, sealedSignOutUrl },
      });
      if (!started) return fail(ssoFault('expired'), { provider, attempt, call });
      return redirectTo(attempt.next, [started.cookie, cleared]);
    }),
    implement(ssoContract.readFault, async (call) => {
      const fault = faults.read(readCookie(call, faultCookie), now());
      return ok({ message: fault && textOfSsoFault(fault) });
    }),
  ];
}

/** Whether a provider still signs people in, with the client that it had. */
function isSameClient(current: IdentityProvider, { issuer, clientId }: IdentityProvider): boolean {
  return current.isEnabled && current.issuer === issuer && current.clientId === clientId;
}

function redirectTo(location: string, cookies: string[]): Redirect {
  return ok({}, 303, { location, 'set-cookie': cookies });
}
