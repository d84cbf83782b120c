import { campaignsId } from '#engine/plan/buyer.ts';
import type { PodTerms } from '#engine/auction/pod.ts';
import { requestedSlots } from '#engine/auction/requestedSlots.ts';
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
import type { AdTerms } from '#standards/openrtb/bid/adFault.ts';
import type { BidRequest, MediaType } from '#standards/openrtb/types.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
import { reserveBudgets } from '../campaigns/reserveBudgets.ts';
import { identifyCreative } from '../vast/identifyCreative.ts';
import { audienceOf, offeredForm, originOfSale } from './audienceOf.ts';
import { checkTraffic } from '../ivt/checkTraffic.ts';
import { recordedOutcomes } from './recordedOutcomes.ts';
import { tagParamValues, withTagParams } from './tagParamValues.ts';
import { requestDelivery, type RequestDelivery } from '../delivery/requestDelivery.ts';
import { appOf, publisherOf, siteOf, viewerAddress, viewerAgent, type RequestSignals } from './requestSignals.ts';
import { unlistedSeller, sellerOf, upstreamSeller, supplyChainOf, withChain } from './supplyChainOf.ts';
import { timeWrite } from '../metrics/timeWrite.ts';
import { verificationOfAd } from '../vast/verificationOfAd.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { UntracedImp } from './untracedImp.ts';
import type { IdentifiedCreative } from './createInventoryDeduplicator.ts';
import type { SoldAd } from '../vast/signedAd.ts';
import { openTrace, type RequestTrace } from '../traces/requestTrace.ts';
import { viewerPrivacy } from './viewerPrivacy.ts';

type Filled = Extract<Decision, { kind: 'filled' }>;

/** The state of one imp from its request to the response. */
export interface ImpContext extends UntracedImp {
  integration: RequestIntegration;
  /** null when the request is not traced. */
  trace: RequestTrace | null;
  /** The pod that is sold; absent for a single ad, and for requests without an auction. */
  pod?: PodTerms | null;
}

/** The terms of an imp's offer, beside those of its channel. */
export interface Offering {
  mediaTypes: readonly MediaType[];
  /** The publisher's minimum CPM in nano-USD. */
  floor: Nanos;
  /** The pod that the imp is, or is part of; null for a single ad. */
  pod: PodTerms | null;
  /** Builds the offer to bidders; called at most once. */
  offered: () => Offered;
  /** Builds what the request asks of the ads of tags; called at most once. */
  adTerms: () => AdTerms;
  /** Whether only bids under a deal may win. Absent = no. */
  isPrivate?: boolean;
}

/**
 * Opens the context of an imp and starts its serve record. `sibling` is another imp of the same request: both have the
 * same viewer and place, which are then read only once.
 */
export function openImpContext(
  deps: ServingDeps,
  plan: ChannelPlan | undefined,
  signals: RequestSignals,
  integration: RequestIntegration,
  sibling?: ImpContext,
): ImpContext {
  const now = deps.now();
  const { environment = 'web', zoneHours = 0 } = plan ?? {};
  const { query, headers, peer } = signals;
  const traits = readTraits(
    { query, headers, peer, locate: deps.locate, readAgent: deps.readAgent },
    { environment, zoneHours, now },
  );
  const privacy = viewerPrivacy(deps, signals, () => traits);
  const viewer = () => ({
    deviceId: privacy.mayIdentifyDevice() ? traits.deviceId : '',
    address: viewerAddress(signals),
    agent: viewerAgent(signals) ?? '',
  });
  const serveId = deps.newServeId();
  let chain: Schain | null | undefined;
  const impContext: ImpContext = {
    integration,
    plan,
    signals,
    traits,
    privacy,
    delivery: sibling?.delivery ?? requestDelivery(deps.delivery, { viewer, now }),
    chain() {
      if (chain === undefined) chain = plan ? supplyChainOf(deps, plan, signals.query, serveId) : null;
      return chain;
    },
    record: {
      type: 'serve',
      serveId,
      at: now,
      origin: originOf(plan, signals, sibling?.record.origin ?? placeOf(signals)),
      reason: null,
      creative: '',
      opportunityCost: 0,
      requestFee: 0,
      candidates: [],
    },
    trace: null,
  };
  if (!plan) return impContext;
  const known = sibling?.plan?.environment === environment ? sibling.record.origin.audience : undefined;
  impContext.record.origin.audience = known ? { ...known, mediaType: '' } : audienceOf(traits, privacy, integration);
  impContext.trace = openTrace(deps, plan, impContext, integration);
  return impContext;
}

type Place = Pick<Origin, 'site' | 'app' | 'publisher'>;

function placeOf(signals: RequestSignals): Place {
  return { site: siteOf(signals), app: appOf(signals), publisher: publisherOf(signals) };
}

function originOf(plan: ChannelPlan | undefined, signals: RequestSignals, { site, app, publisher }: Place): Origin {
  const params = tagParamValues(plan, signals.query);
  const origin: Origin = {
    demandId: plan?.demandId ?? 0,
    channelId: plan?.channelId ?? 0,
    subpublisherId: plan?.subpublisherId ?? 0,
    environment: plan?.environment ?? 'web',
    site,
    app,
    publisher,
  };
  if (plan?.supplier) origin.supplierId = plan.supplier.id;
  if (params) origin.params = params;
  return origin;
}

/**
 * Returns the auction setting of an imp, or null when a supply filter rejects it; the record then has the reason.
 * `seats`: the seats that a supplier's request allows.
 */
export function admit(
  deps: ServingDeps,
  impContext: ImpContext,
  offering: Offering,
  seats: SeatTerms = {},
): AuctionSetting | null {
  const { plan, signals, traits, record, privacy, delivery } = impContext;
  if (!plan) return reject(record, 'bad_request');
  if (record.origin.audience) record.origin.audience.mediaType = offeredForm(offering.mediaTypes);
  const gateRejection = supplyGate(plan, traits, record.at);
  if (gateRejection) {
    recordInventory(deps, impContext, null);
    return reject(record, gateRejection);
  }
  const supplierRejection = plan.supplier && supplierGate(plan.supplier, signals.query, offering.mediaTypes, seats);
  if (supplierRejection) return reject(record, supplierRejection);
  if (plan.isAdsTxtEnforced && isUnauthorized(deps, impContext, plan)) return reject(record, 'ads_txt_unauthorized');
  const [kind, id] = plan.supplier ? (['supplier', plan.supplier.id] as const) : (['channel', plan.channelId] as const);
  if (!deps.delivery.limiter.take(kind, id, plan.qps)) return reject(record, 'qps_exceeded');
  if (deps.overload.isOverloaded()) return reject(record, 'overload');
  // A channel's floor is applied to its candidates. A supplier's floor applies where its request has none.
  const requestedFloor = plan.supplier && offering.floor === 0 ? plan.floor : offering.floor;
  const floor = floorToEarn(plan.costTerms, requestedFloor);
  if (floor === null) return reject(record, 'below_price');
  const traffic = checkTraffic(deps.traffic, plan, signals, record.at);
  if (traffic.verdict) record.origin.ivt = traffic.verdict;
  if (traffic.isBlocked) return reject(record, 'ivt_prebid');
  record.requestFee = plan.requestFee;
  impContext.pod = offering.pod;
  recordSlots(record, requestedSlots(offering.pod, null));
  let offered: Offered | undefined;
  let adTerms: AdTerms | undefined;
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
    dynamicFloor,
    pod: offering.pod,
    offered: () => (offered ??= withOurNode(impContext, plan, offering.offered())),
    adTerms: () => (adTerms ??= offering.adTerms()),
    rates: ratesOf(deps.snapshot()),
    hasPrebidServer: deps.prebidServerUrl !== null,
    reject: (candidate) => {
      const { tag, checksIvt } = candidate;
      if (checksIvt && traffic.isInvalid()) return 'ivt';
      // Our own campaigns receive nothing that we do not already know.
      if (tag.id === campaignsId) return null;
      if (tag.bidder && !privacy.mayRequestAds(tag.gvlId)) return 'privacy';
      const hasId = () => traits.deviceId !== '' && privacy.signalsFor(tag.gvlId).isIdWithheld !== true;
      if (tag.bidder?.needsDeviceId && !hasId()) return 'no_device_id';
      return delivery.reject(candidate, seed);
    },
    adsLeft: (candidate) => delivery.adsLeft(candidate),
    refuseCall: (candidate) => delivery.throttle(candidate),
  };
  return impContext.trace?.traceAuction(setting).setting ?? setting;
}

/** The channel's dynamic floor for the request's market, stored in the record; 0 without one. */
function dynamicFloorOf({ record, traits }: ImpContext, plan: ChannelPlan): Nanos {
  const requestedFloor = dynamicFloorFor(plan, traits, record.serveId);
  if (!requestedFloor) return 0;
  record.origin.market = requestedFloor.market;
  record.floor = Math.max(plan.floor, requestedFloor.floor);
  return requestedFloor.floor;
}

/**
 * Whether the site's ads.txt or the app's app-ads.txt exists and does not list the seller. An undeclared upstream
 * seller counts as not listed.
 */
function isUnauthorized(deps: ServingDeps, { record, signals }: ImpContext, plan: ChannelPlan): boolean {
  const { site, app } = record.origin;
  const seller = plan.supplier ? upstreamSeller(signals.query) : sellerOf(deps, plan);
  const partner = signals.query.get('inventorypartnerdomain');
  const place = partner === undefined ? { site, app } : { site, app, partner };
  if (!seller && !plan.supplier) return false;
  return adsTxtState(deps.snapshot().adsTxt, place, seller ?? unlistedSeller) === 'unauthorized';
}

/**
 * Adds our own node to the supply chain, the viewer's location where the request does not declare it, and the account's
 * parameters.
 */
export function withOurNode(
  { signals, traits, chain }: ImpContext,
  plan: ChannelPlan,
  { request, imp }: Offered,
): Offered {
  return { request: withChain(withPlace(request, traits), chain()), imp: withTagParams(imp, plan, signals.query) };
}

/** Adds our own lookup of country and region, marked as derived from the IP address (AdCOM location type 2). */
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

/** Applies an auction's decision to the record. Returns the sold ads in playing order. */
export function applyDecision(deps: ServingDeps, impContext: ImpContext, auctionDecision: Decision): SoldAd[] {
  const { record, plan } = impContext;
  const reserved = plan
    ? reserveBudgets(deps, plan, auctionDecision, record.serveId)
    : { decision: auctionDecision, furtherIds: [] };
  const { decision, furtherIds } = reserved;
  record.candidates = recordedOutcomes(decision);
  deps.metrics?.addOutcomes(record.candidates);
  recordSlots(record, requestedSlots(impContext.pod ?? null, decision));
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

function recordSlots(record: ServeRecord, slots: number): void {
  if (slots > 1) record.slots = slots;
  else delete record.slots;
}

/**
 * Stores the device key: only of requests with an ad, and only where the viewer's choices allow identifying the device.
 */
function recordDevice({ record, privacy, delivery }: ImpContext, { demandId }: ChannelPlan): void {
  const { audience } = record.origin;
  if (!audience || !privacy.mayIdentifyDevice()) return;
  const device = delivery.deviceFor(demandId);
  if (device !== '') audience.device = device;
}

/**
 * A further ad of a pod. It has its own serve ID, under which its events are counted; the request's record does not
 * contain it.
 */
function furtherAd(
  deps: ServingDeps,
  impContext: ImpContext,
  { plan, decision, serveId = deps.newServeId() }: { plan: ChannelPlan; decision: Filled; serveId: string | undefined },
): SoldAd {
  const { record } = impContext;
  const identified = identifyCreative(deps.markup, decision);
  const observation = identified && deps.observedInventory.takeNewCreative(record.origin, identified, record.at);
  const creative = identified?.identity.key ?? '';
  if (observation)
    record.furtherCreatives = [...(record.furtherCreatives ?? []), { key: creative, declared: observation }];
  const origin = originOfSale(record.origin, decision);
  return soldAd(deps, impContext, plan, decision, { ...record, serveId, creative, origin });
}

function soldAd(
  deps: ServingDeps,
  { signals, privacy, chain, delivery }: ImpContext,
  plan: ChannelPlan,
  decision: Filled,
  record: ServeRecord,
): SoldAd {
  const { viewer, household } = viewersOf(deps, delivery, decision);
  const verification = verificationOfAd(deps.verificationPixels, plan, decision.winner, record);
  const sold: SoldAd = {
    plan,
    decision: withoutBilling(decision, record, signals),
    signals,
    privacy,
    chain,
    record,
    verification,
  };
  if (viewer !== undefined) sold.viewer = viewer;
  if (household !== undefined) sold.household = household;
  return sold;
}

/** The viewer keys under which an impression counts: for own campaigns, one for each kind of frequency cap. */
function viewersOf(
  { snapshot }: Pick<ServingDeps, 'snapshot'>,
  delivery: RequestDelivery,
  { winner, won }: Filled,
): { viewer?: string | undefined; household?: string | undefined } {
  const own = won?.bid.own;
  const campaign = own ? snapshot().rows.campaign.get(own.campaignId) : undefined;
  if (!campaign) return { viewer: delivery.viewerOf(winner) };
  const { device, address } = delivery.campaignViewerOf(campaign);
  return { viewer: device, household: address };
}

/**
 * Writes the imp's serve record. Resolves when the operating system has it, and rejects when it cannot be written. A
 * trace that cannot be stored does not prevent the ad.
 */
export function recordImp(
  { spool, now, metrics }: Pick<ServingDeps, 'spool' | 'now' | 'metrics'>,
  { integration, record, trace }: ImpContext,
): Promise<void> {
  // The clock may have been set back in the meantime.
  record.tookMs = Math.max(0, now() - record.at);
  metrics?.addImp(integration, record.reason);
  const appended = timeWrite(metrics, spool.append(record));
  if (trace) spool.append(trace.toRecord()).catch(() => undefined);
  return appended;
}

/** Billing is net: neither invalid traffic nor tests are billed (OpenRTB 2.6, 3.2.1 and `burl` in 4.2.3). */
function withoutBilling(decision: Filled, { origin }: ServeRecord, { isTest = false }: RequestSignals): Filled {
  const isFree = isTest || isInvalid(origin.ivt);
  return decision.won && isFree ? { ...decision, won: { ...decision.won, bill: null } } : decision;
}

/** Rejected requests are recorded too: accounts that allow only listed apps or publishers find new ones here. */
function recordInventory(
  deps: ServingDeps,
  { record, signals }: ImpContext,
  creative: IdentifiedCreative | null,
): void {
  const observations = deps.observedInventory.takeNewInventory(record.origin, signals, creative, record.at);
  if (observations) record.observations = observations;
}
