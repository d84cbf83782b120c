import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type ApiResponse, type Caller, idOf, password, startTestApi, type TestApi } from '../startTestApi.ts';
import { createKey } from './createKey.ts';

let api: TestApi;
let own: TestAccount;
let owner: Caller;
let scim: Caller;

beforeAll(async () => {
  api = await startTestApi({ env: { CONSOLE_URL: 'https://console.example' } });
  own = await buildAccount(api, 'alpha');
  owner = await api.signIn(own.logins.demand);
  await owner('POST', '/api/sso');
  await owner('POST', '/api/sso/domains', { domain: 'alpha.example' });
  const acting = await api.signIn('super');
  await acting('GET', `/api/switch?type=demand&id=${own.demandId}`);
  expect((await acting('POST', '/api/sso/domains/alpha.example/verify')).status).toBe(200);
  scim = callerWith((await createKey(owner, { scopes: ['scim:write'] })).token);
});
afterAll(() => api?.close());

/** Calls as an identity provider does. */
function callerWith(token: string): Caller {
  return async (method, path, body, headers = {}) => {
    const answer = await api.inject({
      method,
      url: path,
      headers: {
        host: 'console.example',
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed = answer.body === '' ? null : (JSON.parse(answer.body) as unknown);
    return { status: answer.statusCode, body: parsed, text: answer.body, headers: answer.headers };
  };
}

interface Resource {
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  externalId?: string;
  members: { value: string }[];
  groups: { display: string }[];
  meta: { location: string };
}
interface List {
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}

const users = '/scim/v2/Users';
const groups = '/scim/v2/Groups';
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const newUser = (userName: string, more: object = {}) => ({
  schemas: [userSchema],
  userName,
  name: { givenName: 'Jane', familyName: 'Doe' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  active: true,
  ...more,
});
const patch = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
const resourceIn = (answer: ApiResponse, status = 200): Resource => {
  expect(answer.status, answer.text).toBe(status);
  return answer.body as Resource;
};
const listIn = (answer: ApiResponse): List => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as List;
};
const filtered = (path: string, filter: string) => scim('GET', `${path}?${new URLSearchParams({ filter }).toString()}`);

/** An error in the form of SCIM: its status and type. */
function errorIn({ status, body, headers }: ApiResponse): [number, string | undefined] {
  const error = body as { schemas: string[]; status: string; scimType?: string; detail: string };
  expect(String(headers['content-type'])).toMatch(/^application\/scim\+json/);
  expect(error.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(error.status).toBe(String(status));
  expect(error.detail).not.toBe('');
  return [status, error.scimType];
}

test('what is supported is described', async () => {
  const config = await scim('GET', '/scim/v2/ServiceProviderConfig');
  expect(config.headers['content-type']).toBe('application/scim+json');
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
  expect(listIn(await scim('GET', '/scim/v2/ResourceTypes')).totalResults).toBe(2);
  expect(listIn(await scim('GET', '/scim/v2/Schemas')).totalResults).toBe(2);
});

describe('users', () => {
  test('are looked for, created, read, changed and deactivated as Okta does', async () => {
    expect(listIn(await filtered(users, 'userName eq "okta@alpha.example"'))).toMatchObject({
      totalResults: 0,
      itemsPerPage: 0,
      Resources: [],
    });
    const created = await scim('POST', users, newUser('okta@alpha.example', { externalId: '00u1', password: 'x' }));
    const user = resourceIn(created, 201);
    expect(user).toMatchObject({
      userName: 'okta@alpha.example',
      displayName: 'Jane Doe',
      active: true,
      externalId: '00u1',
    });
    expect(created.headers['location']).toBe(`https://console.example${users}/${user.id}`);
    expect(user.meta.location).toBe(created.headers['location']);
    expect(errorIn(await scim('POST', users, newUser('OKTA@alpha.example')))).toEqual([409, 'uniqueness']);
    expect(listIn(await filtered(users, 'userName eq "Okta@Alpha.example"')).Resources[0]?.id).toBe(user.id);
    expect(listIn(await filtered(users, 'externalId eq "00u1"')).Resources[0]?.id).toBe(user.id);
    const replaced = resourceIn(
      await scim(
        'PUT',
        `${users}/${user.id}`,
        newUser('okta@alpha.example', { displayName: 'Jane D.', externalId: '00u1' }),
      ),
    );
    expect(replaced.displayName).toBe('Jane D.');
    expect(
      resourceIn(await scim('PATCH', `${users}/${user.id}`, patch({ op: 'replace', value: { active: false } }))).active,
    ).toBe(false);
    expect(resourceIn(await scim('GET', `${users}/${user.id}`)).active).toBe(false);
    const manager = await owner('GET', `/api/demand/managers/${user.id}`);
    expect(manager.body).toMatchObject({ managerRole: 'readonly', status: 0, hasPassword: false });
  });

  test('are changed and deactivated as Entra ID does', async () => {
    const { id } = resourceIn(await scim('POST', users, newUser('entra@alpha.example', { externalId: 'entra' })), 201);
    const changed = resourceIn(
      await scim(
        'PATCH',
        `${users}/${id}`,
        patch(
          { op: 'Replace', path: 'displayName', value: 'Entra Person' },
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@alpha.example' },
          { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Ads' },
        ),
      ),
    );
    expect(changed).toMatchObject({ displayName: 'Entra Person', userName: 'entra@alpha.example' });
    const off = await scim('PATCH', `${users}/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect(resourceIn(off).active).toBe(false);
    const on = await scim('PATCH', `${users}/${id}`, patch({ op: 'Replace', path: 'active', value: 'True' }));
    expect(resourceIn(on).active).toBe(true);
    const typed = { 'content-type': 'application/scim+json' };
    expect((await scim('DELETE', `${users}/${id}`, undefined, typed)).status).toBe(204);
    expect(errorIn(await scim('GET', `${users}/${id}`))).toEqual([404, undefined]);
    expect(errorIn(await scim('DELETE', `${users}/${id}`))).toEqual([404, undefined]);
    expect((await owner('GET', `/api/demand/managers/${id}`)).body).toMatchObject({ status: 2 });
  });

  test('who are deactivated lose their sessions and one-time links at once', async () => {
    const id = idOf(await owner('POST', '/api/demand/managers', { name: 'M', login: 'leaver', password }));
    const leaver = await api.signIn('leaver');
    const link = (await owner('POST', `/api/demand/managers/${id}/signIn/link`, {})).body as { url: string };
    resourceIn(await scim('PATCH', `${users}/${id}`, patch({ op: 'replace', path: 'active', value: false })));
    expect((await leaver('GET', '/api/session')).status).toBe(403);
    const token = link.url.split('#')[1] ?? '';
    expect((await api.anonymous('POST', '/api/auth/link', { token })).status).toBe(404);
    expect((await api.anonymous('POST', '/api/auth/login', { login: 'leaver', password })).status).toBe(401);
  });

  test('are listed in pages from 1', async () => {
    const all = listIn(await scim('GET', users));
    const page = listIn(await scim('GET', `${users}?startIndex=2&count=1`));
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(page.Resources[0]?.id).toBe(all.Resources[1]?.id);
    expect(listIn(await scim('GET', `${users}?startIndex=-3&count=0`))).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    expect(listIn(await scim('GET', `${users}?startIndex=900`)).Resources).toEqual([]);
  });

  test('with faults are refused in the form of SCIM', async () => {
    expect(errorIn(await scim('POST', users, {}))).toEqual([400, 'invalidValue']);
    expect(errorIn(await scim('POST', users, newUser('with space')))).toEqual([400, 'invalidValue']);
    expect(errorIn(await scim('POST', users, '{'))).toEqual([400, 'invalidSyntax']);
    expect(errorIn(await scim('GET', `${users}?filter=title+pr`))).toEqual([400, 'invalidFilter']);
    expect(errorIn(await scim('GET', `${users}?count=x`))).toEqual([400, undefined]);
    for (const id of ['0', '9999999999', 'x', 'NaN']) {
      expect(errorIn(await scim('GET', `${users}/${id}`))).toEqual([404, undefined]);
      const members = [{ value: id }];
      expect(errorIn(await scim('POST', groups, { displayName: 'x', members }))).toEqual([400, 'invalidValue']);
      expect(listIn(await filtered(users, `id eq "${id}"`)).totalResults).toBe(0);
    }
    expect(errorIn(await scim('POST', users, newUser('nul', { displayName: 'a\u0000b' })))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(errorIn(await filtered(users, 'userName eq "a\\u0000b"'))).toEqual([400, 'invalidFilter']);
    expect(errorIn(await scim('POST', users, 'x', { 'content-type': 'text/html' }))[0]).toBe(415);
    expect(errorIn(await callerWith('bhk_wrong')('GET', users))[0]).toBe(401);
  });
});

describe('only users of the account that are not its owner', () => {
  test('are there: not the owner, partners, other accounts or admins', async () => {
    const other = await buildAccount(api, 'bravo');
    const foreign = await api.signIn(other.logins.demand);
    const theirs = idOf(await foreign('POST', '/api/demand/managers', { name: 'F', login: 'foreign' }));
    const rows = await api.sql(
      "SELECT id FROM users WHERE login IN ('super', 'bravo-demand', 'alpha-adv', 'alpha-sdk')",
    );
    const hidden = [own.ids.user, own.ids.login, theirs, ...rows.map(({ id }) => Number(id))];
    for (const id of hidden) {
      const body = patch({ op: 'replace', value: { active: false } });
      expect(errorIn(await scim('GET', `${users}/${id}`))[0]).toBe(404);
      expect(errorIn(await scim('PATCH', `${users}/${id}`, body))[0]).toBe(404);
      expect(errorIn(await scim('PUT', `${users}/${id}`, newUser('taken')))[0]).toBe(404);
      expect(errorIn(await scim('DELETE', `${users}/${id}`))[0]).toBe(404);
      expect(errorIn(await scim('POST', groups, { displayName: `g${id}`, members: [{ value: String(id) }] }))).toEqual([
        400,
        'invalidValue',
      ]);
    }
    for (const login of ['super', 'alpha-demand', 'foreign']) {
      expect(errorIn(await scim('POST', users, newUser(login)))).toEqual([409, 'uniqueness']);
    }
    expect(listIn(await filtered(users, 'userName eq "alpha-demand"')).totalResults).toBe(0);
    expect((await foreign('GET', '/api/session')).status).toBe(200);
  });

  test('have no address of another domain, to which links would be mailed', async () => {
    const created = resourceIn(await scim('POST', users, newUser('proven@alpha.example')), 201);
    expect((await scim('POST', users, newUser('evil@other.example'))).status).toBe(400);
    const rename = patch({ op: 'replace', path: 'userName', value: 'evil@other.example' });
    expect((await scim('PATCH', `${users}/${created.id}`, rename)).status).toBe(400);
  });

  test('are not changed with the API token of the account', async () => {
    const { token } = (await owner('POST', '/api/demand/token')).body as { token: string };
    expect((await callerWith(token)('GET', users)).status).toBe(403);
  });

  test('a key needs the scope, and its owner the role', async () => {
    const reading = callerWith((await createKey(owner, { scopes: ['scim:read'] })).token);
    expect((await reading('GET', users)).status).toBe(200);
    expect(errorIn(await reading('POST', users, newUser('x@alpha.example')))[0]).toBe(403);
    const others = callerWith((await createKey(owner, { scopes: ['account:write'] })).token);
    expect(errorIn(await others('GET', users))[0]).toBe(403);
    idOf(await owner('POST', '/api/demand/managers', { name: 'Full', login: 'full', password, managerRole: 'full' }));
    const full = await api.signIn('full');
    const ofManager = callerWith((await createKey(full, { scopes: ['scim:write'] })).token);
    expect(errorIn(await ofManager('GET', users))[0]).toBe(403);
  });

  test('the platform’s key provisions admins, no super admins', async () => {
    const root = await api.signIn('super');
    await root('POST', '/api/sso');
    await root('POST', '/api/sso/domains', { domain: 'platform.example' });
    expect((await root('POST', '/api/sso/domains/platform.example/verify')).status).toBe(200);
    const platform = callerWith((await createKey(root, { scopes: ['scim:write'] })).token);
    const { id } = resourceIn(await platform('POST', users, newUser('admin@platform.example')), 201);
    expect((await root('GET', `/api/users/${id}`)).body).toMatchObject({ type: 'admin', isSuper: false });
    const [superAdmin] = await api.sql("SELECT id FROM users WHERE login = 'super'");
    expect(errorIn(await platform('DELETE', `${users}/${String(superAdmin?.['id'])}`))[0]).toBe(404);
    expect(listIn(await platform('GET', users)).Resources.map(({ userName }) => userName)).toEqual([
      'admin@platform.example',
    ]);
  });
});

describe('groups', () => {
  const roleOf = async (id: string) =>
    ((await owner('GET', `/api/demand/managers/${id}`)).body as { managerRole: string }).managerRole;

  test('give their members the roles of the settings, and take them away', async () => {
    await owner('POST', '/api/sso');
    await owner('PUT', '/api/sso', {
      ...{ name: 'Login', isEnabled: false, issuer: 'https://login.alpha.example', clientId: 'x' },
      ...{ groupsClaim: 'groups', groupRoles: [{ group: 'AdOps', role: 'trafficker' }], defaultRole: null },
      ...{ createsUsers: false, trustsEmail: false, allowsPasswords: true },
    });
    const one = resourceIn(await scim('POST', users, newUser('one@alpha.example')), 201).id;
    const two = resourceIn(await scim('POST', users, newUser('two@alpha.example')), 201).id;
    const group = resourceIn(await scim('POST', groups, { displayName: 'AdOps', members: [{ value: one }] }), 201);
    expect([await roleOf(one), await roleOf(two)]).toEqual(['trafficker', 'readonly']);
    expect(errorIn(await scim('POST', groups, { displayName: 'AdOps' }))).toEqual([409, 'uniqueness']);
    expect(listIn(await filtered(groups, 'displayName eq "AdOps"')).Resources[0]?.id).toBe(group.id);

    const path = `${groups}/${group.id}`;
    resourceIn(await scim('PATCH', path, patch({ op: 'Add', path: 'members', value: [{ value: two }] })));
    resourceIn(await scim('PATCH', path, patch({ op: 'remove', path: `members[value eq "${one}"]` })));
    expect([await roleOf(one), await roleOf(two)]).toEqual(['readonly', 'trafficker']);
    expect(resourceIn(await scim('GET', `${users}/${two}`)).groups.map(({ display }) => display)).toEqual(['AdOps']);

    const renamed = patch({ op: 'replace', value: { id: group.id, displayName: 'Others' } });
    expect(resourceIn(await scim('PATCH', path, renamed)).displayName).toBe('Others');
    expect(await roleOf(two)).toBe('readonly');
    resourceIn(await scim('PUT', path, { displayName: 'AdOps', members: [{ value: one }, { value: two }] }));
    expect([await roleOf(one), await roleOf(two)]).toEqual(['trafficker', 'trafficker']);
    expect((await scim('DELETE', path)).status).toBe(204);
    expect([await roleOf(one), await roleOf(two)]).toEqual(['readonly', 'readonly']);
    expect(errorIn(await scim('GET', path))).toEqual([404, undefined]);
  });

  test('that are changed at the same time lose no member, and only one of them gets a name', async () => {
    const created = await Promise.all(
      ['p', 'q', 'r', 's'].map((name) => scim('POST', users, newUser(`${name}@alpha.example`))),
    );
    const ids = created.map((each) => resourceIn(each, 201).id);
    const team = resourceIn(await scim('POST', groups, { displayName: 'Team', members: [{ value: ids[0] }] }), 201);
    const path = `${groups}/${team.id}`;
    const answers = await Promise.all([
      ...ids.slice(1).map((value) => scim('PATCH', path, patch({ op: 'add', path: 'members', value: [{ value }] }))),
      scim('PATCH', path, patch({ op: 'remove', path: `members[value eq "${ids[0]}"]` })),
      scim('PATCH', path, patch({ op: 'replace', path: 'externalId', value: 'team' })),
    ]);
    for (const answer of answers) resourceIn(answer);
    const after = resourceIn(await scim('GET', path));
    expect(after).toMatchObject({ displayName: 'Team', externalId: 'team' });
    expect(after.members.map(({ value }) => value).toSorted()).toEqual(ids.slice(1).toSorted());

    const others = await Promise.all(['T1', 'T2', 'T3'].map((displayName) => scim('POST', groups, { displayName })));
    const renamed = await Promise.all(
      others.map((each) => {
        const body = patch({ op: 'replace', path: 'displayName', value: 'Same' });
        return scim('PATCH', `${groups}/${resourceIn(each, 201).id}`, body);
      }),
    );
    const refused = renamed.filter(({ status }) => status !== 200);
    expect(refused.map(errorIn)).toEqual([
      [409, 'uniqueness'],
      [409, 'uniqueness'],
    ]);
  });

  test('of other accounts are not there', async () => {
    const { id } = resourceIn(await scim('POST', groups, { displayName: 'Own' }), 201);
    const other = await buildAccount(api, 'charlie');
    const foreign = await api.signIn(other.logins.demand);
    const theirs = callerWith((await createKey(foreign, { scopes: ['scim:write'] })).token);
    expect(listIn(await theirs('GET', groups)).totalResults).toBe(0);
    for (const method of ['GET', 'DELETE']) expect(errorIn(await theirs(method, `${groups}/${id}`))[0]).toBe(404);
    expect(errorIn(await theirs('PATCH', `${groups}/${id}`, patch({ op: 'remove', path: 'members' })))[0]).toBe(404);
    expect(resourceIn(await theirs('POST', groups, { displayName: 'Own' }), 201).id).not.toBe(id);
  });
});

test('the security log has what the program did, with its key', async () => {
  const rows = await api.sql(
    "SELECT type, count(*)::int AS count FROM security_events WHERE key_id IS NOT NULL AND type IN ('userCreated', 'userStatus', 'userRights', 'groupChanged') GROUP BY type ORDER BY type",
  );
  expect(rows.map(({ type }) => type)).toEqual(['groupChanged', 'userCreated', 'userRights', 'userStatus']);
});
