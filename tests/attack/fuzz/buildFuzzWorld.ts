import { eventually } from '../../e2e/apiClient.ts';
import type { Product } from '../../e2e/product.ts';
import { buildMp4 } from '../../media/buildMedia.ts';
import { password, type Caller } from '../../system/api/startTestApi.ts';
import { readApiRoutes } from '../readApiRoutes.ts';
import type { FuzzWorld } from './fuzzWorld.ts';
import { createApiToken } from '../createApiToken.ts';
import type { ProductApi } from '../openProductApi.ts';
import { buildSellingAccount, type SellingAccount } from '../buildSellingAccount.ts';

/** Creates the attacked account and a caller of each kind, and collects paths that ad serving answers. */
export async function buildFuzzWorld(product: Product, api: ProductApi): Promise<FuzzWorld> {
  const account = await buildSellingAccount(api, 'attacked');
  const root = await api.signIn('super');
  await root('POST', '/api/users', { name: 'Admin', login: 'admin', password, type: 'admin' });
  const manager = { name: 'Scoped', login: 'scoped', password, managerRole: 'full' };
  await account.owner('POST', '/api/demand/managers', { ...manager, scopeAdvertiserIds: [account.ids.advertiser] });
  const token = await createApiToken(account.owner);
  const logins = ['admin', 'scoped', ...Object.values(account.logins)];
  const sessions = await Promise.all(logins.map(async (login) => ({ login, ...(await api.openSession(login)) })));
  const { demandId, ids } = account;
  return {
    consolePort: Number(new URL(product.consoleUrl).port),
    adsPort: Number(new URL(product.adsUrl).port),
    routes: await readApiRoutes(product.consoleUrl),
    ownerLogin: account.logins.demand,
    ids: { ...ids, demand: demandId },
    callers: [
      { name: 'anonymous', headers: [] },
      { name: 'token', headers: [['Authorization', `Bearer ${token}`]] },
      ...sessions.map(({ login, cookie }) => ({ name: login, headers: [['Cookie', cookie]] as [string, string][] })),
    ],
    channelUids: [account.channelUid],
    supplierUids: [account.supplierUid],
    supplierKey: account.supplierKey,
    sdkKey: account.sdkKey,
    trackingPaths: await trackingPathsOf(product, account),
    mediaPaths: [await mediaPathOf(account.owner, ids.creative)],
  };
}

/** Paths of the pixels, clicks and notices of a served ad and of a bid. */
async function trackingPathsOf(product: Product, account: SellingAccount): Promise<string[]> {
  const markup = await eventually(
    async () => (await fetch(`${product.adsUrl}/vast/${account.channelUid}`)).text(),
    (text) => text.includes('<Impression'),
  );
  const bid = await eventually(
    () => bidText(product, account),
    (text) => text.includes('"adm"'),
  );
  const paths = [...`${markup} ${bid}`.matchAll(/https?:\/\/127\.0\.0\.1:\d+(\/[enc]\/[\w./-]+)/g)];
  return paths.map(([, path = '']) => path);
}

async function bidText({ adsUrl }: Product, { supplierUid, supplierKey }: SellingAccount): Promise<string> {
  const request = {
    id: 'a',
    imp: [{ id: '1', banner: { w: 300, h: 250 } }],
    site: { page: 'https://page.example/', publisher: { id: 'p' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ip: '203.0.113.9' },
  };
  const headers = { authorization: `Bearer ${supplierKey}` };
  const answer = await fetch(`${adsUrl}/bid/${supplierUid}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request),
  });
  return answer.text();
}

async function mediaPathOf(owner: Caller, creativeId: number): Promise<string> {
  const path = `/api/demand/creatives/${creativeId}/files`;
  const { body } = await owner('POST', path, buildMp4(), { 'content-type': 'application/octet-stream' });
  return `/media/${(body as { files: { file: string }[] }).files[0]?.file}`;
}
