import type { AuctionSetting, Offered } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { dynamicFloorFor } from '#engine/yield/dynamicFloorFor.ts';
import { testedMediaTypes, type BidderTestOrder, type TestedMediaType } from '#model/demand/bidderTest.ts';
import { queryWithPlcmt } from '#standards/openrtb/request/withPlcmt.ts';
import type { ImpContext } from '../imp/impContext.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import type { ServingDeps } from '../servingDeps.ts';
import { offerOfTest } from './offerOfTest.ts';

/** The signals of the ad request that a test simulates. */
export function signalsOfTest({ plcmt }: ChannelPlan, { params, address }: BidderTestOrder): RequestSignals {
  const query = queryWithPlcmt(new Map(Object.entries(params)), plcmt);
  return { query, headers: {}, peer: address, isTest: true };
}

/** The auction of a test. The viewer's choices apply as in any other; caps and rate limits do not, and count nothing. */
export function settingOfTest(
  deps: Pick<ServingDeps, 'markup' | 'snapshot' | 'prebidServerUrl'>,
  impContext: ImpContext,
  plan: ChannelPlan,
  mediaType: TestedMediaType | null,
): AuctionSetting {
  const { record, traits, privacy } = impContext;
  const tested = mediaType ?? mediaTypeOf(plan);
  let offered: Offered | undefined;
  return {
    plan,
    seed: 0,
    readStored: deps.markup.read,
    creativeOf: deps.markup.creativeOf,
    traits,
    at: record.at,
    mediaTypes: [tested],
    floor: 0,
    dynamicFloor: dynamicFloorFor(plan, traits, record.serveId)?.floor ?? 0,
    pod: null,
    offered: () => (offered ??= offerOfTest(impContext, plan, tested)),
    rates: ratesOf(deps.snapshot()),
    hasPrebidServer: deps.prebidServerUrl !== null,
    reject: ({ tag }) => (privacy.mayRequestAds(tag.gvlId) ? null : 'privacy'),
  };
}

/** Video where the tag accepts it, else the first media type that it does. */
function mediaTypeOf({ tiers }: ChannelPlan): TestedMediaType {
  const accepted = tiers[0]?.candidates[0]?.tag.bidder?.mediaTypes ?? [];
  return testedMediaTypes.find((each) => accepted.includes(each)) ?? 'video';
}
