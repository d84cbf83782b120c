import { sellerNodeOf } from '#engine/sellers/sellerNodeOf.ts';
import type { DemandAccountRow, SubpublisherRow } from '#model/index.ts';
import { adsTxtLines } from '#standards/supplychain/adsTxtLines.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { accountOf } from '../profile/readProfile.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { adsTxtContract, type AdsTxtSnippet } from './adsTxtContract.ts';

/**
 * Routes of the lines that publishers add to their ads.txt and app-ads.txt, so that buyers know the authorized sellers.
 */
export function adsTxtRoutes({ entities, config }: ApiDeps): Route[] {
  const snippetOf = (account: DemandAccountRow, row?: SubpublisherRow) => snippet(account, row, config.SELLER_DOMAIN);
  return [
    implement(adsTxtContract.readOfSubpublisher, async ({ params, user }) => {
      const row = await entities.get('subpublisher', params.id, scopeOf(user));
      const account = row?.demandId == null ? null : await entities.get('demand', row.demandId, 'all');
      return row && account ? ok(snippetOf(account, row)) : notFound();
    }),
    implement(adsTxtContract.listOfAccount, async ({ user }) => {
      const account = user.demandId === null ? null : await entities.get('demand', user.demandId, [user.demandId]);
      if (!account) return ok([]);
      const rows = await entities.choose('subpublisher', { filter: { scope: scopeOf(user), status: [0, 1] } });
      const ownRow = { subpublisher: null, ...snippetOf(account) };
      const partners = rows.map((row) => ({
        subpublisher: { id: row.id, name: row.name },
        ...snippetOf(account, row),
      }));
      return ok([
        ...(user.scope.subpublisherIds === null ? [ownRow] : []),
        ...partners.toSorted((a, b) => a.subpublisher.name.localeCompare(b.subpublisher.name)),
      ]);
    }),
    implement(adsTxtContract.readOwn, async ({ user }) => {
      const demandId = accountOf(user);
      const account = await entities.get('demand', demandId, [demandId]);
      if (!account) return notFound();
      if (user.type !== 'sub') return ok(snippetOf(account));
      const row = await entities.get('subpublisher', user.subpublisherId ?? 0, [demandId]);
      return row ? ok(snippetOf(account, row)) : notFound();
    }),
  ];
}

/** The lines of a sub-publisher, or of the account itself; the account's own sellers are always included. */
function snippet(account: DemandAccountRow, row: SubpublisherRow | undefined, platformDomain: string): AdsTxtSnippet {
  const { asi, sid } = sellerNodeOf(account, row, platformDomain);
  const type = row?.sellersJson.type ?? 'PUBLISHER';
  const line = (relationship: 'DIRECT' | 'RESELLER') => adsTxtLines({ asi, sid, relationship })[0] ?? null;
  return {
    asi,
    sellerId: sid,
    isListed: row ? row.sellersJson.status === 1 && row.status !== 2 : true,
    direct: type === 'INTERMEDIARY' ? null : line('DIRECT'),
    reseller: type === 'PUBLISHER' ? null : line('RESELLER'),
  };
}
