import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import type { ServeRecord } from '#events/record/records.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
import type { RequestDelivery } from '../delivery/requestDelivery.ts';
import type { RequestSignals } from './requestSignals.ts';
import type { ViewerPrivacy } from './viewerPrivacy.ts';

/** One imp before it is traced: its channel, its request, and its serve record. */
export interface UntracedImp {
  /** undefined when no channel has the requested URL. */
  plan: ChannelPlan | undefined;
  signals: RequestSignals;
  traits: RequestTraits;
  privacy: ViewerPrivacy;
  delivery: RequestDelivery;
  /** The supply chain that is sent to demand; null for none. Computed on first use. */
  chain: () => Schain | null;
  record: ServeRecord;
}
