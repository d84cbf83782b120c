import { describe, expect, test } from 'vitest';
import { campaignAlerts, channelAlerts, quotaAlerts, sortAlerts, tagAlerts } from './alertsOf.ts';

const one = { id: 1, name: 'One' };
const quiet = { reqs: 0n, imps: 0n, judged: 0n, invalid: 0n };

describe('alerts', () => {
  test('intended states are not alerts, and states that nothing here can fix are not either', () => {
    const states = [
      {
        code: 'capped',
        text: 'Daily impression cap of 5 reached; paused until midnight in the account’s time zone.',
        fix: 'impsPerDay',
      },
      { code: 'ended', text: 'The end date was 2026-11-01.', fix: 'endsOn' },
    ];
    expect(tagAlerts(one, states, null)).toEqual([
      {
        kind: 'capped',
        tone: 'info',
        object: { entity: 'tag', ...one },
        text: 'Daily impression cap of 5 reached; paused until midnight in the account’s time zone. Raise the cap to resume serving.',
        fix: 'impsPerDay',
      },
    ]);
  });

  test('a campaign that cannot bid or is off pace is an alert during its flight', () => {
    const states = [
      { code: 'not_approved', text: 'No creative is approved.', fix: 'creativeIds' },
      { code: 'behind', text: '20% of the budget delivered in 50% of the flight.', fix: 'bid' },
      { code: 'ends_soon', text: 'The end date is 2026-11-02.', fix: 'endDate' },
    ];
    expect(campaignAlerts(one, states).map(({ kind, tone }) => [kind, tone])).toEqual([
      ['no_bids', 'warn'],
      ['pace', 'warn'],
    ]);
    expect(campaignAlerts(one, [{ code: 'ended', text: '', fix: 'endDate' }, ...states])).toEqual([]);
  });

  test.each([
    [{ imps: 90n, errors: 11n }, ['errors']],
    [{ imps: 90n, errors: 10n }, []],
    [{ imps: 10n, errors: 50n }, []],
  ])('a tag with %o of the last hour', (hour, kinds) => {
    expect(tagAlerts(one, [], hour).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('an alert links the page that helps most to fix it', () => {
    const pageOf = (alerts: { page?: { href: string } | undefined }[]) => alerts.map(({ page }) => page?.href);
    expect(pageOf(tagAlerts(one, [{ code: 'unhealthy', text: '', fix: 'url' }], null))).toEqual(['/tester?tag=1']);
    expect(pageOf(tagAlerts(one, [], { imps: 0n, errors: 100n }))).toEqual(['/tester?tag=1']);
    expect(pageOf(tagAlerts(one, [{ code: 'capped', text: '', fix: 'impsPerDay' }], null))).toEqual([undefined]);
    expect(pageOf(campaignAlerts(one, [{ code: 'not_approved', text: '', fix: 'creativeIds' }]))).toEqual([
      '/creatives?review=pending,rejected',
    ]);
  });

  test('a tag whose calls fail is one alert', () => {
    const states = [{ code: 'unhealthy', text: 'Of 200 calls …', fix: 'url' }];
    expect(tagAlerts(one, states, { imps: 100n, errors: 100n })).toHaveLength(1);
  });

  test.each([
    [{ ...quiet, reqs: 100n }, ['no_fill']],
    [{ ...quiet, reqs: 99n }, []],
    [{ ...quiet, reqs: 5000n, imps: 1n }, []],
    [{ ...quiet, judged: 1000n, invalid: 101n }, ['ivt']],
    [{ ...quiet, judged: 999n, invalid: 999n }, []],
    [null, []],
  ])('a channel with %o', (hours, kinds) => {
    expect(channelAlerts(one, [], hours).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('a channel without demand is not also reported as unfilled', () => {
    const states = [{ code: 'no_demand', text: 'The waterfall has no enabled tag.', fix: 'waterfall' }];
    expect(channelAlerts(one, states, { ...quiet, reqs: 1000n }).map(({ kind }) => kind)).toEqual(['no_demand']);
  });

  test('a quota is an alert from 80% on; without a quota there is none', () => {
    expect(quotaAlerts({ imps: { used: 80, max: 100 }, reports: { used: 7, max: 10 } })).toMatchObject([
      {
        tone: 'warn',
        text: '80 of this month’s 100 measured impressions are used. The platform operator can raise the quota.',
      },
    ]);
    expect(quotaAlerts({ imps: { used: 100, max: 100 }, reports: { used: 5, max: 0 } })).toMatchObject([
      { tone: 'bad' },
    ]);
  });

  test('the most severe alert comes first', () => {
    const alerts = [
      ...channelAlerts({ id: 2, name: 'B' }, [{ code: 'capped', text: '' }], null),
      ...channelAlerts({ id: 3, name: 'C' }, [], { ...quiet, reqs: 500n }),
      ...tagAlerts({ id: 4, name: 'A' }, [{ code: 'capped', text: '' }], null),
    ];
    expect(sortAlerts(alerts).map(({ object }) => object?.name)).toEqual(['C', 'A', 'B']);
  });
});
