import type { SessionUser } from '#api/session/sessionContract.ts';
import { type EntityName, hasPart } from '#model/index.ts';
import { idOf, password, type TestApi } from './startTestApi.ts';

/** An account with one row of every entity of the installation's edition (ID 0 for the others) and one login of every type, named after the account. */
export interface TestAccount {
  demandId: number;
  ids: Record<Exclude<EntityName, 'demand' | 'tooltip' | 'exchangeRate'>, number>;
  /** Logins by user type. */
  logins: Record<'demand' | 'sub' | 'adv' | 'sdk', string>;
}

/** Creates an account through the API. */
export async function buildAccount(api: Pick<TestApi, 'signIn'>, name: string): Promise<TestAccount> {
  const root = await api.signIn('super');
  const demandId = idOf(await root('POST', '/api/demands', { name, showDsp: true }));
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
  const make = async (path: string, more: object = {}) =>
    idOf(await own('POST', `/api/demand/${path}`, { name: `${name} ${path}`, ...more }));
  const { config } = (await own('GET', '/api/session')).body as SessionUser;
  const makeIn = async (entity: EntityName, path: string, more: object = {}) =>
    hasPart(config.database, entity) ? await make(path, more) : 0;
  const sdk = await api.signIn(logins.sdk);
  const sdkApp = idOf(await sdk('POST', '/api/sdk/apps', { name: `${name} app`, bundle: `com.example.${name}` }));
  const ids = {
    advertiser,
    subpublisher,
    tag,
    channel,
    waterfallRow,
    user: userId,
    login: await make('logins', { login: `${name}-partner`, password, type: 'adv', advertiserId: advertiser }),
    role: await makeIn('role', 'roles', { permissions: { reports: 'read' } }),
    manager: await makeIn('manager', 'managers', { login: `${name}-manager`, password, managerRole: 'readonly' }),
    supplier: await make('sups'),
    adexchange: await make('adexchanges', { endpoint: 'https://buyer.example/bid' }),
    campaign: await make('campaigns', { advertiserId: advertiser, bid: '2.00' }),
    creative: await make('creatives', { advertiserId: advertiser }),
    deal: await make('deals', { dealId: `${name}-deal` }),
    targeting: await make('targetings', { countries: ['DE'] }),
    appList: await make('applists'),
    creList: await makeIn('creList', 'crelists'),
    pubList: await makeIn('pubList', 'publists'),
    ivt: await make('ivts', { url: 'https://pixel.example/' }),
    sdkApp,
    sdkPlacement: idOf(
      await sdk('POST', '/api/sdk/placements', { name: `${name} placement`, sdkAppId: sdkApp, channelId: channel }),
    ),
    sdkConfig: idOf(await sdk('POST', '/api/sdk/configs', { name: `${name}-1`, sdkAppId: sdkApp })),
  };
  return { demandId, ids, logins };
}
