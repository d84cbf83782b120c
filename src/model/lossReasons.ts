/** Why a supplier did not take a bid, as its loss notice tells: by the codes of OpenRTB 2.6, list of loss reasons. */
const texts: Readonly<Record<number, string>> = {
  1: 'The supplier had an internal error',
  2: 'The impression’s time was over',
  3: 'The supplier found the bid response invalid',
  4: 'The supplier does not know the deal',
  5: 'The supplier does not know the auction',
  6: 'The supplier found the advertiser’s domain invalid',
  7: 'The bid had no markup',
  8: 'The bid had no creative id',
  9: 'The bid had no price',
  10: 'The supplier lacks what it approves creatives by',
  100: 'The bid was below the floor',
  101: 'The bid was below the floor of the deal',
  102: 'Somebody bid more',
  103: 'A bid under a deal went first',
  104: 'The supplier blocks the seat',
  200: 'The supplier filtered the creative',
  201: 'The supplier has not approved the creative yet',
  202: 'The supplier disapproved the creative',
  203: 'The supplier does not take the creative’s size',
  204: 'The supplier does not take the creative’s format',
  205: 'The supplier excludes the advertiser',
  206: 'The supplier excludes the advertised app’s store id',
  207: 'The creative is not secure',
  208: 'The supplier excludes the creative’s language',
  209: 'The supplier excludes the creative’s category',
  210: 'The supplier excludes an attribute of the creative',
  211: 'The supplier excludes the type of ad',
  212: 'The creative’s animation is too long',
  213: 'The deal does not take the creative',
  214: 'The supplier could not use the ad’s install attribution',
  215: 'The supplier excludes the advertised app',
};

/** The reason of losses of which no code is known. */
const otherLoss = 'loss_other';

/** What every reason of a lost bid means; reasons are `loss_` and the code. */
export const lossReasons: Readonly<Record<string, { text: string; owner: 'partner' }>> = {
  ...Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [`loss_${code}`, { text, owner: 'partner' } as const]),
  ),
  [otherLoss]: { text: 'The supplier told no reason that is known', owner: 'partner' },
};

/** The reason of a loss notice's code. */
export function lossReasonOf(code: number): string {
  return texts[code] === undefined ? otherLoss : `loss_${code}`;
}
