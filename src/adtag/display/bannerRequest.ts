import type { PageSignals } from '../readPage.ts';
import type { SlotConfig } from '../resolveSlotConfig.ts';
import type { Size } from '../readSizes.ts';
import type { RequestParams } from '../types.ts';

/** The input of one banner's imp in a bid request. */
export interface BannerRequest {
  slotConfig: SlotConfig;
  privacy: RequestParams;
  page: PageSignals;
  sizes: readonly Size[];
}
