import { type AdsTxtIndex, emptyAdsTxtIndex, indexApp, indexFile } from '#engine/sellers/adsTxtIndex.ts';
import { adsTxtStateBy } from '#engine/sellers/adsTxtState.ts';
import { sellerNodeOf } from '#engine/sellers/sellerNodeOf.ts';
import { adsTxtSeller } from '#model/supply/adsTxt.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { AdsTxtStore, FileStatus } from '#storage/adsTxt/adsTxtStore.ts';
import type { FileName } from '#storage/adsTxt/adsTxtNames.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { ObservedAdsTxt } from './observedContract.ts';

export interface AdsTxtDeps {
  adsTxt: Pick<AdsTxtStore, 'filesOf' | 'appsOf'>;
  entities: Pick<EntityStore, 'get' | 'choose'>;
  config: { SELLER_DOMAIN: string };
}

/** Whether the ads.txt file of each site or app lists a seller of the user's, by key; evaluated as serving does. */
export async function adsTxtOfRows(
  deps: AdsTxtDeps,
  inventory: 'site' | 'app',
  keys: readonly string[],
  user: SessionUser,
): Promise<Map<string, ObservedAdsTxt>> {
  const apps = inventory === 'app' ? await deps.adsTxt.appsOf(keys) : [];
  const hostsOfApp = new Map(apps.map(({ bundle, hosts }) => [bundle, hosts]));
  /** The file names of a key, the decisive one first. */
  const placesOf = (key: string): FileName[] => {
    if (inventory === 'app') return (hostsOfApp.get(key) ?? []).map((host) => ({ kind: 'app', host }));
    const hosts = new Set([key, rootDomainOf(key) ?? key]);
    return [...hosts].map((host) => ({ kind: 'ads', host }));
  };
  const files = await deps.adsTxt.filesOf(keys.flatMap(placesOf));
  const index = indexOf(files, apps);
  const own = user.type === 'admin' ? null : await ownSellers(deps, user);
  const isListed = (sellers: ReadonlySet<string>) =>
    own === null ? sellers.size > 0 : own.some((seller) => sellers.has(seller));
  const found = new Map<string, ObservedAdsTxt>();
  for (const key of keys) {
    const place = inventory === 'app' ? { app: key, site: '' } : { app: '', site: key };
    const known = placesOf(key).flatMap(({ host }) => files.find((file) => file.host === host) ?? []);
    const shown = known.find(({ state }) => state === 'file') ?? known.at(-1);
    found.set(key, {
      verdict: adsTxtStateBy(index, place, isListed),
      host: shown?.host ?? null,
      readAt: shown?.readAt ?? null,
      outcome: shown?.outcome ?? '',
    });
  }
  return found;
}

function indexOf(files: readonly FileStatus[], apps: Awaited<ReturnType<AdsTxtStore['appsOf']>>): AdsTxtIndex {
  const index = emptyAdsTxtIndex();
  for (const file of files) indexFile(index, undefined, file);
  for (const app of apps) indexApp(index, undefined, app);
  return index;
}

/** The sellers of a user's account, or of the part that the user sees. */
async function ownSellers({ entities, config }: AdsTxtDeps, user: SessionUser): Promise<string[]> {
  const scope: Scope = scopeOf(user);
  const account = user.demandId === null ? null : await entities.get('demand', user.demandId, [user.demandId]);
  if (!account) return [];
  const partners = await entities.choose('subpublisher', { filter: { scope } });
  const sellers = partners.map((row) => sellerNodeOf(account, row, config.SELLER_DOMAIN));
  if (user.scope.subpublisherIds === null) sellers.push(sellerNodeOf(account, undefined, config.SELLER_DOMAIN));
  return sellers.map(adsTxtSeller);
}
