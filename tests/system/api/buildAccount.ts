import { idOf, password, type TestApi } from './startTestApi.ts';

/** An account with one row of every entity and one login of every type, named after the account. */
export interface TestAccount {
  demandId: number;
  ids: Record<'advertiser' | 'subpublisher' | 'tag' | 'channel' | 'waterfallRow' | 'user', number>;
  /** Logins by user type. */
  logins: Record<'demand' | 'sub' | 'adv' | 'sdk', string>;
}

/** Makes an account through the API. */
export async function buildAccount(api: TestApi, name: string): Promise<TestAccount> {
  const root = await api.signIn('super');
  const demandId = idOf(await root('POST', '/api/demands', { name }));
  const logins = { demand: `${name}-demand`, sub: `${name}-sub`, adv: `${name}-adv`, sdk: `${name}-sdk` };
  const user = (type: string, more: object = {}) =>
    root('POST', '/api/users', {
      name: `${name} ${type}`,
      login: `${name}-${type}`,
      password,
      type,
      demandId,
      ...more,
    });
  const userId = idOf(await user('demand'));
  idOf(await user('sdk'));
  const own = await api.signIn(logins.demand);
  const advertiser = idOf(await own('POST', '/api/demand/advs', { name: `${name} advertiser` }));
  const subpublisher = idOf(await own('POST', '/api/demand/subs', { name: `${name} sub-publisher` }));
  idOf(await user('adv', { advertiserId: advertiser }));
  idOf(await user('sub', { subpublisherId: subpublisher }));
  const tag = idOf(
    await own('POST', '/api/demand/tags', {
      name: `${name} tag`,
      advertiserId: advertiser,
      url: 'https://ads.example/vast',
      rate: '2.50',
    }),
  );
  const channel = idOf(
    await own('POST', '/api/demand/channels', { name: `${name} channel`, subpublisherId: subpublisher }),
  );
  const waterfallRow = idOf(await own('POST', '/api/demand/waterfall', { channelId: channel, tagId: tag }));
  return { demandId, ids: { advertiser, subpublisher, tag, channel, waterfallRow, user: userId }, logins };
}
