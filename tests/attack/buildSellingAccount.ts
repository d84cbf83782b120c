import { buildAccount, type TestAccount } from '../system/api/buildAccount.ts';
import { idOf, type ApiResponse, type Caller } from '../system/api/startTestApi.ts';
import { storedVast } from '../system/product/oneTagConfiguration.ts';
import type { ProductApi } from './openProductApi.ts';

/** An account that sells on its channel and buys from its supplier for its advertiser; it has a row of every entity. */
export interface SellingAccount extends TestAccount {
  owner: Caller;
  channelUid: string;
  supplierUid: string;
  /** Key of the supplier's bid requests. */
  supplierKey: string;
  sdkKey: string;
}

/** Creates the account. Its channel serves stored VAST, its campaign a banner of 300 × 250. */
export async function buildSellingAccount(api: ProductApi, name: string): Promise<SellingAccount> {
  const account = await buildAccount(api, name);
  const { ids } = account;
  const owner = await api.signIn(account.logins.demand);
  const read = async (path: string) => (await done(owner('GET', path))).body as { uid: string };
  await done(owner('PATCH', `/api/demand/tags/${ids.tag}`, { source: 'stored', vastXml: storedVast }));
  const banner = idOf(
    await owner('POST', '/api/demand/creatives', {
      name: `${name} banner`,
      advertiserId: ids.advertiser,
      type: 'tag',
      markup: '<a href="https://brand.example/">Ad</a>',
      width: 300,
      height: 250,
      adomain: 'brand.example',
    }),
  );
  await done(owner('POST', `/api/demand/creatives/${banner}/review`, { review: 'approved' }));
  await done(
    owner('PATCH', `/api/demand/campaigns/${ids.campaign}`, {
      type: 'banner',
      creativeIds: [banner],
      supplierIds: [ids.supplier],
      bid: '5.00',
      pacing: 'asap',
    }),
  );
  const { key } = (await done(owner('POST', `/api/demand/sups/${ids.supplier}/key`))).body as { key: string };
  return {
    ...account,
    owner,
    channelUid: (await read(`/api/demand/channels/${ids.channel}`)).uid,
    supplierUid: (await read(`/api/demand/sups/${ids.supplier}`)).uid,
    supplierKey: key,
    sdkKey: (await read(`/api/sdk/apps/${ids.sdkApp}`)).uid,
  };
}

async function done(calling: Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await calling;
  if (answer.status >= 300) throw new Error(`refused: ${answer.status} ${answer.text}`);
  return answer;
}
