import { isImpression } from '#events/load/paidImpression.ts';
import { sealNotices, type ResoldBid } from './exchangeNotices.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { SignedAd } from '../vast/signedAd.ts';
import type { SupplierUrls } from '../vast/signedAd.ts';

/** OpenRTB macros, which the supplier fills in. */
const priceQuery = 'p=${AUCTION_PRICE}';
const lossQuery = 'r=${AUCTION_LOSS}';

/**
 * Our URLs for an ad that we bid to a supplier. They also trigger the notices of the ad exchange that bought it: win
 * and loss when the supplier reports them to us, billing with the event that counts the impression.
 */
export function supplierUrls(
  deps: Pick<ServingDeps, 'adsUrl' | 'sealer'>,
  { token, payload }: SignedAd,
  resold: ResoldBid | null,
): SupplierUrls {
  const { ad, serveId, servedAt } = payload;
  const urlOf = (path: 'n' | 'e', event: 'win' | 'bill' | 'loss' | 'impression', query: string) => {
    const exchangeNotices = resold
      ? [
          ...(event === 'win' && resold.win !== null ? [{ kind: 'win', url: resold.win } as const] : []),
          ...(event === 'loss' && resold.loss !== null ? [{ kind: 'loss', url: resold.loss } as const] : []),
          ...(isImpression(event, ad) && resold.bill !== null ? [{ kind: 'bill', url: resold.bill } as const] : []),
        ]
      : [];
    const sealed =
      resold && exchangeNotices.length > 0
        ? `x=${sealNotices(deps.sealer, { serveId, event, notices: exchangeNotices, values: resold.values }, servedAt)}`
        : '';
    const queries = query && sealed ? `${query}&${sealed}` : query || sealed;
    return `${deps.adsUrl}/${path}/${token.path(event)}${queries && `?${queries}`}`;
  };
  const hasPriceMacro = ad.buying?.isSecondPrice === true && isImpression('impression', ad);
  return {
    win: urlOf('n', 'win', priceQuery),
    bill: urlOf('n', 'bill', priceQuery),
    loss: urlOf('n', 'loss', lossQuery),
    impression: urlOf('e', 'impression', hasPriceMacro ? priceQuery : ''),
  };
}
