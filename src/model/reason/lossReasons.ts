/** The reason why a supplier did not take a bid, by the code of its loss notice (OpenRTB 2.6, list of loss reasons). */
const texts: Readonly<Record<number, string>> = {
  1: 'Lost: internal error at the supplier',
  2: 'Lost: impression opportunity expired',
  3: 'Lost: invalid bid response',
  4: 'Lost: invalid deal ID',
  5: 'Lost: invalid auction ID',
  6: 'Lost: invalid advertiser domain',
  7: 'Lost: missing markup',
  8: 'Lost: missing creative ID',
  9: 'Lost: missing bid price',
  10: 'Lost: missing creative approval data',
  100: 'Lost: bid below auction floor',
  101: 'Lost: bid below deal floor',
  102: 'Lost to a higher bid',
  103: 'Lost to a deal bid',
  104: 'Lost: buyer seat blocked',
  200: 'Lost: creative filtered',
  201: 'Lost: creative pending approval',
  202: 'Lost: creative disapproved',
  203: 'Lost: creative size not allowed',
  204: 'Lost: incorrect creative format',
  205: 'Lost: advertiser excluded',
  206: 'Lost: app bundle or store ID excluded',
  207: 'Lost: creative not secure',
  208: 'Lost: creative language excluded',
  209: 'Lost: creative category excluded',
  210: 'Lost: creative attribute excluded',
  211: 'Lost: ad type excluded',
  212: 'Lost: animation too long',
  213: 'Lost: creative not allowed in the deal',
  214: 'Lost: install attribution not supported',
  215: 'Lost: advertised app excluded',
};

/** The reason of losses with an unknown code. */
const otherLoss = 'loss_other';

/** The meaning of each loss reason. Reasons are `loss_` and the code. */
export const lossReasons: Readonly<Record<string, { text: string; owner: 'partner' }>> = {
  ...Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [`loss_${code}`, { text, owner: 'partner' } as const]),
  ),
  [otherLoss]: { text: 'Lost: no known reason given', owner: 'partner' },
};

/** The reason for a loss notice's code. */
export function lossReasonOf(code: number): string {
  return texts[code] === undefined ? otherLoss : `loss_${code}`;
}
