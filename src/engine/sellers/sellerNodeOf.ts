import type { DemandAccountRow, SubpublisherRow } from '#model/index.ts';
import { accountSellerIdOf, sellerIdOf } from '#model/supply/sellerId.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';

/** The seller on a channel, as named in supply chains and ads.txt. */
export interface SellerNode {
  /** Domain of the advertising system: the account's own, else the platform's. */
  asi: string;
  sid: string;
  /**
   * Whether it sells inventory of others. A seller of type BOTH shows such inventory by the supply chain that it sends.
   */
  isReseller: boolean;
}

/** The advertising system domain of an account: the root of its own domain, else the platform's. */
export function asiOf({ domain }: Pick<DemandAccountRow, 'domain'>, platformDomain: string): string {
  return (domain === '' ? null : rootDomainOf(domain)) ?? platformDomain;
}

/** The seller on the channels of a sub-publisher; undefined = channels without one, where the account itself sells. */
export function sellerNodeOf(
  account: Pick<DemandAccountRow, 'id' | 'domain' | 'sellersJson'>,
  subpublisher: Pick<SubpublisherRow, 'id' | 'sellersJson'> | undefined,
  platformDomain: string,
): SellerNode {
  const asi = asiOf(account, platformDomain);
  if (!subpublisher) return { asi, sid: accountSellerIdOf(account), isReseller: false };
  return { asi, sid: sellerIdOf(subpublisher), isReseller: subpublisher.sellersJson.type === 'INTERMEDIARY' };
}
