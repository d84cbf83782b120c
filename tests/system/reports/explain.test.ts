import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReportApi, type ReportApi } from './openReportApi.ts';

let world: ReportApi;
let { acme, other } = {} as ReportApi;

beforeAll(async () => {
  world = await openReportApi();
  ({ acme, other } = world);
});
afterAll(() => world.close());

describe('POST /api/reports/explain', () => {
  const range = {
    startDate: '2026-11-01',
    endDate: '2026-11-01',
    offset: 0,
    dimensions: ['channel'],
    metrics: ['reqs'],
  };

  async function reasonsFor(login: string, body: object): Promise<unknown> {
    const answer = await world.inject({
      method: 'POST',
      url: '/api/reports/explain',
      headers: { host: 'console.example', cookie: await world.cookieOf(login) },
      payload: { ...range, ...body },
    });
    return answer.json<{ reasons: unknown }>().reasons;
  }

  test('for a range without traffic it names one with traffic of the caller', async () => {
    const empty = { startDate: '2026-10-01', endDate: '2026-10-02' };
    expect(await reasonsFor(other.logins.demand, { ...empty, offset: 3 })).toEqual([
      {
        code: 'no_traffic',
        message: 'No traffic in this range. There is traffic from 2026-11-01 15:00 to 2026-11-01 15:00 (UTC+3)',
        path: 'startDate',
        days: { startDate: '2026-11-01', endDate: '2026-11-01' },
      },
    ]);
    expect(await reasonsFor(acme.logins.demand, empty)).toMatchObject([
      {
        message: expect.stringContaining('2026-11-01 12:00 to 2026-11-04 12:00') as string,
        days: { startDate: '2026-11-01', endDate: '2026-11-04' },
      },
    ]);
    expect(await reasonsFor(other.logins.adv, { ...empty, dimensions: ['tag'] })).toMatchObject([
      { message: expect.stringContaining('2026-11-01 12:00 to 2026-11-01 12:00') as string },
    ]);
  });

  test('it reports details beyond their retention', async () => {
    const old = { startDate: '2026-10-01', endDate: '2026-10-01', dimensions: ['minute'] };
    expect(await reasonsFor(acme.logins.demand, old)).toMatchObject([{ code: 'data_expired', path: 'startDate' }]);
    const expiredPeriod = { startDate: '2025-09-01', endDate: '2025-09-30' };
    expect(await reasonsFor(acme.logins.demand, { ...expiredPeriod, dimensions: ['site'] })).toEqual([
      {
        code: 'data_expired',
        message: 'Data by site, app, publisher, creative and audience is stored for 400 days',
        path: 'startDate',
      },
    ]);
    // By channel, all days are still stored.
    expect(await reasonsFor(acme.logins.demand, { ...expiredPeriod, dimensions: ['channel'] })).toMatchObject([
      { code: 'no_traffic' },
    ]);
  });

  test('it names the filter that excludes everything, or that several together do', async () => {
    const nowhere = { dim: 'environment', op: 'in', values: ['ctv'] };
    const here = { dim: 'channel', op: 'in', values: [acme.ids.channel] };
    const foreign = { dim: 'channel', op: 'in', values: [other.ids.channel] };
    expect(await reasonsFor(acme.logins.demand, { filters: [here, nowhere] })).toMatchObject([
      { code: 'filter', path: 'filters.1' },
    ]);
    expect(await reasonsFor(acme.logins.demand, { filters: [foreign, nowhere] })).toMatchObject([
      { code: 'filters', path: 'filters' },
    ]);
  });

  test('it reports conditions that no row meets, and hidden rows', async () => {
    const having = [{ metric: 'reqs', op: 'gt', value: 1000 }];
    expect(await reasonsFor(acme.logins.demand, { having, hideZero: true })).toMatchObject([
      { code: 'conditions', path: 'having' },
      { code: 'all_zero', path: 'hideZero' },
    ]);
    expect(await reasonsFor(acme.logins.demand, {})).toEqual([]);
  });
});
