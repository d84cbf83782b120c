import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApi } from '#api/buildApi.ts';
import { problemResponseSchema } from '#api/problem.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { type Caller, idOf, problemsOf, startTestApi, type TestApi } from '../startTestApi.ts';
import { checkResponses } from '../checkResponses.ts';

let api: TestApi;
let account: TestAccount;
let call: Caller;

beforeAll(async () => {
  api = await startTestApi();
  account = await buildAccount(api, 'alpha');
  call = await api.signIn(account.logins.demand);
});

afterAll(() => api.close());

const json = { 'content-type': 'application/json' };

describe('an invalid call is answered with every fault, and with nothing else', () => {
  test('broken JSON, an empty body, another type, an oversized body', async () => {
    const path = '/api/demand/advs';
    const answers = [
      await call('POST', path, '{"name": "x"', json),
      await call('POST', path, '', json),
      await call('POST', path, '{"__proto__": {"a": 1}, "name": "x"}', json),
      await call('POST', path, 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }),
      await call('POST', path, 'name', { 'content-type': 'text/plain' }),
      await call('POST', path, JSON.stringify({ name: 'x'.repeat(3_000_000) }), json),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 415, 415, 413]);
    for (const answer of answers) {
      const { problems, requestId } = answer.body as { problems: object[]; requestId: string };
      expect(problems).toHaveLength(1);
      expect(requestId).toBe(answer.headers['x-request-id']);
      expect(answer.text).not.toMatch(/node_modules|at \w+ \(|FST_/);
    }
  });

  test.each([
    [
      'PUT',
      '/api/finance/settings',
      { name: 'A', address: 'x', taxId: '', bank: '', prefix: 'I-', netDays: 1, taxRate: null },
      'name',
    ],
    [
      'POST',
      '/api/finance/accounts/1/prices',
      { priceReq: '0', priceImp: '0', priceDsp: 0, pricePostbid: '0', validFrom: null, note: '' },
      'note',
    ],
    ['POST', '/api/finance/months/2026-10/accounts/1/adjustments', { amount: '1.00', reason: 'x' }, 'reason'],
  ] as const)('%s %s with a text that no store accepts', async (method, path, body, name) => {
    const root = await api.signIn('super');
    for (const text of ['a\u0000b', 'a\ud800b']) {
      const answer = await root(method, path, { ...body, [name]: text });
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual([`${name}: invalid_format`]);
    }
  });

  test('a filter of a report with a text that no store accepts', async () => {
    const filter = (text: string) => ({ dim: 'site', op: 'in', values: [text] });
    const day = { startDate: '2026-10-01', endDate: '2026-10-02', dimensions: [], metrics: ['imps'] };
    for (const text of ['a\u0000b', 'a\ud800b']) {
      const answer = await call('POST', '/api/rrun', { ...day, filters: [filter(text)] });
      expect([answer.status, problemsOf(answer)]).toEqual([400, [expect.stringMatching(/^filters\.0\.values\.0/)]]);
    }
  });

  test('a report with a wrong limit and unknown names has all of these faults', async () => {
    const day = { startDate: '2026-10-01', endDate: '2026-10-02' };
    for (const path of ['/api/rrun', '/api/reports/explain']) {
      const answer = await call('POST', path, { ...day, limit: 0, dimensions: ['planet'], metrics: ['imps', 'glory'] });
      expect([answer.status, problemsOf(answer).toSorted()]).toEqual([
        400,
        ['dimensions.0: unknown_dimension', 'limit: too_small', 'metrics.1: unknown_metric'],
      ]);
    }
  });

  test.each([
    ' ',
    'foo',
    'json',
    'a/b/c',
    ';;;',
    '/',
    'text/',
    'application/json,text/plain',
    'text/plain; charset="utf-8',
    '\xff/\x80',
    'a/b;'.repeat(2500),
    'application/jsonp',
    'multipart/form-data; boundary=',
  ])('a body with the content type %j', async (type) => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
      for (const path of ['/api/demand/advs', '/api/demand/advs/1', '/api/session', '/api/nothing']) {
        const answer = await call(method, path, '{}', { 'content-type': type });
        expect([400, 401, 404, 405, 415], `${method} ${path}: ${answer.status}`).toContain(answer.status);
      }
    }
    const answer = await call('POST', '/api/demand/advs', '{}', { 'content-type': type });
    expect([400, 415]).toContain(answer.status);
  });

  test('a body that is not an object, or null', async () => {
    for (const body of ['[]', 'null', '1', '"x"']) {
      const answer = await call('POST', '/api/demand/advs', body, json);
      expect(answer.status, body).toBe(400);
    }
  });

  test('wrong types, unknown fields and numbers out of range are all reported at once', async () => {
    const answer = await call('POST', '/api/demand/channels', {
      name: 7,
      uid: 'mine',
      subpublisherId: 99_999_999_999,
      environment: 'space',
      costShare: 1e308,
      floor: '1e9',
      timeoutMs: 1.5,
      demandId: 1,
    });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).map((problem) => problem.split(':')[0])).toEqual(
      expect.arrayContaining([
        'name',
        'uid',
        'subpublisherId',
        'environment',
        'costShare',
        'floor',
        'timeoutMs',
        'demandId',
      ]),
    );
  });

  test('faults of single fields are reported with those of the whole row, of references and of taken names', async () => {
    const { creative } = account.ids;
    await call('POST', '/api/demand/campaigns', { name: 'Taken', advertiserId: account.ids.advertiser, bid: '1' });
    const campaign = {
      name: 'Taken',
      advertiserId: account.ids.advertiser,
      bid: '1,5',
      startDate: '2026-05-02',
      endDate: '2026-05-01',
      spendPerDay: '20',
      spendTotal: '10',
      creativeIds: [creative, 999_999],
      multipliers: [{ dimension: 'hour', value: '24', factor: 1 }],
    };
    const refused = await call('POST', '/api/demand/campaigns', campaign);
    expect(refused.status).toBe(400);
    expect(problemsOf(refused).toSorted()).toEqual([
      'bid: invalid_format',
      'creativeIds: unknown_reference',
      'endDate: end_before_start',
      'multipliers.0.value: unknown_value',
      'name: taken',
      'spendPerDay: exceeds_longer',
    ]);
    // Consequences of an invalid value are not reported.
    const spent = await call('POST', '/api/demand/campaigns', { ...campaign, spendTotal: '', multipliers: [] });
    expect(problemsOf(spent).filter((problem) => problem.startsWith('spend'))).toEqual(['spendTotal: invalid_format']);
  });

  test('a change is validated as the resulting row, except for invalid single fields', async () => {
    const path = `/api/demand/adexchanges/${account.ids.adexchange}`;
    const before = await call('GET', path);
    const change = { endpoint: '', timeoutMs: 1, syncUrl: 'https://buyer.example/sync', supplierIds: [999_999] };
    const refused = await call('PATCH', path, change);
    expect(refused.status).toBe(400);
    expect(problemsOf(refused)).toEqual([
      'timeoutMs: too_small',
      'endpoint: required',
      'syncUrl: macro_missing',
      'supplierIds: unknown_reference',
    ]);
    const stale = await call('PATCH', path, { ...change, version: 999 });
    expect(problemsOf(stale)).toEqual(['timeoutMs: too_small', 'version: changed_since']);
    expect((await call('GET', path)).body).toEqual(before.body);
  });

  test('a caller who may not see a row only gets faults of the values it sent', async () => {
    const path = `/api/demand/adexchanges/${account.ids.adexchange}`;
    const other = await api.signIn((await buildAccount(api, 'beta')).logins.demand);
    const answer = await other('PATCH', path, { endpoint: '', timeoutMs: 1 });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual(['timeoutMs: too_small']);
  });

  test.each(['-1', '1.00001', '1001', '9999999', 'NaN', '', '1,5', ' '])('a rate of %o is refused', async (rate) => {
    const body = { name: 'r', advertiserId: account.ids.advertiser, url: 'https://ads.example/', rate };
    expect(problemsOf(await call('POST', '/api/demand/tags', body))[0]).toMatch(/^rate:/);
  });

  test('text that the database cannot store is refused', async () => {
    for (const name of ['a\u0000b', 'half a \ud800 pair']) {
      expect(problemsOf(await call('POST', '/api/demand/advs', { name }))).toEqual(['name: custom']);
    }
    expect((await call('GET', '/api/demand/advs?q=%00')).status).toBe(400);
  });

  test.each(['a\u0000b', 'half a \ud800 pair'])('so is %j inside of structures', async (text) => {
    const { campaign, tag } = account.ids;
    const multipliers = [{ dimension: 'site', value: text, factor: 1 }];
    const ofCampaign = await call('PATCH', `/api/demand/campaigns/${campaign}`, { multipliers });
    expect([ofCampaign.status, problemsOf(ofCampaign)]).toEqual([400, ['multipliers.0.value: custom']]);
    const ofTag = await call('PATCH', `/api/demand/tags/${tag}`, { partnerParams: { [text]: 'x' } });
    const faults = [`partnerParams.${text}: invalid_key`, 'partnerParams: invalid_format'];
    expect([ofTag.status, problemsOf(ofTag)]).toEqual([400, faults]);
  });

  test.each(['0', '-1', '1.0', '0x10', '99999999999', 'abc', '1%20', '%00'])('the id %s is malformed', async (id) => {
    const answer = await call('GET', `/api/demand/tags/${id}`);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toHaveLength(1);
  });

  test('a malformed address, an unknown path and a wrong method have different responses', async () => {
    expect((await call('GET', '/api/%ff')).status).toBe(400);
    expect((await call('GET', '/api/nothing')).status).toBe(404);
    expect((await call('POST', '/nothing', {})).status).toBe(404);
    const method = await call('PUT', `/api/demand/tags/${account.ids.tag}`, {});
    expect(method.status).toBe(405);
    expect(method.headers['allow']).toBe('GET, HEAD, PATCH');
    expect((await call('DELETE', `/api/demand/tags/${account.ids.tag}`)).status).toBe(405);
    const health = await call('POST', '/readyz', {});
    expect([health.status, health.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test.each(['/', '/tags', '/tags/', '/report/7', '/shared/token'])(
    'RFC 9110, 15.5.6: the page %s accepts GET and HEAD only',
    async (page) => {
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const answer = await call(method, page);
        expect([answer.status, answer.headers['allow']], method).toEqual([405, 'GET, HEAD']);
      }
    },
  );

  test('TRACE is not supported', async () => {
    for (const path of ['/', '/tags', '/api/session', `/api/demand/tags/${account.ids.tag}`, '/healthz']) {
      const answer = await call('TRACE', path);
      expect(answer.status, path).toBe(405);
      expect(answer.text).not.toContain('cookie');
    }
  });

  test('HEAD is answered as GET is, without the body', async () => {
    const path = `/api/demand/tags/${account.ids.tag}`;
    const [getResponse, head] = [await call('GET', path), await call('HEAD', path)];
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      200,
      getResponse.headers['content-type'],
      '',
    ]);
    expect((await call('HEAD', '/api/demand/tags/2000000000')).status).toBe(404);
  });

  test('HEAD neither signs out nor acts as another user', async () => {
    const person = await api.signIn(account.logins.demand);
    for (const path of ['/api/auth/logout', `/api/switch?type=user&id=${account.ids.manager}`]) {
      const answer = await person('HEAD', path);
      expect([answer.status, answer.headers['allow']], path).toEqual([405, 'GET']);
    }
    expect((await person('GET', '/api/session')).body).toMatchObject({ login: account.logins.demand });
  });

  test('headers beyond the limits of the server are refused in the format of the API', async () => {
    const answer = await fetch(`${await api.listen()}/api/demand/tags`, { headers: { 'x-long': 'x'.repeat(40_000) } });
    expect(answer.status).toBe(431);
    expect(problemResponseSchema.parse(await answer.json()).problems).toMatchObject([{ code: 'headers_too_large' }]);
  });

  test('a call while the server closes is answered with a time to retry', async () => {
    const closing = await buildApi(api.deps, api.routes);
    const answers = checkResponses(closing, api.deps, api.routes);
    const steps = new EventEmitter();
    closing.addHook('preClose', async () => {
      const left = once(steps, 'left');
      steps.emit('entered');
      await left;
    });
    const url = await closing.listen({ host: '127.0.0.1', port: 0 });
    const entered = once(steps, 'entered');
    const closed = closing.close();
    await entered;
    const answer = await fetch(`${url}/api/demand/tags`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(problemResponseSchema.parse(await answer.json()).problems).toMatchObject([{ code: 'closing' }]);
    steps.emit('left');
    await closed;
    answers.end();
  });

  test.each([
    'page=0',
    'page=x',
    'size=1001',
    'sort=password',
    'status=3',
    'status=',
    'nope=1',
    'q=a&q=b',
    'advertiserId=x',
    'source=ftp',
  ])('the query %s is refused', async (query) => {
    expect((await call('GET', `/api/demand/tags?${query}`)).status).toBe(400);
  });

  test('faults of several fields, references and uniqueness are reported together', async () => {
    const root = await api.signIn('super');
    const answer = await root('POST', '/api/users', {
      name: 'x',
      login: account.logins.demand.toUpperCase(),
      password: 'long enough password',
      type: 'sub',
      demandId: 2_000_000_000,
      advertiserId: account.ids.advertiser,
    });
    expect(answer.status).toBe(422);
    expect(problemsOf(answer).sort()).toEqual([
      'advertiserId: not_allowed',
      'advertiserId: unknown_reference',
      'demandId: unknown_reference',
      'login: taken',
      'subpublisherId: required',
    ]);
  });

  test('an internal error only reveals the request id', async () => {
    const broken = await startTestApi();
    const root = await broken.signIn('super');
    await broken.sql('alter table advertisers rename to elsewhere');
    const answer = await root('GET', '/api/demand/advs');
    await broken.close();
    expect(answer.status).toBe(500);
    expect(problemsOf(answer)).toEqual([': internal']);
    expect(answer.text).not.toMatch(/advertisers|elsewhere|select/);
  });
});

describe('stored VAST', () => {
  const tag = (vastXml: string) => ({
    name: `stored ${vastXml.length}`,
    advertiserId: account.ids.advertiser,
    source: 'stored',
    vastXml,
  });
  const inline =
    '<VAST version="3.0"><Ad id="1"><InLine><AdSystem>a</AdSystem><AdTitle>t</AdTitle><Impression>https://ads.example/i</Impression>' +
    '<Creatives><Creative><Linear><Duration>00:00:10</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">' +
    'https://media.example/a.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>';

  test('is stored unchanged when it can be parsed, and omitted from lists', async () => {
    const id = idOf(await call('POST', '/api/demand/tags', tag(inline)));
    expect((await call('GET', `/api/demand/tags/${id}`)).body).toMatchObject({ vastXml: inline });
    expect((await call('GET', '/api/demand/tags')).text).not.toContain('vastXml');
  });

  test.each([
    ['no XML', 'hello'],
    ['torn', inline.slice(0, 200)],
    ['with a DOCTYPE', `<!DOCTYPE VAST [<!ENTITY a "b">]>${inline}`],
    ['without an ad', '<VAST version="3.0"></VAST>'],
    ['another document', '<html></html>'],
  ])('is refused when it is %s', async (_what, xml) => {
    const answer = await call('POST', '/api/demand/tags', tag(xml));
    expect(answer.status).toBe(422);
    expect(problemsOf(answer)).toEqual(['vastXml: invalid_vast']);
    const change = await call('PATCH', `/api/demand/tags/${account.ids.tag}`, { source: 'stored', vastXml: xml });
    expect(problemsOf(change)).toEqual(['vastXml: invalid_vast']);
  });

  test('is required for its source', async () => {
    expect(problemsOf(await call('POST', '/api/demand/tags', tag('')))).toEqual(['vastXml: required']);
  });
});
