import { describe, expect, test } from 'vitest';
import { alertsOf, quotaAlerts } from './alertsOf.ts';

const tag = { entity: 'tag', id: 1, name: 'One' } as const;
const campaign = { entity: 'campaign', id: 1, name: 'One' } as const;
const channel = { entity: 'channel', id: 1, name: 'One' } as const;

describe('alerts', () => {
  test('states that nothing here can fix are not alerts', () => {
    const states = [
      {
        code: 'capped',
        text: 'Daily impression cap of 5 reached; paused until midnight in the account’s time zone.',
        fix: 'impsPerDay',
      },
      { code: 'no_channel', text: 'Not enabled in any channel’s waterfall.', fix: 'channels' },
    ];
    expect(alertsOf(tag, states)).toEqual([
      {
        kind: 'capped',
        cause: 'capped',
        tone: 'info',
        object: tag,
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
    expect(alertsOf(campaign, states).map(({ kind, tone }) => [kind, tone])).toEqual([
      ['no_bids', 'warn'],
      ['pace', 'warn'],
    ]);
    expect(alertsOf(campaign, [{ code: 'ended', text: '', fix: 'endDate' }, ...states])).toEqual([]);
  });

  test('a rejected creative is an alert while a campaign uses it', () => {
    const rejected = { code: 'rejected', text: 'The price is missing.', fix: 'adomain' };
    const creative = { entity: 'creative', id: 1, name: 'One' } as const;
    expect(alertsOf(creative, [rejected]).map(({ kind }) => kind)).toEqual(['rejected']);
    expect(alertsOf(creative, [rejected, { code: 'unused', text: '' }])).toEqual([]);
  });

  test.each([
    [tag, 'unhealthy', '/tester?tag=1'],
    [tag, 'player_errors', '/tester?tag=1'],
    [tag, 'capped', undefined],
    [channel, 'unfilled', '/why?channel=1'],
    [campaign, 'not_approved', '/creatives?review=pending,rejected'],
  ])('an alert of a %o that is %s links the page that helps most to fix it', (object, code, href) => {
    expect(alertsOf(object, [{ code, text: '' }]).map(({ page }) => page?.href)).toEqual([href]);
  });

  test('the advice is about the object', () => {
    const [ofTag] = alertsOf(tag, [{ code: 'unhealthy', text: 'It fails.' }]);
    const [ofExchange] = alertsOf({ ...tag, entity: 'adexchange' }, [{ code: 'unhealthy', text: 'It fails.' }]);
    expect([ofTag?.text, ofExchange?.text]).toEqual([
      'It fails. Test the tag and check its URL.',
      'It fails. Check its endpoint and ask the partner.',
    ]);
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
});
