import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

let api: TestApi;
let own: TestAccount;
let foreign: TestAccount;
let owner: Caller;
let root: Caller;

beforeAll(async () => {
  api = await startTestApi();
  own = await buildAccount(api, 'alpha');
  foreign = await buildAccount(api, 'bravo');
  owner = await api.signIn(own.logins.demand);
  root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Ada', login: 'operator', password, type: 'admin' });
});

afterAll(() => api.close());

/** Every test begins with an empty count. */
beforeEach(() => api.moveClock(3_600_000 + 1000));

const messagesOf = (answer: ApiResponse) =>
  (answer.body as { problems: { message: string; path: string }[] }).problems.map(
    ({ path, message }) => `${path}: ${message}`,
  );

const manager = (login: string) => ({ name: login, login, password, managerRole: 'readonly' });
const partner = (login: string) => ({ name: login, login, password, type: 'sdk' });

describe('a taken login', () => {
  test('is refused in the same words whoever has it, and by whichever call', async () => {
    const renamed = idOf(await owner('POST', '/api/demand/managers', manager('alpha-second')));
    // An admin, users of another account of every type, and one’s own.
    const taken = ['OPERATOR', ...Object.values(foreign.logins), 'bravo-manager', 'bravo-partner', own.logins.sub];
    for (const login of taken) {
      const answers = [
        await owner('POST', '/api/demand/managers', manager(login)),
        await owner('POST', '/api/demand/logins', partner(login)),
        await owner('PATCH', `/api/demand/managers/${renamed}`, { login }),
        await root('POST', '/api/users', { ...partner(login), demandId: own.demandId }),
      ];
      for (const answer of answers) {
        expect(answer.status, login).toBe(409);
        expect(problemsOf(answer), login).toEqual(['login: taken']);
        expect(messagesOf(answer), login).toEqual(['login: This login is not available']);
      }
      api.moveClock(3_600_000 + 1000);
    }
  });

  test('the name of an account is refused too, and the id of a seller in the file that accounts share', async () => {
    const form = { name: 'BRAVO', companyName: '', companyAddress: '', contactNumber: '', contactExpired: null };
    const profile = { ...form, timezone: 0, contacts: [], sellersJson: [], tagParams: null, delOldCreatives: null };
    const answer = await owner('PUT', '/api/demand/info', profile);
    expect([answer.status, ...messagesOf(answer)]).toEqual([409, 'name: This name is not available']);
    const mine = idOf(await owner('POST', '/api/demand/subs', { name: 'second' }));
    for (const id of [`s${foreign.ids.subpublisher}`, `s${own.ids.subpublisher}`, `a${foreign.demandId}`]) {
      const seller = { id, type: 'PUBLISHER', status: 1, confidential: 0 };
      const refused = await owner('PATCH', `/api/demand/subs/${mine}`, { sellersJson: seller });
      expect(messagesOf(refused), refused.text).toEqual([
        `sellersJson.id: The seller ID ${id} is not available in this sellers.json`,
      ]);
    }
  });

  test('names inside an account are reported as taken by another row: those of other accounts are not compared', async () => {
    const answer = await owner('POST', '/api/demand/advs', { name: 'Alpha Advertiser' });
    expect(messagesOf(answer)).toEqual(['name: Another advertiser has this name']);
    idOf(await owner('POST', '/api/demand/advs', { name: 'bravo advertiser' }));
  });
});

describe('probing which logins exist', () => {
  test('is blocked for a manager of some partners without blocking it for the account', async () => {
    const scope = { managerRole: 'full', scopeAdvertiserIds: [own.ids.advertiser] };
    idOf(await owner('POST', '/api/demand/managers', { ...manager('alpha-scoped'), ...scope }));
    const scoped = await api.signIn('alpha-scoped');
    const claim = (login: string) => ({ name: login, login, password, type: 'adv', advertiserId: own.ids.advertiser });
    for (let count = 0; count < 20; count += 1) {
      expect((await scoped('POST', '/api/demand/logins', claim(foreign.logins.sub))).status).toBe(409);
    }
    expect((await scoped('POST', '/api/demand/logins', claim('free-for-scoped'))).status).toBe(429);
    expect((await owner('POST', '/api/demand/logins', claim('free-for-owner'))).status).toBe(201);
  });

  test('is blocked after twenty rejections in an hour, for all users of the account, and then reveals no login', async () => {
    const full = { ...manager('alpha-full'), managerRole: 'full' };
    idOf(await owner('POST', '/api/demand/managers', full));
    const colleague = await api.signIn('alpha-full');
    for (let count = 0; count < 20; count += 1) {
      const answer = await (count % 2 === 0 ? owner : colleague)(
        'POST',
        '/api/demand/logins',
        partner(foreign.logins.sub),
      );
      expect(problemsOf(answer)).toEqual(['login: taken']);
    }
    const taken = await owner('POST', '/api/demand/logins', partner(foreign.logins.sub));
    const free = await owner('POST', '/api/demand/managers', manager('quite-free'));
    const renamed = await owner('PATCH', `/api/demand/managers/${own.ids.manager}`, { login: 'quite-free' });
    const faulty = await owner('POST', '/api/demand/logins', { ...partner(foreign.logins.sub), name: '' });
    for (const answer of [taken, free, renamed, faulty]) {
      expect(answer.status).toBe(429);
      expect(problemsOf(answer)).toEqual([': too_many_attempts']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3600);
    }
    // Writes without a new login continue, and so do another account's, and all of them an hour later.
    expect((await owner('PATCH', `/api/demand/managers/${own.ids.manager}`, { name: 'new name' })).status).toBe(200);
    const same = { login: 'ALPHA-manager', status: 0 };
    expect((await owner('PATCH', `/api/demand/managers/${own.ids.manager}`, same)).status).toBe(200);
    const neighbour = await api.signIn(foreign.logins.demand);
    idOf(await neighbour('POST', '/api/demand/logins', partner('bravo-new')));
    api.moveClock(3_600_000 + 1000);
    idOf(await owner('POST', '/api/demand/managers', manager('quite-free')));
  });

  test('is counted in dry runs of bulk edits and beside other faults too', async () => {
    const bulk = {
      ids: [own.ids.manager],
      edits: [{ field: 'login', verb: 'findReplace', find: 'alpha-manager', replacement: foreign.logins.sub }],
      isDryRun: true,
    };
    await owner('PATCH', `/api/demand/managers/${own.ids.manager}`, { login: 'alpha-manager', status: 1 });
    for (let count = 0; count < 10; count += 1) {
      const dry = await owner('POST', '/api/demand/managers/bulk', bulk);
      expect(dry.text).toContain('This login is not available');
      const faulty = await owner('POST', '/api/demand/logins', { ...partner(foreign.logins.sub), name: '' });
      expect(problemsOf(faulty)).toContain('login: taken');
    }
    expect((await owner('POST', '/api/demand/managers/bulk', bulk)).status).toBe(429);
    expect((await owner('POST', '/api/demand/managers', manager('free-again'))).status).toBe(429);
    // Pausing a login counts nothing.
    const paused = await owner('POST', '/api/demand/managers/bulk', { ids: [own.ids.manager], status: 0 });
    expect(paused.body).toMatchObject({ changed: 1 });
  });

  test('by many concurrent calls gets no more than twenty responses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => owner('POST', '/api/demand/logins', partner(foreign.logins.adv))),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('does not count successes, and does not limit admins', async () => {
    for (let count = 0; count < 22; count += 1) {
      idOf(await owner('POST', '/api/demand/logins', partner(`alpha-series-${count}`)));
    }
    for (let count = 0; count < 22; count += 1) {
      const answer = await root('POST', '/api/users', { ...partner(foreign.logins.sub), demandId: own.demandId });
      expect(answer.status).toBe(409);
    }
  });
});
