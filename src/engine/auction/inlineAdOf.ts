import type { InlineAd } from '#standards/vast/types.ts';
import type { CompiledTag } from '../plan/plan.ts';
import type { AuctionSetting, WinningAd } from './types.ts';

/** The inline ad of a winning ad of a buyer; null where only the player will read it, or where it is other markup. */
export function inlineAdOf(
  ad: WinningAd,
  buyer: CompiledTag,
  readStored: AuctionSetting['readStored'],
): InlineAd | null {
  if (ad.kind === 'merged') return ad.ad;
  const stored = ad.kind === 'stored' ? readStored(buyer) : null;
  return stored?.kind === 'inline' ? stored.ad : null;
}
