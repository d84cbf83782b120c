import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '#api/profile/profileContract.ts';
import { completeContacts, emptyContact } from '#model/index.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import {
  type ApiResponse,
  type Caller,
  idOf,
  password,
  problemsOf,
  startTestApi,
  type TestApi,
} from '../startTestApi.ts';

const path = '/api/demand/info';
const general = { ...emptyContact('general'), firstName: 'Ann', lastName: 'Ames', contactEmail: 'ann@alpha.example' };

let api: TestApi;
let account: TestAccount;
let root: Caller;
let owner: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  await buildAccount(api, 'bravo');
  root = await api.signIn('super');
  owner = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const everyFlag = { showPostbidPix: true, showPostbidWh: true, showCheckIVT: true };

beforeEach(() => setAccount({ name: 'alpha', domain: 'ads.alpha.example', priceReq: '0.10', ...everyFlag }));

/** The super admin's settings of the account. */
async function setAccount(values: Record<string, unknown>): Promise<void> {
  const answer = await root('PATCH', `/api/demands/${account.demandId}`, values);
  if (answer.status !== 200) throw new Error(answer.text);
}

async function read(call: Caller): Promise<Profile> {
  const answer = await call('GET', path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as Profile;
}

/** Sends the form back as it was read, with these changes. */
async function save(call: Caller, changes: object): Promise<ApiResponse> {
  return call('PUT', path, { ...(await read(call)), ...changes });
}

/** A session in which the super admin acts as a user. */
async function actAs(type: 'demand' | 'user', id: number): Promise<Caller> {
  const call = await api.signIn('super');
  const answer = await call('GET', `/api/switch?type=${type}&id=${id}`);
  if (answer.status !== 303) throw new Error(answer.text);
  return call;
}

async function managerOf(role: string): Promise<Caller> {
  const login = `${role}-${Math.random()}`;
  idOf(await owner('POST', '/api/demand/managers', { name: role, login, password, managerRole: role }));
  return api.signIn(login);
}

async function userIdOf(call: Caller): Promise<number> {
  return ((await call('GET', '/api/session')).body as { id: number }).id;
}

describe('reading the profile', () => {
  test('[PROF-02] [PROF-03] [CALL-04] a demand user has the complete profile of its account', async () => {
    expect(await read(owner)).toEqual({
      name: 'alpha',
      companyName: '',
      companyAddress: '',
      contactNumber: '',
      contactExpired: null,
      domain: 'ads.alpha.example',
      token: '',
      timezone: 0,
      contacts: completeContacts([]),
      sellersJson: [],
      tagParams: null,
      priceReq: '0.10',
      priceDsp: 0,
      priceImp: '0.00',
      pricePostbid: '0.00',
      postbidPercent: 0,
      setPostbidAll: null,
      setCheckIVTAll: null,
      blockIVT: null,
      delOldCreatives: null,
    });
  });

  test('[PROF-02] an admin who acts as a user sees the uid of the account in place of its token', async () => {
    for (const call of [await actAs('demand', account.demandId), await actAs('user', account.ids.manager)]) {
      const profile = await read(call);
      expect(profile.uid).toMatch(/^[0-9a-z]{16}$/);
      expect(profile).not.toHaveProperty('token');
    }
  });

  test('[PROF-02] the owner of the account sees the end of its API token, and all others nothing of it', async () => {
    const { token } = (await owner('POST', '/api/demand/token')).body as { token: string };
    const profile = await read(owner);
    expect(profile.token).toBe(`••••${token.slice(-4)}`);
    expect((await save(owner, {})).body).toEqual(profile);
    for (const role of ['full', 'trafficker', 'readonly', 'finance']) {
      const profile = await read(await managerOf(role));
      expect(profile, role).not.toHaveProperty('token');
      expect(profile, role).not.toHaveProperty('uid');
    }
  });

  test('[PROF-05] missing contacts are added', async () => {
    await save(owner, { contacts: [general] });
    expect((await read(owner)).contacts).toEqual([general, emptyContact('billing'), emptyContact('technical')]);
    await save(owner, { contacts: [] });
  });

  test('[PROF-07] [PROF-08] sellers are those of the account for demand users, and its own seller for a sub user', async () => {
    const sub = await api.signIn(account.logins.sub);
    expect(await read(owner)).toMatchObject({ sellersJson: [] });
    expect(await read(sub)).toMatchObject({
      sellersJson: { type: 'INTERMEDIARY', name: '', id: '', status: 0, confidential: 0 },
    });
    const seller = { type: 'BOTH', name: 'Alpha Press', id: 's-1', status: 1, confidential: 1 };
    await owner('PATCH', `/api/demand/subs/${account.ids.subpublisher}`, { sellersJson: seller, contacts: [general] });
    const after = await read(sub);
    expect(after.sellersJson).toEqual(seller);
    expect(after.contacts[0]).toEqual(general);
  });

  test('a partner sees its own name and nothing of the account’s company', async () => {
    await save(owner, { companyName: 'Alpha Holding', contactNumber: '12-34', contacts: [general] });
    for (const [login, name] of [
      [account.logins.sub, 'alpha sub-publisher'],
      [account.logins.adv, 'alpha advertiser'],
    ] as const) {
      const call = await api.signIn(login);
      const answer = await call('GET', path);
      expect(answer.body).toMatchObject({ name, companyName: '', contactNumber: '', contactExpired: null });
      expect(answer.text).not.toContain('Holding');
      for (const key of ['token', 'uid', 'priceReq', 'postbidPercent', 'delOldCreatives']) {
        expect(answer.body, login).not.toHaveProperty(key);
      }
    }
    expect(await read(await api.signIn(account.logins.adv))).not.toHaveProperty('sellersJson');
  });

  test('admins have no profile', async () => {
    expect((await root('GET', path)).status).toBe(403);
    expect((await root('PUT', path, {})).status).toBe(403);
  });
});

describe('saving the profile', () => {
  test('[PROF-12] takes the form as it was read, and returns the resulting profile', async () => {
    const before = await read(owner);
    const untouched = await owner('PUT', path, before);
    expect(untouched).toMatchObject({ status: 200, body: before });
    const changes = {
      companyName: 'Alpha Media',
      companyAddress: '1 High Street',
      contactNumber: 'A-17',
      contactExpired: '2027-03-31',
      timezone: -5,
      contacts: [general, { ...emptyContact('billing'), lastName: 'Bell' }, emptyContact('technical')],
      sellersJson: [{ id: '7', domain: 'press.example', name: 'Press' }],
      tagParams: ['placement', 'genre'],
      postbidPercent: 12.5,
      setPostbidAll: 1,
      setCheckIVTAll: 1,
      blockIVT: 1,
      delOldCreatives: 1,
    };
    const saved = await save(owner, changes);
    expect(saved).toMatchObject({ status: 200, body: { ...before, ...changes } });
    expect(await read(owner)).toEqual(saved.body);
    await save(owner, before);
  });

  test('[PROF-10] texts are trimmed', async () => {
    const saved = await save(owner, {
      companyName: '  Alpha  ',
      tagParams: [' genre '],
      contacts: [{ ...general, firstName: ' Ann ' }],
    });
    expect(saved.body).toMatchObject({
      companyName: 'Alpha',
      tagParams: ['genre'],
      contacts: [{ firstName: 'Ann' }, {}, {}],
    });
  });

  test('[PROF-12] the session then has the time zone and the tag parameters', async () => {
    await save(owner, { timezone: 3, tagParams: ['genre'] });
    expect((await owner('GET', '/api/session')).body).toMatchObject({ timezone: 3, tagParams: ['genre'] });
    await save(owner, { timezone: 0, tagParams: [] });
    expect((await owner('GET', '/api/session')).body).toMatchObject({ timezone: 0, tagParams: null });
  });

  test('[PROF-09] the tag parameters are null when emptied', async () => {
    expect((await save(owner, { tagParams: ['genre'] })).body).toMatchObject({ tagParams: ['genre'] });
    expect((await save(owner, { tagParams: null })).body).toMatchObject({ tagParams: null });
    expect((await save(owner, { tagParams: [] })).body).toMatchObject({ tagParams: null });
  });

  test('[PROF-09] an admin removes tag parameters of an account but adds none, whichever way', async () => {
    const id = account.demandId;
    await save(owner, { tagParams: ['genre', 'show'] });
    const faults = (answer: ApiResponse) => [answer.status, problemsOf(answer)];
    const refused = [422, ['tagParams: account_only']];
    expect(faults(await root('PATCH', `/api/demands/${id}`, { tagParams: ['genre', 'show', 'mood'] }))).toEqual(
      refused,
    );
    const edits = [{ field: 'tagParams', verb: 'add', values: ['mood'] }];
    const bulk = await root('POST', '/api/demands/bulk', { ids: [id], edits });
    expect(bulk.body).toMatchObject({ results: [{ problem: { code: 'account_only', path: 'tagParams' } }] });
    const acting = await actAs('demand', id);
    expect(faults(await save(acting, { tagParams: ['genre', 'mood'] }))).toEqual(refused);
    expect(faults(await save(acting, { tagParams: ['genre', 'mood'], setCheckIVTAll: 1 }))).toEqual(refused);
    expect((await read(owner)).tagParams).toEqual(['genre', 'show']);
    expect((await save(acting, { tagParams: ['show'] })).status).toBe(200);
    expect((await root('PATCH', `/api/demands/${id}`, { tagParams: [] })).status).toBe(200);
    expect((await read(owner)).tagParams).toBeNull();
    await save(owner, { setCheckIVTAll: null });
  });

  test('is logged with its author, field by field, and published to serving', async () => {
    await save(owner, { contacts: [], companyName: '', delOldCreatives: null });
    const version = await api.deps.entities.version();
    await save(owner, { contactNumber: `N-${version}`, delOldCreatives: 1 });
    const { rows } = await api.deps.log.list({ scope: [account.demandId], entities: ['demand'] }, { page: 1, size: 1 });
    expect(rows[0]).toMatchObject({ action: 'updated', userId: await userIdOf(owner), adminId: null });
    expect(rows[0]?.fields.map(({ field }) => field).toSorted()).toEqual(['contactNumber', 'delOldCreatives']);
    expect(await api.deps.entities.version()).toBeGreaterThan(version);
  });

  test('an SDK login changes its own name and contacts, and nothing of the account', async () => {
    const sdk = await api.signIn(account.logins.sdk);
    const saved = await save(sdk, { name: 'Sam', contacts: [general] });
    expect(saved).toMatchObject({ status: 200, body: { name: 'Sam', contacts: [general, {}, {}] } });
    expect((await sdk('GET', '/api/session')).body).toMatchObject({ name: 'Sam' });
    expect((await read(owner)).name).toBe('alpha');
    const before = await read(sdk);
    const refused = await save(sdk, {
      name: 'Tom',
      companyName: 'Mine',
      timezone: 4,
      tagParams: ['x'],
      priceReq: '9.00',
    });
    expect(refused.status).toBe(422);
    expect(problemsOf(refused).toSorted()).toEqual([
      'companyName: read_only',
      'priceReq: read_only',
      'tagParams: read_only',
      'timezone: read_only',
    ]);
    expect(await read(sdk)).toEqual(before);
  });

  test('[PROF-11] partners, and managers without full rights, may read but not save', async () => {
    const profile = await read(owner);
    for (const login of [account.logins.sub, account.logins.adv]) {
      const call = await api.signIn(login);
      expect((await save(call, { name: 'x' })).status, login).toBe(403);
    }
    for (const role of ['trafficker', 'readonly', 'finance']) {
      expect((await save(await managerOf(role), { name: 'x' })).status, role).toBe(403);
    }
    expect(await read(owner)).toEqual(profile);
    expect((await save(await managerOf('full'), { contactNumber: 'by a manager' })).status).toBe(200);
    expect((await read(owner)).contactNumber).toBe('by a manager');
  });
});

describe('refused changes of the profile', () => {
  /** Saves and expects these problems, and that nothing was written. */
  async function expectRefused(call: Caller, changes: Record<string, unknown>, status: number, problems: string[]) {
    const before = await read(owner);
    const answer = await save(call, changes);
    expect(answer.status, answer.text).toBe(status);
    expect(problemsOf(answer).toSorted()).toEqual(problems.toSorted());
    expect(await read(owner)).toEqual(before);
  }

  test('[PROF-13] a price changed by anyone but an admin is refused by its name', async () => {
    const prices = { priceReq: '0.01', priceDsp: 1, priceImp: '0.02', pricePostbid: '0.03' };
    const problems = Object.keys(prices).map((price) => `${price}: operator_only`);
    await expectRefused(owner, { ...prices, companyName: 'Not saved' }, 422, problems);
    await expectRefused(await managerOf('full'), { priceImp: '9.00' }, 422, ['priceImp: operator_only']);
  });

  test('[PROF-13] the same price in other digits is not a change', async () => {
    expect((await save(owner, { priceReq: '0.1000' })).status).toBe(200);
    expect((await read(owner)).priceReq).toBe('0.10');
  });

  test('[PROF-13] an admin who acts as the user changes prices, and the log names both', async () => {
    const acting = await actAs('demand', account.demandId);
    const saved = await save(acting, { priceReq: '0.25', priceDsp: 12 });
    expect(saved).toMatchObject({ status: 200, body: { priceReq: '0.25', priceDsp: 12 } });
    expect(await read(owner)).toMatchObject({ priceReq: '0.25', priceDsp: 12 });
    const { rows } = await api.deps.log.list({ scope: [account.demandId], entities: ['demand'] }, { page: 1, size: 1 });
    expect(rows[0]).toMatchObject({ userId: await userIdOf(owner), adminId: await userIdOf(root) });
  });

  test('[PROF-04] post-bid and IVT options only change with their flags, either slot being enough', async () => {
    const requested = { postbidPercent: 33, setPostbidAll: 1, setCheckIVTAll: 1, blockIVT: 1 };
    await save(owner, { postbidPercent: 0, setPostbidAll: null, setCheckIVTAll: null, blockIVT: null });
    await setAccount({ showPostbidPix: false, showPostbidWh: false, showCheckIVT: false });
    await expectRefused(
      owner,
      requested,
      422,
      Object.keys(requested).map((field) => `${field}: not_enabled`),
    );
    await setAccount({ showPostbidWh: true });
    await expectRefused(owner, requested, 422, ['blockIVT: not_enabled', 'setCheckIVTAll: not_enabled']);
    await setAccount({ showPostbidPix: true, showPostbidWh: false });
    expect((await save(owner, { postbidPercent: 33, setPostbidAll: 1 })).status).toBe(200);
    await setAccount({ showPostbidPix: false, showCheckIVT: true });
    expect((await save(owner, { setCheckIVTAll: 1, blockIVT: 1 })).status).toBe(200);
    await setAccount(everyFlag);
    await save(owner, { postbidPercent: 0, setPostbidAll: null, setCheckIVTAll: null, blockIVT: null });
  });

  test('[PROF-02] token, uid and domain are read-only', async () => {
    const problems = ['domain: read_only', 'token: read_only', 'uid: read_only'];
    await expectRefused(owner, { token: 'mine', uid: 'mine', domain: 'other.example' }, 422, problems);
  });

  test('[PROF-10] the name is required', async () => {
    await expectRefused(owner, { name: '   ' }, 400, ['name: too_small']);
  });

  test('[PROF-02] a company has at most 100 characters', async () => {
    await expectRefused(owner, { companyName: 'x'.repeat(101) }, 400, ['companyName: too_big']);
    expect((await save(owner, { companyName: 'x'.repeat(100) })).status).toBe(200);
  });

  test('a name that another account has is a conflict, reported at the name', async () => {
    await expectRefused(owner, { name: 'Bravo' }, 409, ['name: taken']);
    await expectRefused(owner, { name: 'Bravo', priceReq: '5.00' }, 422, ['name: taken', 'priceReq: operator_only']);
  });

  test('every malformed value is named, including the entry of a list', async () => {
    const wrong = {
      timezone: 13,
      contactExpired: '31.12.2027',
      contacts: [{ ...general, contactEmail: 'nobody' }],
      sellersJson: [{ id: '1', domain: 'no domain', name: 'x' }],
      tagParams: ['a', 'a'],
      postbidPercent: 101,
      setPostbidAll: 0,
      more: true,
    };
    const answer = await save(owner, wrong);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining([
        'timezone',
        'contactExpired',
        'contacts.0.contactEmail',
        'sellersJson.0.domain',
        'tagParams',
        'postbidPercent',
        'setPostbidAll',
        'more',
      ]),
    );
  });

  test('[PROF-12] a form without fields that the user may change is refused', async () => {
    const { delOldCreatives: _left, sellersJson: _out, ...rest } = await read(owner);
    const answer = await owner('PUT', path, rest);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual(['sellersJson: required', 'delOldCreatives: required']);
  });
});

test('[CALL-03] the tag parameters: the platform’s, followed by the account’s own', async () => {
  await save(owner, { tagParams: ['genre', 'cb'] });
  for (const login of Object.values(account.logins)) {
    const call = await api.signIn(login);
    const own = (await call('GET', '/api/demand/vastParams')).body as string[];
    expect(own).toContain('cb');
    expect(own).not.toContain('genre');
    expect((await call('GET', '/api/demand/vast2Params')).body, login).toEqual([...own, 'genre']);
  }
  expect((await root('GET', '/api/demand/vastParams')).status).toBe(403);
  const { body } = await owner('GET', '/api/session');
  expect(body).toMatchObject({ vast2Params: (await owner('GET', '/api/demand/vast2Params')).body });
});
