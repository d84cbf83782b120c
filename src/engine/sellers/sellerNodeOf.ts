import type { DemandAccountRow, SubpublisherRow } from '#model/index.ts';
import { accountSellerIdOf, sellerIdOf } from '#model/supply/sellerId.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';

/** Who sells on a channel, as supply chains and ads.txt name it. */
export interface SellerNode {
  /** Domain of the system that pays: the account's own, else the platform's. */
  asi: string;
  sid: string;
  /** Whether it sells what others own. One that does both tells what others own by the chain that it sends. */
  isReseller: boolean;
}

/** The domain under which an account is an advertising system: the root of its own, else the platform's. */
export function asiOf({ domain }: Pick<DemandAccountRow, 'domain'>, platformDomain: string): string {
  return (domain === '' ? null : rootDomainOf(domain)) ?? platformDomain;
}

/** Who sells on the channels of a sub-publisher; undefined = on those without one, which the account itself sells. */
export function sellerNodeOf(
  account: Pick<DemandAccountRow, 'id' | 'domain' | 'sellersJson'>,
  subpublisher: Pick<SubpublisherRow, 'id' | 'sellersJson'> | undefined,
  platformDomain: string,
): SellerNode {
  const asi = asiOf(account, platformDomain);
  if (!subpublisher) return { asi, sid: accountSellerIdOf(account), isReseller: false };
  return { asi, sid: sellerIdOf(subpublisher), isReseller: subpublisher.sellersJson.type === 'INTERMEDIARY' };
}
