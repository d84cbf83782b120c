import { z } from 'zod';
import { sellerNodeOf } from '#engine/sellers/sellerNodeOf.ts';
import type { AdsTxtSnippet } from '#model/adsTxt.ts';
import { accountRoles, type DemandAccountRow, type Role, type SubpublisherRow } from '#model/index.ts';
import { adsTxtLines } from '#standards/supplychain/adsTxtLines.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { accountOf } from '../profile/readProfile.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';

const snippetSchema = z.object({
  asi: z.string().describe('Domain of the advertising system'),
  sellerId: z.string(),
  isListed: z.boolean().describe('Whether the sellers.json of that domain lists the seller'),
  direct: z.string().nullable().describe('The line for what the seller owns'),
  reseller: z.string().nullable().describe('The line for what it sells of others'),
});

/** Who has sellers: those who run an account, and sub-publishers. */
const sellers: readonly Role[] = [...accountRoles, 'sub'];

/** The lines that publishers put into their ads.txt and app-ads.txt, so that buyers know who may sell. */
export function adsTxtRoutes({ entities, config }: ApiDeps): Route[] {
  const snippetOf = (account: DemandAccountRow, row?: SubpublisherRow) => snippet(account, row, config.SELLER_DOMAIN);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/demand/subs/{id}/adsTxt',
      summary: 'The ads.txt lines of a sub-publisher',
      chapter: 'Sub-publishers',
      access: { entity: 'subpublisher', action: 'read' },
      params: idParam,
      answers: { 200: { description: 'The lines, and what they are made of', schema: snippetSchema } },
      refuses: [404],
      async handler({ params, user }) {
        const row = await entities.get('subpublisher', params.id, scopeOf(user));
        const account = row?.demandId == null ? null : await entities.get('demand', row.demandId, 'all');
        return row && account ? ok(snippetOf(account, row)) : notFound();
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/info/adsTxt',
      summary: 'One’s own ads.txt lines: of demand users those of the account',
      chapter: 'Profile',
      access: { roles: sellers },
      answers: { 200: { description: 'The lines, and what they are made of', schema: snippetSchema } },
      refuses: [404],
      async handler({ user }) {
        const demandId = accountOf(user);
        const account = await entities.get('demand', demandId, [demandId]);
        if (!account) return notFound();
        if (user.type !== 'sub') return ok(snippetOf(account));
        const row = await entities.get('subpublisher', user.subpublisherId ?? 0, [demandId]);
        return row ? ok(snippetOf(account, row)) : notFound();
      },
    }),
  ];
}

/** The lines of a sub-publisher, or of the account itself, whose own sellers are always listed. */
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
