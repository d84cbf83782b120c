import { campaignsId } from '#engine/plan/buyer.ts';
import type { PodTerms } from '#engine/auction/pod.ts';
import type { AuctionSetting, Decision, Offered } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import { floorToEarn, opportunityCost } from '#engine/pricing.ts';
import { adsTxtState } from '#engine/sellers/adsTxtState.ts';
import { ratesOf } from '#engine/snapshot/rates.ts';
import { supplierGate, type SeatTerms } from '#engine/plan/supplierGate.ts';
import { supplyGate } from '#engine/plan/supplyGate.ts';
import { readTraits } from '#engine/targeting/readTraits.ts';
import type { RequestTraits } from '#engine/targeting/requestTraits.ts';
import { dynamicFloorFor } from '#engine/yield/dynamicFloorFor.ts';
import type { Origin, ServeRecord } from '#events/record/records.ts';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import { isInvalid, type RequestIntegration, type Nanos, type SupplyReason } from '#model/index.ts';
import type { BidRequest, MediaType } from '#standards/openrtb/types.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
import { reserveBudgets } from '../campaigns/reserveBudgets.ts';
import { identifyCreative } from '../vast/identifyCreative.ts';
import { audienceOf, offeredForm, originOfSale } from './audienceOf.ts';
import { checkTraffic } from '../ivt/checkTraffic.ts';
import { tagParamValues, withTagParams } from './tagParams.ts';
import { requestDelivery, type RequestDelivery } from '../delivery/requestDelivery.ts';
import { appOf, publisherOf, siteOf, viewerAddress, viewerAgent, type RequestFacts } from './requestFacts.ts';
import { unlistedSeller, sellerOf, upstreamSeller, supplyChainOf, withChain } from './supplyChainOf.ts';
import { verificationOfAd } from '../vast/verificationOfAd.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { IdentifiedCreative } from './observedInventory.ts';
import type { SoldAd } from '../vast/signedAd.ts';
import { openTrace, type RequestTrace } from '../traces/requestTrace.ts';
import { viewerPrivacy, type ViewerPrivacy } from './viewerPrivacy.ts';

type Filled = Extract<Decision, { kind: 'filled' }>;

/** One impression that somebody offers us, on its way to an answer. */
export interface ImpContext {
  /** undefined when no channel has the address that was asked. */
  plan: ChannelPlan | undefined;
  facts: RequestFacts;
  traits: RequestTraits;
  privacy: ViewerPrivacy;
  delivery: RequestDelivery;
  /** The supply chain that demand is told; null for none. Worked out when it is first asked for. */
  chain: () => Schain | null;
  record: ServeRecord;
  /** null where nobody asked for it. */
  trace: RequestTrace | null;
}

/** What is offered of an impression beside its channel. */
export interface Offering {
  mediaTypes: readonly MediaType[];
  /** The least CPM that the publisher takes, in nano-USD. */
  floor: Nanos;
  /** How several ads share it, or it belongs to others; null for one by itself. */
  pod: PodTerms | null;
  /** What bidders are offered; called once at most. */
  offered: () => Offered;
  /** Whether bids under a deal alone may win. Absent = no. */
  isPrivate?: boolean;
}

/** An impression with its record begun, of a request that came in at a door. */
export function openImpContext(
  deps: ServingDeps,
  plan: ChannelPlan | undefined,
  facts: RequestFacts,
  integration: RequestIntegration,
): ImpContext {
  const now = deps.now();
  const { environment = 'web', zoneHours = 0 } = plan ?? {};
  const { query, headers, peer } = facts;
  const traits = readTraits(
    { query, headers, peer, locate: deps.locate, readAgent: deps.readAgent },
    { environment, zoneHours, now },
  );
  const privacy = viewerPrivacy(deps, facts, () => traits);
  const viewer = () => ({
    deviceId: privacy.mayIdentifyDevice() ? traits.deviceId : '',
    address: viewerAddress(facts),
    agent: viewerAgent(facts) ?? '',
  });
  const serveId = deps.newServeId();
  let chain: Schain | null | undefined;
  const impContext: ImpContext = {
    plan,
    facts,
    traits,
    privacy,
    delivery: requestDelivery(deps.delivery, { viewer, now }),
    chain() {
      if (chain === undefined) chain = plan ? supplyChainOf(deps, plan, facts.query, serveId) : null;
      return chain;
    },
    record: {
      type: 'serve',
      serveId,
      at: now,
      origin: originOf(plan, facts),
      reason: null,
      creative: '',
      opportunityCost: 0,
      requestFee: 0,
      candidates: [],
    },
    trace: null,
  };
  if (!plan) return impContext;
  impContext.record.origin.audience = audienceOf(traits, privacy, integration);
  impContext.trace = openTrace(deps, plan, impContext, integration);
  return impContext;
}

function originOf(plan: ChannelPlan | undefined, facts: RequestFacts): Origin {
  const params = tagParamValues(plan, facts.query);
  const origin: Origin = {
    demandId: plan?.demandId ?? 0,
    channelId: plan?.channelId ?? 0,
    subpublisherId: plan?.subpublisherId ?? 0,
    environment: plan?.environment ?? 'web',
    site: siteOf(facts),
    app: appOf(facts),
    publisher: publisherOf(facts),
  };
  if (plan?.supplier) origin.supplierId = plan.supplier.id;
  if (params) origin.params = params;
  return origin;
}

/**
 * The setting of an impression's auction; null when a gate refuses it, with the reason in its record. `seats`: those that the
 * request of a supplier is for.
 */
export function admit(
  deps: ServingDeps,
  impContext: ImpContext,
  offering: Offering,
  seats: SeatTerms = {},
): AuctionSetting | null {
  const { plan, facts, traits, record, privacy, delivery } = impContext;
  if (!plan) return reject(record, 'bad_request');
  if (record.origin.audience) record.origin.audience.mediaType = offeredForm(offering.mediaTypes);
  const gateRejection = supplyGate(plan, traits, record.at);
  if (gateRejection) {
    recordInventory(deps, impContext, null);
    return reject(record, gateRejection);
  }
  const supplierRejection = plan.supplier && supplierGate(plan.supplier, facts.query, offering.mediaTypes, seats);
  if (supplierRejection) return reject(record, supplierRejection);
  if (plan.isAdsTxtEnforced && isUnauthorised(deps, impContext, plan)) return reject(record, 'ads_txt_unauthorised');
  const [kind, id] = plan.supplier ? (['supplier', plan.supplier.id] as const) : (['channel', plan.channelId] as const);
  if (!deps.delivery.limiter.take(kind, id, plan.qps)) return reject(record, 'qps_exceeded');
  if (deps.overload.isOverloaded()) return reject(record, 'overload');
  // That of a channel is its candidates' own; of a supplier it stands in for one that its request does not name.
  const requestedFloor = plan.supplier && offering.floor === 0 ? plan.floor : offering.floor;
  const floor = floorToEarn(plan.costTerms, requestedFloor);
  if (floor === null) return reject(record, 'below_price');
  const traffic = checkTraffic(deps.traffic, plan, facts, record.at);
  if (traffic.verdict) record.origin.ivt = traffic.verdict;
  if (traffic.isBlocked) return reject(record, 'ivt_prebid');
  record.requestFee = plan.requestFee;
  let offered: Offered | undefined;
  const dynamicFloor = dynamicFloorOf(impContext, plan);
  const seed = Math.floor(deps.random() * 4_294_967_296);
  const setting: AuctionSetting = {
    plan,
    seed,
    readStored: deps.markup.read,
    creativeOf: deps.markup.creativeOf,
    readText: deps.markup.readText,
    traits,
    at: record.at,
    mediaTypes: offering.mediaTypes,
    isPrivate: offering.isPrivate === true,
    floor,
    learnedFloor: dynamicFloor,
    pod: offering.pod,
    offered: () => (offered ??= withOurNode(impContext, plan, offering.offered())),
    rates: ratesOf(deps.snapshot()),
    hasPrebidServer: deps.prebidServerUrl !== null,
    reject: (candidate) => {
      const { tag, checksIvt } = candidate;
      if (checksIvt && traffic.isInvalid()) return 'ivt';
      // Our own campaigns learn nothing that we do not know.
      if (tag.id === campaignsId) return null;
      if (tag.bidder && !privacy.mayRequestAds(tag.gvlId)) return 'privacy';
      const hasId = () => traits.deviceId !== '' && privacy.factsFor(tag.gvlId).isIdWithheld !== true;
      if (tag.bidder?.needsDeviceId && !hasId()) return 'no_device_id';
      return delivery.reject(candidate, seed);
    },
    adsLeft: (candidate) => delivery.adsLeft(candidate),
    refuseCall: (candidate) => delivery.throttle(candidate),
  };
  return impContext.trace?.traceAuction(setting).setting ?? setting;
}

/** The floor that the channel has learned for the request's market, told in its record; 0 where it asks none. */
function dynamicFloorOf({ record, traits }: ImpContext, plan: ChannelPlan): Nanos {
  const requestedFloor = dynamicFloorFor(plan, traits, record.serveId);
  if (!requestedFloor) return 0;
  record.origin.market = requestedFloor.market;
  record.floor = Math.max(plan.floor, requestedFloor.floor);
  return requestedFloor.floor;
}

/** Whether the ads.txt of the site, or app-ads.txt of the app, is there and does not name the seller. Nobody can name one that is not told. */
function isUnauthorised(deps: ServingDeps, { record, facts }: ImpContext, plan: ChannelPlan): boolean {
  const { site, app } = record.origin;
  const seller = plan.supplier ? upstreamSeller(facts.query) : sellerOf(deps, plan);
  const partner = facts.query.get('inventorypartnerdomain');
  const place = partner === undefined ? { site, app } : { site, app, partner };
  if (!seller && !plan.supplier) return false;
  return adsTxtState(deps.snapshot().adsTxt, place, seller ?? unlistedSeller) === 'unauthorised';
}

/** What bidders are offered names ourselves as the last who sell, and where the viewer is if the request does not tell. */
function withOurNode({ facts, traits, chain }: ImpContext, plan: ChannelPlan, { request, imp }: Offered): Offered {
  return { request: withChain(withPlace(request, traits), chain()), imp: withTagParams(imp, plan, facts.query) };
}

/** A place that we looked up is one by the IP address (AdCOM: type 2). */
function withPlace<R extends Pick<BidRequest, 'device'>>(request: R, { country, region }: RequestTraits): R {
  const { device } = request;
  const code = device?.geo?.country === undefined ? alpha3Of(country) : '';
  if (code === '') return request;
  const place = region === '' ? { country: code } : { country: code, region: region.slice(3) };
  const geo = { ...device?.geo, type: 2, ...place };
  return { ...request, device: { ...device, geo } };
}

function reject(record: ServeRecord, reason: SupplyReason): null {
  record.reason = reason;
  return null;
}

/** Takes an auction's decision into the record; the ads that were sold, in the order in which they play. */
export function applyDecision(deps: ServingDeps, impContext: ImpContext, auctionDecision: Decision): SoldAd[] {
  const { record, plan } = impContext;
  const reserved = plan
    ? reserveBudgets(deps, plan, auctionDecision, record.serveId)
    : { decision: auctionDecision, furtherIds: [] };
  const { decision, furtherIds } = reserved;
  record.candidates = decision.outcomes;
  const creative = decision.kind === 'filled' ? identifyCreative(deps.markup, decision) : null;
  impContext.trace?.onDecision(decision);
  record.creative = creative?.identity.key ?? '';
  recordInventory(deps, impContext, creative);
  deps.notices.add(decision.lossNotices);
  if (decision.kind === 'unfilled' || !plan) {
    record.reason = decision.kind === 'unfilled' ? decision.reason : 'bad_request';
    return [];
  }
  record.opportunityCost = opportunityCost(plan.costTerms);
  recordDevice(impContext, plan);
  record.origin = originOfSale(record.origin, decision);
  const first = soldAd(deps, impContext, plan, decision, record);
  if (decision.further.length === 0) return [first];
  const further = decision.further.map((sale, index) =>
    furtherAd(deps, impContext, { plan, decision: { ...decision, ...sale }, serveId: furtherIds[index] }),
  );
  return [first, ...further];
}

/** Ads alone count devices, and only those that the viewer's choices allow us to tell apart. */
function recordDevice({ record, privacy, delivery }: ImpContext, { demandId }: ChannelPlan): void {
  const { audience } = record.origin;
  if (!audience || !privacy.mayIdentifyDevice()) return;
  const device = delivery.deviceFor(demandId);
  if (device !== '') audience.device = device;
}

/** A further ad of a pod. Its events have a serve of their own, of which the request's record knows nothing: each counts once. */
function furtherAd(
  deps: ServingDeps,
  impContext: ImpContext,
  { plan, decision, serveId = deps.newServeId() }: { plan: ChannelPlan; decision: Filled; serveId: string | undefined },
): SoldAd {
  const { record } = impContext;
  const identified = identifyCreative(deps.markup, decision);
  const observation = identified && deps.observedInventory.takeNewCreative(record.origin, identified, record.at);
  const creative = identified?.identity.key ?? '';
  if (observation) record.furtherCreatives = [...(record.furtherCreatives ?? []), { key: creative, told: observation }];
  const origin = originOfSale(record.origin, decision);
  return soldAd(deps, impContext, plan, decision, { ...record, serveId, creative, origin });
}

function soldAd(
  deps: ServingDeps,
  { facts, privacy, chain, delivery }: ImpContext,
  plan: ChannelPlan,
  decision: Filled,
  record: ServeRecord,
): SoldAd {
  const { viewer, household } = viewersOf(deps, delivery, decision);
  const verification = verificationOfAd(deps.verificationPixels, plan, decision.winner, record);
  const sold: SoldAd = {
    plan,
    decision: withoutBilling(decision, record, facts),
    facts,
    privacy,
    chain,
    record,
    verification,
  };
  if (viewer !== undefined) sold.viewer = viewer;
  if (household !== undefined) sold.household = household;
  return sold;
}

/** The keys of the viewer that an impression counts for: of own campaigns as many as their frequency caps ask for. */
function viewersOf(
  { snapshot }: Pick<ServingDeps, 'snapshot'>,
  delivery: RequestDelivery,
  { winner, won }: Filled,
): { viewer?: string | undefined; household?: string | undefined } {
  const own = won?.bid.own;
  const campaign = own ? snapshot().rows.campaign.get(own.campaignId) : undefined;
  if (!campaign) return { viewer: delivery.viewerOf(winner) };
  const { device: viewer, address: household } = delivery.campaignViewerOf(campaign);
  return { viewer, household };
}

/**
 * Keeps what became of an impression: resolves when its record is with the operating system. A trace that cannot be kept
 * is no reason to give no ad.
 */
export function recordImp(
  { spool, now }: Pick<ServingDeps, 'spool' | 'now'>,
  { record, trace }: ImpContext,
): Promise<void> {
  // The clock may have been set back meanwhile.
  record.tookMs = Math.max(0, now() - record.at);
  const appended = spool.append(record);
  if (trace) spool.append(trace.toRecord()).catch(() => undefined);
  return appended;
}

/** Bills are net: nobody is billed for invalid traffic, nor for a test (OpenRTB 2.6, 3.2.1 and `burl` in 4.2.3). */
function withoutBilling(decision: Filled, { origin }: ServeRecord, { isTest = false }: RequestFacts): Filled {
  const isFree = isTest || isInvalid(origin.ivt);
  return decision.won && isFree ? { ...decision, won: { ...decision.won, bill: null } } : decision;
}

/** Also of what is refused: who allows some apps or publishers alone looks here for the next one. */
function recordInventory(deps: ServingDeps, { record, facts }: ImpContext, creative: IdentifiedCreative | null): void {
  const observations = deps.observedInventory.takeNewInventory(record.origin, facts, creative, record.at);
  if (observations) record.observations = observations;
}
