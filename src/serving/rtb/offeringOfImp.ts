import { onlyMedia } from '#engine/auction/composeBidRequest.ts';
import type { PodTerms } from '#engine/auction/pod.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { mediaInPod, videoInPod } from '#engine/plan/podTerms.ts';
import type { Rates } from '#standards/openrtb/currency.ts';
import type { BidRequest, Ext, Imp, MediaType } from '#standards/openrtb/types.ts';
import type { Offering } from '../imp/impContext.ts';
import { blockedBy, withinDurations } from '../vast/offeringOfTag.ts';
import { grossUpFloors, toNanos } from './grossUpFloors.ts';

const mediaTypes: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/**
 * The part of a bid request that all bidders receive: under our own ID, without anything addressed to other
 * marketplaces.
 */
export function sharedRequest(request: BidRequest, id: string): Omit<BidRequest, 'imp'> {
  const {
    imp: _imps,
    ext: _ext,
    at: _at,
    tmax: _tmax,
    wseat: _wseat,
    bseat: _bseat,
    cur: _cur,
    user,
    ...rest
  } = request;
  if (!user) return { ...rest, id };
  // One bidder's ID of a person means nothing to another bidder.
  const { buyeruid: _buyer, ...userWithoutBuyerId } = user;
  return { user: userWithoutBuyerId, ...rest, id };
}

/** The offering of an imp; null when its floor is in a currency without a rate. */
export function offeringOfImp(
  shared: Omit<BidRequest, 'imp'>,
  requestedImp: Imp,
  plan: ChannelPlan,
  rates: Rates,
  pod: PodTerms | null = null,
): Offering | null {
  const isDynamicPod = pod !== null && pod.slots > 1;
  const biddableImp = onlyMedia(requestedImp, plan.supplier?.mediaTypes ?? []);
  const imp = isDynamicPod ? onlyMedia(biddableImp, ['video', 'audio']) : biddableImp;
  const floor = toNanos(imp.bidfloor ?? 0, imp.bidfloorcur, rates);
  if (floor === null) return null;
  const priced = grossUpFloors(imp, plan.costTerms, rates);
  return {
    mediaTypes: mediaTypes.filter((type) => imp[type] !== undefined),
    // Duration floors that the terms can never pay exclude every bid.
    floor: priced ? floor : Infinity,
    pod,
    isPrivate: imp.pmp?.private_auction === 1,
    adTerms: () => imp,
    offered() {
      const offeredImp = { ...(priced ?? imp) };
      if (priced?.video) offeredImp.video = withinDurations(plan.quality, priced.video);
      if (priced?.audio) offeredImp.audio = withinDurations(plan.quality, priced.audio);
      if (isDynamicPod && offeredImp.video) offeredImp.video = videoInPod(offeredImp.video, pod);
      if (isDynamicPod && offeredImp.audio) offeredImp.audio = mediaInPod(offeredImp.audio, pod);
      offeredImp.secure = imp.secure ?? 1;
      if (imp.ext) offeredImp.ext = sharedExt(imp.ext);
      return { request: { ...shared, ...blockedBy(plan.quality, shared) }, imp: offeredImp };
    },
  };
}

/** Extensions of an imp that all bidders may receive. The others may be addressed to one bidder. */
const sharedExtNames = ['gpid', 'tid', 'data', 'skadn', 'dsa'];

function sharedExt(ext: Ext): Ext {
  return Object.fromEntries(Object.entries(ext).filter(([name]) => sharedExtNames.includes(name)));
}
