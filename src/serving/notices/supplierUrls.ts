import { isImpression } from '#events/load/paidImpression.ts';
import { sealResold, type ResoldBid } from './resoldBid.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { SignedAd } from '../vast/signedAd.ts';
import type { SupplierUrls } from '../vast/signedAd.ts';

/** The macros of OpenRTB: markup and notices are to be given to the supplier with them. */
const priceQuery = 'p=${AUCTION_PRICE}';
const lossQuery = 'r=${AUCTION_LOSS}';

/**
 * Our URLs for an ad that a supplier is bid. An ad exchange that bought it is told by them: of its win and its loss as
 * they are told to us, and of its bill with what counts the impression.
 */
export function supplierUrls(
  deps: Pick<ServingDeps, 'adsUrl' | 'sealer'>,
  { token, payload }: SignedAd,
  resold: ResoldBid | null,
): SupplierUrls {
  const { ad, serveId, servedAt } = payload;
  const urlOf = (door: 'n' | 'e', event: 'win' | 'bill' | 'loss' | 'impression', query: string) => {
    const told = resold
      ? [
          ...(event === 'win' && resold.win !== null ? [{ kind: 'win', url: resold.win } as const] : []),
          ...(event === 'loss' && resold.loss !== null ? [{ kind: 'loss', url: resold.loss } as const] : []),
          ...(isImpression(event, ad) && resold.bill !== null ? [{ kind: 'bill', url: resold.bill } as const] : []),
        ]
      : [];
    const sealed =
      resold && told.length > 0
        ? `x=${sealResold(deps.sealer, { serveId, event, told, values: resold.values }, servedAt)}`
        : '';
    const queries = query && sealed ? `${query}&${sealed}` : query || sealed;
    return `${deps.adsUrl}/${door}/${token.path(event)}${queries && `?${queries}`}`;
  };
  const isPriced = ad.buying?.isSecondPrice === true && isImpression('impression', ad);
  return {
    win: urlOf('n', 'win', priceQuery),
    bill: urlOf('n', 'bill', priceQuery),
    loss: urlOf('n', 'loss', lossQuery),
    impression: urlOf('e', 'impression', isPriced ? priceQuery : ''),
  };
}
