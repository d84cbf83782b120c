import type { Nanos } from '#model/index.ts';
import type { ChannelPlan } from '../plan/plan.ts';
import { hashToUnit } from '../hashToUnit.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import { controlShare } from './nextFloor.ts';

/** The dynamic floor of a request. */
interface DynamicFloor {
  /** The market as recorded in facts. */
  market: string;
  /** CPM in nano-USD; 0 where there is no dynamic floor yet, or where the request belongs to the control group. */
  floor: Nanos;
}

/** The dynamic floor of a channel for a request; null where its floor is static. */
export function dynamicFloorFor(
  { dynamicFloors }: Pick<ChannelPlan, 'dynamicFloors'>,
  traits: Pick<RequestTraits, 'country' | 'device'>,
  serveId: string,
): DynamicFloor | null {
  if (!dynamicFloors) return null;
  const market = marketOf(traits);
  const isControlRequest = isControl(serveId);
  return {
    market: reportedMarket(market, isControlRequest),
    floor: isControlRequest ? 0 : (dynamicFloors.get(market) ?? 0),
  };
}

/** The market of a request: country and device type; `-` = unknown. */
function marketOf({ country, device }: Pick<RequestTraits, 'country' | 'device'>): string {
  return `${country || '-'} ${device || '-'}`;
}

/** Whether a request belongs to the control group, which stays at the static floor. */
function isControl(serveId: string): boolean {
  return hashToUnit(`floor ${serveId}`) < controlShare;
}

/** The market as recorded in facts: that of the control group has a mark. */
export function reportedMarket(market: string, isControlRequest: boolean): string {
  return isControlRequest ? `${market} =` : market;
}
