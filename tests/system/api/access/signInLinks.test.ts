import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedSession, MadeLink, SignInState } from '#api/people/peopleContract.ts';
import { mailTokenNotices } from '#api/people/mailTokenNotices.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { startMailServer, type MailServer } from '../mailServer.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';
import { confirming } from './confirming.ts';

const hourMs = 3_600_000;
const good = 'a sentence about pigeons';

let mail: MailServer;
let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let root: Caller;
let owner: Caller;

beforeAll(async () => {
  mail = await startMailServer();
  api = await startTestApi({
    env: {
      ...{ SMTP_URL: mail.url, MAIL_FROM: 'Bidhouse <no-reply@mail.example>' },
      ...{ CONSOLE_URL: 'https://console.example', TRUST_PROXY: '1' },
    },
  });
  root = confirming(await api.signIn('super'));
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = confirming(await api.signIn(own.logins.demand));
});

afterAll(async () => {
  await api?.close();
  await mail?.close();
});

/** A new manager without a password; its path and id. */
async function invite(login: string, more: object = {}): Promise<{ id: number; path: string }> {
  const id = idOf(await owner('POST', '/api/demand/managers', { name: `Named ${login}`, login, ...more }));
  return { id, path: `/api/demand/managers/${id}` };
}

const makeLink = async (path: string, isMailed = false): Promise<MadeLink> =>
  (await owner('POST', `${path}/signIn/link`, { isMailed })).body as MadeLink;
const tokenIn = (text: string) => /\/password#([\w-]{43})/.exec(text)?.[1] ?? '';
const accept = (token: string, secret = good): Promise<ApiResponse> =>
  api.anonymous('POST', '/api/auth/password', { token, password: secret });
const stateOf = async (path: string) => (await owner('GET', `${path}/signIn`)).body as SignInState;

describe('a one-time link', () => {
  test('lets a new user set its password, once; before, no password signs in', async () => {
    const { path } = await invite('newcomer');
    expect(await stateOf(path)).toMatchObject({ hasPassword: false, linkEndsAt: null, address: null, sessions: [] });
    for (const tried of ['', password, 'undefined']) {
      const { status } = await api.anonymous('POST', '/api/auth/login', { login: 'newcomer', password: tried });
      expect(status).toBe(tried === '' ? 400 : 401);
    }
    const { url, mail: sent } = await makeLink(path);
    expect(sent).toBe('none');
    expect(url).toMatch(/^https:\/\/console\.example\/password#[\w-]{43}$/);
    const token = tokenIn(url);
    expect((await api.anonymous('POST', '/api/auth/link', { token })).body).toMatchObject({
      login: 'newcomer',
      hasPassword: false,
      accountName: 'alpha',
    });
    expect((await accept(token)).body).toEqual({ login: 'newcomer' });
    expect(problemsOf(await accept(token))).toEqual(['token: unknown_link']);
    await api.signIn('newcomer', good);
    expect(await stateOf(path)).toMatchObject({ hasPassword: true, linkEndsAt: null });
  });

  test('is used by one of several calls at a time', async () => {
    const { path } = await invite('raced');
    const token = tokenIn((await makeLink(path)).url);
    const secrets = Array.from({ length: 8 }, (_, index) => `pigeons on roof ${index}`);
    const answers = await Promise.all(secrets.map((secret) => accept(token, secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await api.signIn('raced', secrets[answers.findIndex(({ status }) => status === 200)]);
  });

  test('is replaced by a newer one, and ends with 72 hours or its user’s suspension', async () => {
    const { path } = await invite('late');
    const first = tokenIn((await makeLink(path)).url);
    const second = tokenIn((await makeLink(path)).url);
    expect((await accept(first)).status).toBe(404);
    await owner('PATCH', path, { status: 0 });
    expect((await accept(second)).status).toBe(404);
    expect(problemsOf(await owner('POST', `${path}/signIn/link`, {}))).toEqual([': suspended']);
    await owner('PATCH', path, { status: 1 });
    expect((await accept(second)).status).toBe(404);
    const third = tokenIn((await makeLink(path)).url);
    api.moveClock(72 * hourMs + 1000);
    expect((await accept(third)).status).toBe(404);
    expect((await api.anonymous('POST', '/api/auth/link', { token: third })).status).toBe(404);
  });

  test('only replaces a password that it is used for, and then ends all sessions of its user', async () => {
    const { path } = await invite('colleague');
    await accept(tokenIn((await makeLink(path)).url));
    const session = await api.signIn('colleague', good);
    const token = tokenIn((await makeLink(path)).url);
    expect((await session('GET', '/api/session')).status).toBe(200);
    expect((await accept(token, 'another sentence about gulls')).status).toBe(200);
    expect((await session('GET', '/api/session')).status).toBe(403);
    await api.signIn('colleague', 'another sentence about gulls');
  });

  test('refuses short and common passwords and the login, and stays valid', async () => {
    const { path } = await invite('long-login-of-mine');
    const token = tokenIn((await makeLink(path)).url);
    const codes = async (secret: string) => problemsOf(await accept(token, secret));
    expect(await codes('short')).toEqual(['password: too_small']);
    expect(await codes('qwertyqwerty')).toEqual(['password: common_password']);
    expect(await codes('Long-login-of-mine1')).toEqual(['password: guessable_password']);
    expect((await accept(token)).status).toBe(200);
  });

  test('needs a confirmation of the person who creates it, also without a second factor', async () => {
    const { path } = await invite('unconfirmed');
    const session = await api.signIn(own.logins.demand);
    api.moveClock(11 * 60_000);
    expect(problemsOf(await session('POST', `${path}/signIn/link`, {}))).toEqual([': confirmation_required']);
    await session('POST', '/api/session/confirmation', { password });
    expect((await session('POST', `${path}/signIn/link`, {})).status).toBe(201);
  });

  test('is mailed to a login that is an address; what the server refuses is shown, and the link still works', async () => {
    const { path } = await invite('ann@pub.example');
    const { mail: sent, url } = await makeLink(path, true);
    expect(sent).toBe('sent');
    const received = mail.mails.at(-1);
    expect(received?.to).toBe('ann@pub.example');
    expect(tokenIn(received?.mail.text ?? '')).toBe(tokenIn(url));
    mail.onRecipient = () => ({ code: 550, text: 'No such user' });
    const refused = await makeLink(path, true);
    expect(refused).toMatchObject({ mail: 'failed' });
    expect(refused.mailError).toContain('No such user');
    mail.onRecipient = () => null;
    expect((await accept(tokenIn(refused.url))).status).toBe(200);
  });

  test('is made by those who may change the user only, in person, and is logged', async () => {
    const { id, path } = await invite('guarded');
    const stranger = await api.signIn(foreign.logins.demand);
    const readonly = await api.signIn('alpha-manager');
    expect((await stranger('POST', `${path}/signIn/link`, {})).status).toBe(404);
    expect((await stranger('GET', `${path}/signIn`)).status).toBe(404);
    expect((await readonly('POST', `${path}/signIn/link`, {})).status).toBe(403);
    expect((await owner('POST', `/api/users/${id}/signIn/link`, {})).status).toBe(403);
    await makeLink(path);
    const { rows } = (await owner('GET', `/api/log?action=signInLink`)).body as { rows: { rowId: number }[] };
    expect(rows[0]?.rowId).toBe(id);
  });
});

describe('a lost password', () => {
  const request = (login: string, ip = '198.51.100.7') =>
    api.anonymous('POST', '/api/auth/lost', { login }, { 'x-forwarded-for': ip });

  test('gets the same response for every login, and a mail for one with an address', async () => {
    const { path } = await invite('bob@pub.example');
    await accept(tokenIn((await makeLink(path)).url));
    const before = mail.mails.length;
    const answers = await Promise.all(
      ['bob@pub.example', 'nobody@pub.example', 'alpha-demand'].map((each) => request(each)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
    await expect.poll(() => mail.mails.length).toBe(before + 1);
    const received = mail.mails.at(-1);
    expect([received?.to, received?.mail.subject]).toEqual(['bob@pub.example', 'Set a new Bidhouse password']);
    const session = await api.signIn('bob@pub.example', good);
    expect((await accept(tokenIn(received?.mail.text ?? ''), 'a sentence about sparrows')).status).toBe(200);
    expect((await session('GET', '/api/session')).status).toBe(403);
    await expect.poll(() => mail.mails.at(-1)?.mail.subject).toBe('Your Bidhouse password was changed');
  });

  test('has links of an hour, three for each login in an hour', async () => {
    await invite('cat@pub.example');
    const before = mail.mails.length;
    for (let count = 0; count < 5; count += 1) expect((await request('CAT@pub.example')).status).toBe(200);
    await expect.poll(() => mail.mails.length).toBe(before + 3);
    const token = tokenIn(mail.mails.at(-1)?.mail.text ?? '');
    api.moveClock(hourMs + 1000);
    expect((await accept(token)).status).toBe(404);
  });

  test('neither ends an invitation nor is mailed to an address of contacts, which others may change', async () => {
    const { path } = await invite('dan@pub.example');
    const given = tokenIn((await makeLink(path)).url);
    await expect.poll(async () => (await request('dan@pub.example'), mail.mails.at(-1)?.to)).toBe('dan@pub.example');
    const contacts = [{ type: 'general', contactEmail: 'other@pub.example' }];
    const profile = (await owner('GET', '/api/demand/info')).body as object;
    expect((await owner('PUT', '/api/demand/info', { ...profile, contacts })).status).toBe(200);
    const before = mail.mails.length;
    expect((await request(own.logins.demand)).status).toBe(200);
    expect((await accept(given)).status).toBe(200);
    expect(mail.mails.slice(before).map(({ to }) => to)).not.toContain('other@pub.example');
  });

  test('is limited for each address', async () => {
    const statuses = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await request(`guess-${count}`, '203.0.113.9')).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  test('cannot be requested without a mail server', async () => {
    const other = await startTestApi();
    const answer = await other.anonymous('POST', '/api/auth/lost', { login: 'super' });
    expect(problemsOf(answer)).toEqual([': no_mail_server']);
    await other.close();
  });
});

describe('the own password', () => {
  const change = (call: Caller, currentPassword: string, secret: string) =>
    call('PUT', '/api/session/password', { currentPassword, password: secret });

  test('is changed with the current one, and ends the other sessions', async () => {
    const here = await api.signIn(own.logins.sub);
    const there = await api.signIn(own.logins.sub);
    expect(problemsOf(await change(here, 'wrong', good))).toEqual(['currentPassword: wrong_password']);
    expect(problemsOf(await change(here, password, password))).toEqual(['password: same_password']);
    expect((await change(here, password, good)).status).toBe(200);
    expect((await here('GET', '/api/session')).status).toBe(200);
    expect((await there('GET', '/api/session')).status).toBe(403);
    await api.signIn(own.logins.sub, good);
  });

  test('cannot be guessed in a session, nor changed by an admin who acts as the user', async () => {
    const here = await api.signIn(own.logins.adv);
    for (let count = 0; count < 10; count += 1) await change(here, `guess ${count}`, good);
    expect((await change(here, password, good)).status).toBe(429);
    const admin = await api.signIn('super');
    await admin('GET', `/api/switch?type=user&id=${own.ids.user}`);
    expect(problemsOf(await change(admin, password, good))).toEqual([': acting']);
    expect(problemsOf(await admin('GET', '/api/session/all'))).toEqual([': acting']);
  });
});

describe('sessions', () => {
  const list = async (call: Caller) => (await call('GET', '/api/session/all')).body as ListedSession[];

  test('are listed with browser and address, and ended one by one or all others at once', async () => {
    await (
      await api.signIn(own.logins.sdk)
    )('DELETE', '/api/session/all');
    const here = await api.signIn(own.logins.sdk);
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    await here('GET', '/api/session', undefined, { 'user-agent': firefox });
    api.moveClock(61_000);
    await here('GET', '/api/session', undefined, { 'user-agent': firefox });
    const there = await api.signIn(own.logins.sdk);
    const elsewhere = await api.signIn(own.logins.sdk);
    const listed = await list(here);
    expect(listed).toHaveLength(4);
    expect(listed.filter(({ isOwn }) => isOwn)).toMatchObject([{ ip: '127.0.0.1', actsAs: null }]);
    expect(listed.map(({ browser }) => browser)).toContain('Firefox on Linux');
    const [other] = listed.filter(({ isOwn }) => !isOwn);
    expect((await here('DELETE', `/api/session/all/${other?.id}`)).status).toBe(200);
    expect((await here('DELETE', `/api/session/all/${other?.id}`)).status).toBe(404);
    expect((await list(here)).length).toBe(3);
    expect((await here('DELETE', '/api/session/all')).status).toBe(200);
    const statuses = [here, there, elsewhere].map(async (call) => (await call('GET', '/api/session')).status);
    expect(await Promise.all(statuses)).toEqual([200, 403, 403]);
  });

  test('of others are listed and ended by those who may change the user', async () => {
    const { path } = await invite('observed');
    await accept(tokenIn((await makeLink(path)).url));
    const theirs = await api.signIn('observed', good);
    const [session] = (await stateOf(path)).sessions;
    const stranger = await api.signIn(foreign.logins.demand);
    expect((await stranger('DELETE', `${path}/signIn/sessions/${session?.id}`)).status).toBe(404);
    expect((await theirs('GET', '/api/session')).status).toBe(200);
    expect((await owner('DELETE', `${path}/signIn/sessions/${session?.id}`)).status).toBe(200);
    expect((await theirs('GET', '/api/session')).status).toBe(403);
    const again = await api.signIn('observed', good);
    expect((await owner('DELETE', `${path}/signIn/sessions`)).status).toBe(200);
    expect((await again('GET', '/api/session')).status).toBe(403);
  });

  test('a session id of another user ends nothing', async () => {
    const here = await api.signIn(own.logins.sdk);
    const [session] = (await list(here)).filter(({ isOwn }) => isOwn);
    const other = await api.signIn(foreign.logins.sdk);
    expect((await other('DELETE', `/api/session/all/${session?.id}`)).status).toBe(404);
    expect((await here('GET', '/api/session')).status).toBe(200);
  });

  test('end with another role or other partners, not with another name', async () => {
    const { path } = await invite('promoted', { managerRole: 'readonly' });
    await accept(tokenIn((await makeLink(path)).url));
    const first = await api.signIn('promoted', good);
    await owner('PATCH', path, { name: 'Promoted' });
    expect((await first('GET', '/api/session')).status).toBe(200);
    await owner('PATCH', path, { managerRole: 'finance' });
    expect((await first('GET', '/api/session')).status).toBe(403);
    const second = await api.signIn('promoted', good);
    await owner('PATCH', path, { scopeAdvertiserIds: [own.ids.advertiser] });
    expect((await second('GET', '/api/session')).status).toBe(403);
  });

  test('of an admin who acts as another user are the admin’s', async () => {
    const admin = await api.signIn('super');
    await admin('GET', `/api/switch?type=user&id=${own.ids.user}`);
    const mine = (await root('GET', '/api/session/all')).body as ListedSession[];
    expect(mine.map(({ actsAs }) => actsAs)).toContain('alpha demand');
    const theirs = (await owner('GET', '/api/session/all')).body as ListedSession[];
    expect(theirs.every(({ actsAs }) => actsAs === null)).toBe(true);
    expect((await root('DELETE', '/api/session/all')).status).toBe(200);
    expect((await admin('GET', '/api/session')).status).toBe(403);
  });

  test('end at the limits of the settings', async () => {
    const strict = await startTestApi({ env: { SESSION_IDLE_HOURS: '1', SESSION_MAX_HOURS: '2' } });
    const idle = await strict.signIn('super');
    strict.moveClock(61 * 60_000);
    expect((await idle('GET', '/api/session')).status).toBe(403);
    const used = await strict.signIn('super');
    for (let count = 0; count < 3; count += 1) {
      strict.moveClock(39 * 60_000);
      expect((await used('GET', '/api/session')).status).toBe(200);
    }
    strict.moveClock(4 * 60_000);
    expect((await used('GET', '/api/session')).status).toBe(403);
    await strict.close();
  });
});

describe('a lost super admin', () => {
  const order = async (login: string | null) => (await api.control('POST', '/internal/adminLink', { login })).body;

  test('gets a link of an hour on the machine, and is active again', async () => {
    const made = (await order(null)) as { url: string };
    expect(made).toMatchObject({ type: 'link', login: 'super' });
    expect((await accept(tokenIn(made.url), 'a sentence for operators')).status).toBe(200);
    root = await api.signIn('super', 'a sentence for operators');
    await api.sql(`update users set status = 0 where login = 'super'`);
    expect(await order('SUPER')).toMatchObject({ type: 'link', login: 'super' });
    root = await api.signIn('super', 'a sentence for operators');
  });

  test('is named when the login is none; others get none', async () => {
    expect(await order(own.logins.demand)).toEqual({ type: 'unknown', logins: ['super'] });
    expect((await root('POST', '/internal/adminLink', { login: null })).status).toBe(404);
  });
});

describe('the owner of an account that still has an API token', () => {
  test('gets one mail about API keys, if the login is an address', async () => {
    await root('PATCH', `/api/users/${own.ids.user}`, { login: 'owner@alpha.example' });
    for (const { demandId } of [own, foreign]) {
      await api.sql(`INSERT INTO api_tokens (demand_id, token_hash, hint) VALUES (${demandId}, '${demandId}', 'abcd')`);
    }
    mail.onData = () => ({ code: 451, text: 'Try again later' });
    await mailTokenNotices(api.deps);
    mail.onData = () => null;
    for (let round = 0; round < 3; round += 1) await mailTokenNotices(api.deps);
    const mails = mail.mails.filter(({ mail: { subject } }) => subject === 'Replace your Bidhouse API token');
    expect(mails.map(({ to }) => to)).toEqual(['owner@alpha.example']);
    expect(mails[0]?.mail.text).toContain('https://console.example/keys');
    expect(await api.sql('SELECT 1 FROM api_tokens WHERE notified_at IS NULL')).toEqual([]);
  });

  test('does not delay those of later accounts, and gets no second attempt after a permanent error', async () => {
    await root('PATCH', `/api/users/${foreign.ids.user}`, { login: 'owner@bravo.example' });
    const round = async (code: number) => {
      const before = [mail.recipients.length, mail.mails.length] as const;
      mail.onRecipient = (address) => (address === 'owner@alpha.example' && code > 0 ? { code, text: 'No' } : null);
      await mailTokenNotices(api.deps);
      mail.onRecipient = () => null;
      return { tried: mail.recipients.slice(before[0]), sent: mail.mails.slice(before[1]).map(({ to }) => to) };
    };
    const both = ['owner@alpha.example', 'owner@bravo.example'];
    await api.sql('UPDATE api_tokens SET notified_at = NULL');
    expect(await round(451)).toEqual({ tried: both, sent: both.slice(1) });
    expect(await round(451)).toEqual({ tried: both.slice(0, 1), sent: [] });
    expect(await round(0)).toEqual({ tried: both.slice(0, 1), sent: both.slice(0, 1) });
    // The server is not available: further mails wait for the next round.
    await api.sql('UPDATE api_tokens SET notified_at = NULL');
    expect(await round(421)).toEqual({ tried: both.slice(0, 1), sent: [] });
    expect(await round(0)).toEqual({ tried: both, sent: both });
    await api.sql('UPDATE api_tokens SET notified_at = NULL');
    expect(await round(550)).toEqual({ tried: both, sent: both.slice(1) });
    expect(await round(0)).toEqual({ tried: [], sent: [] });
  });
});
