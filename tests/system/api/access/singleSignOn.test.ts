import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedSession } from '#api/people/peopleContract.ts';
import { type ProvidedUser } from '../../../support/sso/startOidcProvider.ts';
import { signInAtProvider } from '../../../support/sso/signInAtProvider.ts';
import { buildAccount } from '../buildAccount.ts';
import { idOf } from '../startTestApi.ts';
import { base, openSsoWorld } from './openSsoWorld.ts';

const world = await openSsoWorld();
const { api, oidc, root, own, owner, provider, providerIn, settings, set, start, startPath, comeBack, signIn } = world;
const { faultOf, callerOf, userOf, verified, newManager, eventsOf, cookieNamed } = world;

afterAll(() => world.close());
beforeEach(() => set({}));

describe('signing in with an identity provider', () => {
  test('creates a manager at the first sign-in, and finds it by the identity afterwards', async () => {
    const answer = await signIn('u1', verified('jane@alpha.example'));
    expect(answer.headers['location']).toBe('/');
    const jane = callerOf(answer);
    const user = await userOf(jane);
    expect(user).toMatchObject({
      login: 'jane@alpha.example',
      name: 'Named jane',
      role: 'readonly',
      demandId: own.demandId,
    });
    // Another address of the same identity is the same user.
    const again = await signIn('u1', verified('jane.married@elsewhere.example'));
    expect((await userOf(callerOf(again))).id).toBe(user.id);
    const sessions = (await jane('GET', '/api/session/all')).body as ListedSession[];
    expect(sessions.map(({ provider: name }) => name)).toEqual(['Alpha Login', 'Alpha Login']);
    expect((await eventsOf('signIn'))[0]).toMatchObject({
      outcome: 'done',
      details: { changes: [{ field: 'provider', to: 'Alpha Login' }] },
    });
    expect((await eventsOf('identityLinked'))[0]).toMatchObject({ name: 'Named jane' });
    expect((await eventsOf('userCreated'))[0]).toMatchObject({ name: 'Named jane' });
  });

  test('binds an existing manager with the verified address as its login', async () => {
    const id = await newManager('Max@alpha.example', { managerRole: 'trafficker' });
    const max = await userOf(callerOf(await signIn('u2', verified('max@ALPHA.example'))));
    expect(max).toMatchObject({ id, role: 'trafficker' });
  });

  test('moves the link of an archived user to a new one for the same identity, but creates none for it', async () => {
    const former = await newManager('ina@alpha.example');
    const ina = callerOf(await signIn('ina', verified('ina@alpha.example')));
    await owner('PATCH', `/api/demand/managers/${former}`, { status: 2 });
    expect((await ina('GET', '/api/session')).status).toBe(403);
    expect(await faultOf(await signIn('ina'))).toMatch(/suspended/);
    const next = await newManager('ina@alpha.example');
    expect(await faultOf(await signIn('ina', verified('ina@elsewhere.example')))).toMatch(/not in a verified domain/);
    expect((await userOf(callerOf(await signIn('ina', verified('ina@alpha.example'))))).id).toBe(next);
    expect((await eventsOf('identityUnlinked'))[0]).toMatchObject({ details: { subject: 'ina' } });
    // Another person with the address stays outside.
    expect(await faultOf(await signIn('ina2', verified('ina@alpha.example')))).toMatch(/linked to another identity/);
    // The former user is active again: it is no longer linked.
    await owner('PATCH', `/api/demand/managers/${former}`, { status: 1, login: 'ina-former' });
    expect((await userOf(callerOf(await signIn('ina')))).id).toBe(next);
  });

  test('leads to the page that was wanted, and to no other site', async () => {
    oidc.users.set('u1', verified('jane@alpha.example'));
    for (const [next, location] of [
      ['/tags?open=3', '/tags?open=3'],
      ['//evil.example', '/'],
    ] as const) {
      const { url, cookie } = await start(`${startPath()}?next=${encodeURIComponent(next)}`);
      const answer = await comeBack(await signInAtProvider(url, 'u1'), cookie);
      expect(answer.headers['location']).toBe(location);
    }
  });

  test('leads to the provider with state, nonce and PKCE, and has no secret in the URL', async () => {
    const { url, cookie } = await start();
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: provider.redirectUri,
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(searchParams.get('state') ?? '');
    const again = new URL((await start()).url).searchParams;
    expect(again.get('state')).not.toBe(searchParams.get('state'));
  });

  test('signing out also ends the session at the provider', async () => {
    const jane = callerOf(await signIn('u1', verified('jane@alpha.example')));
    const { next } = (await jane('GET', '/api/auth/logout')).body as { next?: string };
    const url = new URL(next ?? '');
    expect(url.origin).toBe(oidc.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${base}/login`);
    expect((await fetch(url, { redirect: 'manual' })).status).toBeLessThan(400);
    expect((await jane('GET', '/api/session')).status).toBe(403);
    const stored = await api.sql(
      'SELECT sealed_sign_out_url AS url FROM sessions WHERE sealed_sign_out_url IS NOT NULL',
    );
    for (const { url: sealed } of stored) expect(String(sealed)).toMatch(/^v1\./);
    // A password opens a session of which the provider knows nothing.
    expect((await (await api.signIn(own.logins.demand))('GET', '/api/auth/logout')).body).toEqual({});
  });
});

describe('a sign-in is refused', () => {
  test('when the user cancels at the provider, in its words without markup', async () => {
    expect(await faultOf(await signIn(null))).toBe('The identity provider says: The user has cancelled');
    expect((await eventsOf('signIn'))[0]).toMatchObject({
      outcome: 'failed',
      details: { provider: 'Alpha Login', cause: 'refused', detail: 'The user has cancelled' },
    });
  });

  test.each<[string, ProvidedUser, RegExp]>([
    ['whose address is not verified', { email: 'x1@alpha.example', email_verified: false }, /not mark .* as verified/],
    ['whose address may not be verified', { email: 'x1@alpha.example' }, /not mark .* as verified/],
    ['without an address', { name: 'X' }, /did not send your email address/],
    ['with an address in another domain', verified('x1@bravo.example'), /not in a verified domain/],
    ['with an address in a subdomain', verified('x1@mail.alpha.example'), /not in a verified domain/],
  ])('to an identity %s', async (_title, claims, text) => {
    expect(await faultOf(await signIn('x1', claims))).toMatch(text);
    expect((await api.deps.logins.find('x1@alpha.example'))?.id).toBeUndefined();
  });

  test('unless the provider’s addresses are trusted; one that is marked as not verified never is', async () => {
    await set({ trustsEmail: true });
    expect(await faultOf(await signIn('x2', { email: 'x2@alpha.example', email_verified: false }))).toMatch(/verified/);
    expect(await faultOf(await signIn('x2', { email: 'x2@alpha.example' }))).toBeNull();
  });

  test('to new users when they are not created', async () => {
    await set({ createsUsers: false });
    expect(await faultOf(await signIn('x3', verified('x3@alpha.example')))).toMatch(/do not have a login here/);
  });

  test('to another identity with the same address', async () => {
    await newManager('twin@alpha.example');
    expect(await faultOf(await signIn('t1', verified('twin@alpha.example')))).toBeNull();
    expect(await faultOf(await signIn('t2', verified('twin@alpha.example')))).toMatch(/linked to another identity/);
  });

  test('to logins of partners, of other accounts and of the platform', async () => {
    const other = await buildAccount(api, 'bravo');
    const foreign = await api.signIn(other.logins.demand);
    idOf(await foreign('POST', '/api/demand/managers', { name: 'F', login: 'foreign@alpha.example' }));
    const partner = { name: 'P', login: 'partner@alpha.example', type: 'adv', advertiserId: own.ids.advertiser };
    idOf(await owner('POST', '/api/demand/logins', partner));
    idOf(await root('POST', '/api/users', { name: 'A', login: 'admin@alpha.example', type: 'admin' }));
    for (const name of ['foreign', 'partner', 'admin']) {
      expect(await faultOf(await signIn(name, verified(`${name}@alpha.example`)))).toMatch(
        /does not sign in with this/,
      );
    }
    await api.sql("UPDATE users SET login = 'root@alpha.example' WHERE login = 'super'");
    expect(await faultOf(await signIn('root', verified('root@alpha.example')))).toMatch(/Super admins link/);
    await api.sql("UPDATE users SET login = 'super' WHERE login = 'root@alpha.example'");
  });

  test('to suspended users and to users of a suspended account', async () => {
    const id = await newManager('paused@alpha.example');
    await signIn('p1', verified('paused@alpha.example'));
    await owner('PATCH', `/api/demand/managers/${id}`, { status: 0 });
    expect(await faultOf(await signIn('p1'))).toMatch(/suspended/);
    await root('PATCH', `/api/demands/${own.demandId}`, { status: 0 });
    expect(await faultOf(await signIn('u1', verified('jane@alpha.example')))).toMatch(/suspended/);
    await root('PATCH', `/api/demands/${own.demandId}`, { status: 1 });
    await world.signOwnerIn();
  });

  test('while the provider is disabled, also to those who are on their way', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    await set({ isEnabled: false });
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/not enabled/);
    expect(await faultOf(await api.anonymous('GET', startPath()))).toMatch(/not enabled/);
    const find = await api.anonymous('GET', '/api/auth/sso?login=jane@alpha.example');
    expect(find.body).toEqual({ provider: null });
  });

  test('with a wrong client secret, in words', async () => {
    await set({ clientSecret: 'another one' });
    expect(await faultOf(await signIn('u1'))).toMatch(/does not accept the client ID or secret/);
  });
});

describe('a response belongs to one sign-in', () => {
  test('of this browser', async () => {
    const { url } = await start();
    const callback = await signInAtProvider(url, 'u1');
    const { cookie: another } = await start();
    expect(await faultOf(await comeBack(callback, another))).toMatch(/another browser/);
    expect(await faultOf(await comeBack(callback, ''))).toMatch(/another browser/);
    expect(await faultOf(await comeBack(callback, '__Secure-bidhouse_sso=x.y'))).toMatch(/another browser/);
  });

  test('with its state', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    callback.searchParams.set('state', 'another');
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
    callback.searchParams.delete('state');
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
  });

  test('once: neither the callback nor its code is used again', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    expect(await faultOf(await comeBack(callback, cookie))).toBeNull();
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/used already/);
    const next = await start();
    const replayed = new URL(callback);
    replayed.searchParams.set('state', new URL(next.url).searchParams.get('state') ?? '');
    expect(await faultOf(await comeBack(replayed, next.cookie))).toMatch(
      /^The identity provider says: grant request is invalid/,
    );
  });

  test('for ten minutes', async () => {
    const { url, cookie } = await start();
    const callback = await signInAtProvider(url, 'u1');
    api.moveClock(10 * 60_000);
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/expired/);
  });

  test('of the provider to which the browser was sent: responses cannot be mixed up', async () => {
    const foreign = await buildAccount(api, 'mixed');
    const attacker = await api.signIn(foreign.logins.demand);
    const theirs = providerIn(await attacker('POST', '/api/sso'));
    providerIn(await attacker('PUT', '/api/sso', settings({ name: 'Mixed' })));
    // The victim starts with the attacker's provider, which leads on to the real one.
    const started = await api.anonymous('GET', startPath(theirs));
    const state = new URL(String(started.headers['location'])).searchParams.get('state') ?? '';
    const cookie = cookieNamed(started, '__Secure-bidhouse_sso');
    const { url } = await start();
    const callback = await signInAtProvider(url, 'u1');
    callback.searchParams.set('state', state);
    expect(await faultOf(await comeBack(callback, cookie))).toMatch(/another browser/);
    // A response that names another issuer (RFC 9207).
    const own2 = await start();
    const named = await signInAtProvider(own2.url, 'u1');
    named.searchParams.set('iss', 'https://evil.example');
    expect(await faultOf(await comeBack(named, own2.cookie))).toMatch(/not valid/);
  });
});
