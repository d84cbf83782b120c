import type { Nanos } from '#model/index.ts';
import type { ChannelPlan } from '../plan/plan.ts';
import { hashToUnit } from '../hashToUnit.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import { controlShare } from './nextFloor.ts';

/** What a channel that learns its floor asks of a request. */
interface DynamicFloor {
  /** The market as facts tell it. */
  market: string;
  /** CPM in nano-USD; 0 where nothing was learned, or where the request is left out to be compared with. */
  floor: Nanos;
}

/** What a channel asks of a request by what it has learned; null where its floor is static. */
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

/** A market of a channel: where the viewer is, and on what kind of device; `-` for what is not known. */
function marketOf({ country, device }: Pick<RequestTraits, 'country' | 'device'>): string {
  return `${country || '-'} ${device || '-'}`;
}

/** Whether a request stays at the static floor, to be compared with. */
function isControl(serveId: string): boolean {
  return hashToUnit(`floor ${serveId}`) < controlShare;
}

/** The market as facts tell it: that of requests which are compared with has a mark. */
export function reportedMarket(market: string, isControlRequest: boolean): string {
  return isControlRequest ? `${market} =` : market;
}
