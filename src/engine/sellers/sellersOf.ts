import type { DemandAccountRow, SubpublisherRow } from '#model/index.ts';
import { accountSellerIdOf, sellerIdOf } from '#model/supply/sellerId.ts';
import type { SellerToList } from '#standards/supplychain/buildSellersJson.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { Snapshot } from '../snapshot/snapshotState.ts';

/**
 * The ids of the accounts whose sellers a host lists: those with that domain, or with that root domain. null = all, for
 * the platform's own domain and for unknown hosts.
 */
export function accountsAt({ rows }: Pick<Snapshot, 'rows'>, host: string, platformDomain: string): number[] | null {
  const accounts = [...rows.demand.values()].filter(({ domain }) => domain !== '');
  const exact = accounts.filter(({ domain }) => domain.toLowerCase() === host);
  const listed =
    exact.length > 0 || host === platformDomain
      ? exact
      : accounts.filter(({ domain }) => rootDomainOf(domain) === host);
  return listed.length === 0 ? null : listed.map(({ id }) => id);
}

/**
 * The sellers of accounts (null = all) for sellers.json: of each active account its own entries, or the account itself
 * if it has none, and its listed sub-publishers. Accounts without a file of their own come first, because only the
 * first seller of an ID is listed.
 */
export function sellersOf({ rows }: Pick<Snapshot, 'rows'>, accountIds: readonly number[] | null): SellerToList[] {
  const partners = new Map<number | null, SubpublisherRow[]>();
  for (const row of rows.subpublisher.values()) {
    if (row.status === 2) continue;
    const known = partners.get(row.demandId);
    if (known) known.push(row);
    else partners.set(row.demandId, [row]);
  }
  return [...rows.demand.values()]
    .filter(({ id, status }) => status === 1 && (accountIds?.includes(id) ?? true))
    .toSorted((a, b) => Number(a.domain !== '') - Number(b.domain !== '') || a.id - b.id)
    .flatMap((account) => {
      const own = (partners.get(account.id) ?? []).toSorted((a, b) => a.id - b.id);
      return [...ownSellers(account, own.length > 0), ...own.flatMap(partnerSeller)];
    });
}

/** An account sells its own inventory; with sub-publishers it also sells that of others. */
function ownSellers(account: DemandAccountRow, hasPartners: boolean): SellerToList[] {
  const type = hasPartners ? 'BOTH' : 'PUBLISHER';
  const { name, companyName, domain, sellersJson } = account;
  if (sellersJson.length > 0) return sellersJson.map((seller) => ({ ...seller, type, isConfidential: false }));
  return [{ id: accountSellerIdOf(account), type, name: companyName || name, domain, isConfidential: false }];
}

function partnerSeller(row: SubpublisherRow): SellerToList[] {
  const { type, name, status, confidential } = row.sellersJson;
  if (status !== 1) return [];
  const { domain } = row;
  return [{ id: sellerIdOf(row), type, name: name || row.name, domain, isConfidential: confidential === 1 }];
}
