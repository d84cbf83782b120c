import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DashboardAlerts } from '#api/dashboard/dashboardContract.ts';
import type { SecurityEvent } from '#api/security/securityContract.ts';
import type { SecurityEventCode } from '#model/security/securityEvents.ts';
import { hashOfEvent } from '#storage/security/hashOfEvent.ts';
import { createApiToken } from '../../../attack/createApiToken.ts';
import { setPassword } from '../../../support/api/withPasswords.ts';
import { createKey } from '../access/createKey.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;
let alpha: TestAccount;
let bravo: TestAccount;
let root: Caller;
let owner: Caller;

/** Countries of addresses in tests: 203.0.113.x are in Japan, all others in France. */
const locate = (ip: string) => ({
  ...{ region: '', city: '', postalCode: '', dma: '', location: null, asn: null, organisation: '' },
  country: ip.startsWith('203.0.113.') ? 'JP' : 'FR',
});

beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, locate });
  alpha = await buildAccount(api, 'alpha');
  bravo = await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  owner = await api.signIn(alpha.logins.demand);
});

afterAll(() => api.close());

async function events(call: Caller, query = ''): Promise<SecurityEvent[]> {
  const answer = await call('GET', `/api/security-log?size=1000${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as { rows: SecurityEvent[] }).rows;
}

/** The events of a type that work causes, as a super admin sees them, oldest first. */
async function caused(type: SecurityEventCode, work: () => Promise<unknown>): Promise<SecurityEvent[]> {
  const [last] = await events(root);
  await work();
  const added = await events(root, `&type=${type}`);
  return added.filter(({ seq }) => seq > (last?.seq ?? 0)).toReversed();
}

const signIn = (login: string, secret: string, headers: Record<string, string> = {}) =>
  api.anonymous('POST', '/api/auth/login', { login, password: secret }, headers);

describe('[TRAIL-01] an event is recorded', () => {
  test('for a sign-in, with who, from where and with what', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': `Browser/${'x'.repeat(500)}` };
    const [event] = await caused('signIn', () => signIn(alpha.logins.demand, password, headers));
    expect(event).toMatchObject({
      ...{ outcome: 'done', userName: 'alpha demand', userLogin: alpha.logins.demand, demandId: alpha.demandId },
      ...{ accountName: 'alpha', ip: '198.51.100.7', isOperator: false, keyId: null },
      subject: { entity: 'user', id: alpha.ids.user, name: 'alpha demand' },
    });
    expect(event?.userAgent).toHaveLength(300);
    expect(event?.requestId).toMatch(/^[\da-f-]{36}$/);
  });

  test('for each failed sign-in, and once for a limit', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.8' };
    const found = await caused('signIn', async () => {
      for (let attempt = 0; attempt < 13; attempt += 1) await signIn(alpha.logins.sub, 'wrong', headers);
    });
    expect(found.map(({ outcome }) => outcome)).toEqual([...Array.from({ length: 10 }, () => 'failed'), 'refused']);
    expect(found[0]).toMatchObject({ userId: null, demandId: alpha.demandId, subject: { name: 'alpha sub' } });
    const [unknown] = await caused('signIn', () => signIn('my-secret-passphrase', 'wrong', headers));
    expect(unknown).toMatchObject({ outcome: 'failed', demandId: null, subject: { id: null, name: 'Unknown login' } });
    expect(JSON.stringify(await events(root))).not.toContain('my-secret-passphrase');
  });

  test('for a sign-in from a new country, but not for the first one', async () => {
    const from = (ip: string) => signIn(alpha.logins.adv, password, { 'x-forwarded-for': ip });
    expect(await caused('newCountry', () => from('198.51.100.9'))).toEqual([]);
    const [event, ...others] = await caused('newCountry', async () => {
      await from('203.0.113.1');
      await from('203.0.113.2');
    });
    expect(event).toMatchObject({ userName: 'alpha adv', details: { country: 'JP' } });
    expect(others).toEqual([]);
  });

  test('for beginning and ending an impersonation', async () => {
    const admin = await api.signIn('super');
    const begun = await caused('impersonationBegan', () =>
      admin('GET', `/api/switch?type=demand&id=${alpha.demandId}`),
    );
    expect(begun).toMatchObject([{ userLogin: 'super', demandId: alpha.demandId, subject: { name: 'alpha demand' } }]);
    const ended = await caused('impersonationEnded', () => admin('GET', '/api/switch?type=admin&id=1'));
    expect(ended).toMatchObject([{ adminName: 'Super admin', userName: 'alpha demand', isOperator: true }]);
  });

  test('for API tokens: created, used from a new network, wrong, and revoked', async () => {
    const network = (token: string, ip: string) =>
      api.anonymous('GET', '/api/session', undefined, { authorization: `Bearer ${token}`, 'x-forwarded-for': ip });
    let token = '';
    const created = await caused('tokenCreated', async () => {
      token = await createApiToken(owner);
    });
    expect(created).toMatchObject([{ demandId: alpha.demandId, userName: 'alpha demand' }]);
    const used = await caused('tokenNewNetwork', async () => {
      for (const ip of ['198.51.100.1', '198.51.100.1', '2001:db8:1::1', '2001:db8:1:2::1']) await network(token, ip);
    });
    expect(used).toMatchObject([
      { keyId: 'token', userId: null, ip: '2001:db8:1::1', details: { network: '2001:db8:1' } },
    ]);
    const wrong = await caused('tokenInvalid', async () => {
      for (let call = 0; call < 5; call += 1) await network('wrong', '198.51.100.2');
      await api.deps.limitedEvents.flush(true);
    });
    expect(wrong).toMatchObject([
      { outcome: 'failed', ip: '198.51.100.2', demandId: null, details: {} },
      { details: { count: 4 } },
    ]);
    const revoked = await caused('tokenRevoked', () => owner('DELETE', '/api/demand/token'));
    expect(revoked).toHaveLength(1);
  });

  test('for API keys that are refused: which key of which account, and why, once per minute', async () => {
    const key = await createKey(owner, { networks: ['198.51.100.0/24'] });
    const from = (ip: string) =>
      api.anonymous('GET', '/api/demand/tags', undefined, {
        ...{ authorization: `Bearer ${key.token}`, 'x-forwarded-for': ip },
      });
    const refused = await caused('keyRefused', async () => {
      for (let host = 1; host <= 4; host += 1) await from(`203.0.113.${host}`);
      await owner('DELETE', `/api/keys/${key.id}`);
      await from('198.51.100.1');
      const form = new URLSearchParams({ client_id: key.clientId, client_secret: key.token });
      await api.anonymous('POST', '/api/oauth/token', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
      await api.deps.limitedEvents.flush(true);
    });
    const common = { outcome: 'refused', demandId: alpha.demandId, keyId: String(key.id) };
    expect(refused).toMatchObject([
      { ...common, ip: '203.0.113.1', details: { code: 'foreign_address' } },
      { ...common, details: { code: 'revoked_key' } },
      { ...common, details: { code: 'foreign_address', count: 3 } },
      { ...common, details: { code: 'revoked_key', count: 1 } },
    ]);
    const scoped = await createKey(owner);
    const [denied] = await caused('permissionDenied', () =>
      api.anonymous('GET', '/api/demand/tags', undefined, { authorization: `Bearer ${scoped.token}` }),
    );
    expect(denied).toMatchObject({ ...common, keyId: String(scoped.id), details: { code: 'insufficient_scope' } });
  });

  test('for calls without permission: one per user, call and minute, and their number', async () => {
    const sub = await api.signIn(alpha.logins.sub);
    const found = await caused('permissionDenied', async () => {
      for (let call = 0; call < 20; call += 1) await sub('GET', '/api/demand/tags');
      await sub('GET', '/api/users');
      api.moveClock(61_000);
      await sub('GET', '/api/demand/tags');
    });
    expect(found.map(({ details, outcome }) => [details['call'], details['count'], outcome])).toEqual([
      ['GET /api/demand/tags', undefined, 'refused'],
      ['GET /api/users', undefined, 'refused'],
      ['GET /api/demand/tags', 19, 'refused'],
      ['GET /api/demand/tags', undefined, 'refused'],
    ]);
    expect(found[0]).toMatchObject({ userName: 'alpha sub', demandId: alpha.demandId });
    expect(await caused('permissionDenied', () => api.anonymous('GET', '/api/users'))).toEqual([]);
    const foreign = await caused('permissionDenied', () =>
      owner('POST', '/api/demand/advs', { name: 'x' }, { origin: 'https://evil.example' }),
    );
    expect(foreign).toMatchObject([{ details: { code: 'foreign_origin' } }]);
  });

  test('for a user: created, rights, password, and suspended with its sessions', async () => {
    const manager = { name: 'Mia', login: 'mia', password, managerRole: 'readonly' };
    let id = 0;
    const created = await caused('userCreated', async () => {
      id = idOf(await owner('POST', '/api/demand/managers', manager));
    });
    expect(created).toMatchObject([{ subject: { entity: 'manager', id, name: 'Mia' }, demandId: alpha.demandId }]);
    const change = (body: object) => owner('PATCH', `/api/demand/managers/${id}`, body);
    expect(await caused('userRights', () => change({ managerRole: 'full' }))).toMatchObject([
      { details: { changes: [{ field: 'managerRole', from: 'readonly', to: 'full' }] } },
    ]);
    const [changed] = await caused('passwordChanged', () =>
      setPassword(owner, `/api/demand/managers/${id}`, 'another long password'),
    );
    expect(JSON.stringify(changed)).not.toContain('another long');
    expect(await caused('sessionsEnded', () => change({ status: 0 }))).toMatchObject([
      { details: { causes: ['status'] } },
    ]);
    expect(await caused('userStatus', () => change({ status: 1, name: 'Maria' }))).toHaveLength(1);
    expect((await events(root, `&userId=${id}`)).map(({ type }) => type)).toContain('userCreated');
  });

  test('for exports, shared reports, settings and prices', async () => {
    expect(await caused('listExported', () => owner('GET', '/api/demand/tags/export.csv'))).toHaveLength(1);
    expect(await caused('configExported', () => owner('GET', '/api/config.yaml'))).toMatchObject([
      { subject: { entity: 'file', name: 'alpha.yaml' } },
    ]);
    const config = { postbidMaxImps: 7, postbidMaxReps: 1 };
    expect(await caused('platformChanged', () => root('PUT', '/api/admin/config', config))).toMatchObject([
      { demandId: null },
    ]);
    const prices = await caused('pricesChanged', () =>
      root('PATCH', `/api/demands/${alpha.demandId}`, { priceReq: '0.0100' }),
    );
    expect(prices).toMatchObject([{ details: { changes: [{ field: 'priceReq' }] } }]);
    const months = '/api/finance/months/2026-01/statements.csv';
    expect(await caused('financeExported', () => root('GET', months))).toMatchObject([
      { demandId: null, details: { call: `GET ${months}` } },
    ]);
  });
});

describe('[TRAIL-03] the security log', () => {
  test('shows owners the events of their account only, without addresses of the operator’s staff', async () => {
    const admin = await api.signIn('super');
    const headers = { 'x-forwarded-for': '192.0.2.77', 'user-agent': 'AdminBrowser' };
    await admin('GET', `/api/switch?type=demand&id=${alpha.demandId}`, undefined, headers);
    const shown = await events(owner);
    expect(new Set(shown.map(({ demandId }) => demandId))).toEqual(new Set([alpha.demandId]));
    const [impersonation] = shown.filter(({ type }) => type === 'impersonationBegan');
    expect(impersonation).toMatchObject({ userName: 'Super admin', userLogin: '', ip: '', userAgent: '', hash: null });
    expect(JSON.stringify(shown)).not.toMatch(/192\.0\.2\.77|AdminBrowser/);
    // Texts that are not shown cannot be found either.
    expect(await events(owner, '&ip=192.0.2.77')).toEqual([]);
    expect(await events(owner, '&q=super-does-not-exist')).toEqual([]);
    expect(await events(root, '&ip=192.0.2.77')).not.toEqual([]);
    expect(await events(owner, `&demandId=${bravo.demandId}`)).toEqual([]);
    const [foreign] = await events(root, `&demandId=${bravo.demandId}`);
    expect((await owner('GET', `/api/security-log/${foreign?.seq}`)).status).toBe(404);
    expect((await root('GET', `/api/security-log/${foreign?.seq}`)).body).toMatchObject({ accountName: 'bravo' });
  });

  test('is for super admins and owners', async () => {
    for (const login of [alpha.logins.sub, alpha.logins.adv, alpha.logins.sdk]) {
      expect((await (await api.signIn(login))('GET', '/api/security-log')).status).toBe(403);
    }
    await root('POST', '/api/users', { name: 'Ann', login: 'ann', password, type: 'admin' });
    expect((await (await api.signIn('ann'))('GET', '/api/security-log/export')).status).toBe(403);
  });

  test('is filtered by time, type, category, outcome, user and text, and wrong filters are named', async () => {
    expect(await events(root, '&from=2100-01-01T00:00:00Z')).toEqual([]);
    expect(new Set((await events(root, '&category=token')).map(({ type }) => type))).toEqual(
      new Set([
        'keyCreated',
        'keyRefused',
        'keyRevoked',
        'tokenCreated',
        'tokenInvalid',
        'tokenNewNetwork',
        'tokenRevoked',
      ]),
    );
    expect(new Set((await events(root, '&outcome=refused,failed')).map(({ outcome }) => outcome))).toEqual(
      new Set(['refused', 'failed']),
    );
    expect(await events(root, '&type=signIn&category=token')).toEqual([]);
    expect((await events(root, '&q=ALPHA-SUB')).length).toBeGreaterThan(0);
    const wrong = await root('GET', '/api/security-log?type=x&outcome=y&from=z&more=1');
    expect(wrong.status).toBe(400);
    expect((wrong.body as { problems: unknown[] }).problems).toHaveLength(4);
  });

  test('is exported as JSON lines from which anyone can verify the chain, and the export is an event', async () => {
    const exported = await caused('logExported', async () => {
      const answer = await root('GET', '/api/security-log/export');
      expect(answer.headers['content-disposition']).toContain('.jsonl');
      const lines = answer.text.trimEnd().split('\n');
      const rows = lines.map((line) => JSON.parse(line) as SecurityEvent);
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => index + 1));
      for (const [index, { subject, hash, previousHash, ...row }] of rows.entries()) {
        expect(previousHash).toBe(index === 0 ? '' : rows[index - 1]?.hash);
        const { entity = null, id = null, name = '' } = subject ?? {};
        const stored = { ...row, subjectEntity: entity, subjectId: id, subjectName: name };
        expect(hashOfEvent({ ...stored, previousHash: previousHash ?? '' })).toBe(hash);
      }
    });
    expect(exported).toHaveLength(1);
    const own = await owner('GET', '/api/security-log/export?outcome=done');
    for (const line of own.text.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ demandId: alpha.demandId, outcome: 'done', hash: null });
  });

  test('hashes what it stores', async () => {
    const { rows } = await api.deps.security.list({ accounts: 'all' }, { page: 1, size: 1000 });
    for (const row of rows) expect(hashOfEvent(row)).toBe(row.hash);
  });

  test('says up to where it is verified', async () => {
    await api.deps.security.verifyNext();
    const { body } = await root('GET', '/api/security-log/state');
    expect(body).toMatchObject({ brokenSeq: null, brokenFault: null, prunedSeq: 0, retentionDays: 400 });
    expect(body).toMatchObject({ verifiedSeq: (body as { seq: number }).seq });
  });
});

describe('[TRAIL-04] alerts', () => {
  const alertsOf = async (call: Caller, query = '') => {
    const { body } = await call('GET', `/api/dashboard/alerts${query}`);
    const { alerts } = body as DashboardAlerts;
    return alerts.filter(({ kind }) => kind === 'security').map(({ cause, page }) => `${cause} ${page?.href}`);
  };

  test('name many failures of a login or network, new countries, and networks that are new for a token', async () => {
    const failures = 20;
    for (let attempt = 0; attempt < failures; attempt += 1)
      await signIn(bravo.logins.sdk, 'wrong', { 'x-forwarded-for': `192.0.2.${attempt}` });
    const [user] = await events(root, `&type=signIn&demandId=${bravo.demandId}&outcome=failed`);
    const failed = `failures_user_${user?.subject?.id} /security?type=signIn&userId=${user?.subject?.id}`;
    const neighbour = await api.signIn(bravo.logins.demand);
    expect(await alertsOf(neighbour)).toEqual([failed]);
    expect(await alertsOf(root)).toContain(failed);
    expect(await alertsOf(root, `?account=${bravo.demandId}`)).toEqual([failed]);
    const own = await alertsOf(owner);
    expect(own).not.toContain(failed);
    expect(own.map((each) => each.replaceAll(/\d+/g, 'N'))).toEqual([
      'tokenNewNetwork_N /security?open=N',
      'newCountry_N /security?open=N',
    ]);
    const partner = await api.signIn(bravo.logins.sub);
    expect((await partner('GET', '/api/dashboard/alerts')).status).toBe(403);
    api.moveClock(25 * 3_600_000);
    expect(await alertsOf(await api.signIn(bravo.logins.demand))).toEqual([]);
  });

  test('say to super admins alone that the chain is broken', async () => {
    await api.sql(`update security_events set ip = 'forged' where seq = 2`);
    await api.deps.security.verifyNext();
    root = await api.signIn('super');
    expect(await alertsOf(root)).toEqual(['chain /security']);
    expect(await alertsOf(await api.signIn(alpha.logins.demand))).toEqual([]);
  });
});
