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
import { askedFloor } from '#engine/yield/askedFloor.ts';
import type { Origin, ServeRecord } from '#events/record/records.ts';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import { isInvalid, type Door, type Nanos, type SupplyReason } from '#model/index.ts';
import type { BidRequest, MediaType } from '#standards/openrtb/types.ts';
import type { Schain } from '#standards/supplychain/schain.ts';
import { holdMoney } from '../campaigns/holdMoney.ts';
import { answeredCreative } from '../vast/answeredCreative.ts';
import { audienceOf, formOffered, originOfSale } from './audienceOf.ts';
import { judgeTraffic } from '../ivt/judgeTraffic.ts';
import { keptValues, withOwnParams } from './ownParams.ts';
import { requestDelivery, type RequestDelivery } from '../delivery/requestDelivery.ts';
import { appOf, publisherOf, siteOf, viewerAddress, viewerAgent, type RequestFacts } from './requestFacts.ts';
import { nobody, sellerOf, sellerToUs, sellingChain, withChain } from './sellingChain.ts';
import { scanOfAd } from '../vast/postbid.ts';
import type { ServingDeps } from '../servingDeps.ts';
import type { AnsweredCreative } from './observedInventory.ts';
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
  door: Door,
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
    deviceId: privacy.mayTellApart() ? traits.deviceId : '',
    address: viewerAddress(facts),
    agent: viewerAgent(facts) ?? '',
  });
  const serveId = deps.newServeId();
  let chain: Schain | null | undefined;
  const impression: ImpContext = {
    plan,
    facts,
    traits,
    privacy,
    delivery: requestDelivery(deps.delivery, { viewer, now }),
    chain() {
      if (chain === undefined) chain = plan ? sellingChain(deps, plan, facts.query, serveId) : null;
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
  if (!plan) return impression;
  impression.record.origin.audience = audienceOf(traits, privacy, door);
  impression.trace = openTrace(deps, plan, impression, door);
  return impression;
}

function originOf(plan: ChannelPlan | undefined, facts: RequestFacts): Origin {
  const params = keptValues(plan, facts.query);
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
  impression: ImpContext,
  offering: Offering,
  seats: SeatTerms = {},
): AuctionSetting | null {
  const { plan, facts, traits, record, privacy, delivery } = impression;
  if (!plan) return refuse(record, 'bad_request');
  if (record.origin.audience) record.origin.audience.mediaType = formOffered(offering.mediaTypes);
  const gate = supplyGate(plan, traits, record.at);
  if (gate) {
    recordInventory(deps, impression, null);
    return refuse(record, gate);
  }
  const unsuited = plan.supplier && supplierGate(plan.supplier, facts.query, offering.mediaTypes, seats);
  if (unsuited) return refuse(record, unsuited);
  if (plan.isAdsTxtEnforced && isUnauthorised(deps, impression, plan)) return refuse(record, 'ads_txt_unauthorised');
  const [kind, id] = plan.supplier ? (['supplier', plan.supplier.id] as const) : (['channel', plan.channelId] as const);
  if (!deps.delivery.limiter.take(kind, id, plan.qps)) return refuse(record, 'qps_exceeded');
  if (deps.overload.isOverloaded()) return refuse(record, 'overload');
  // That of a channel is its candidates' own; of a supplier it stands in for one that its request does not name.
  const asked = plan.supplier && offering.floor === 0 ? plan.floor : offering.floor;
  const floor = floorToEarn(plan.costTerms, asked);
  if (floor === null) return refuse(record, 'below_price');
  const traffic = judgeTraffic(deps.traffic, plan, facts, record.at);
  if (traffic.verdict) record.origin.ivt = traffic.verdict;
  if (traffic.isRefused) return refuse(record, 'ivt_prebid');
  record.requestFee = plan.requestFee;
  let offered: Offered | undefined;
  const learnedFloor = learnedFloorOf(impression, plan);
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
    learnedFloor,
    pod: offering.pod,
    offered: () => (offered ??= withOurNode(impression, plan, offering.offered())),
    rates: ratesOf(deps.snapshot()),
    hasPrebidServer: deps.prebidServerUrl !== null,
    refuse: (candidate) => {
      const { tag, checksIvt } = candidate;
      if (checksIvt && traffic.isInvalid()) return 'ivt';
      // Our own campaigns learn nothing that we do not know.
      if (tag.id === campaignsId) return null;
      if (tag.bidder && !privacy.mayAsk(tag.gvlId)) return 'privacy';
      const hasId = () => traits.deviceId !== '' && privacy.factsFor(tag.gvlId).isIdWithheld !== true;
      if (tag.bidder?.needsDeviceId && !hasId()) return 'no_device_id';
      return delivery.refuse(candidate, seed);
    },
    adsLeft: (candidate) => delivery.adsLeft(candidate),
    holdBack: (candidate) => delivery.holdBack(candidate),
  };
  return impression.trace?.follow(setting).setting ?? setting;
}

/** The floor that the channel has learned for the request's market, told in its record; 0 where it asks none. */
function learnedFloorOf({ record, traits }: ImpContext, plan: ChannelPlan): Nanos {
  const asked = askedFloor(plan, traits, record.serveId);
  if (!asked) return 0;
  record.origin.market = asked.market;
  record.floor = Math.max(plan.floor, asked.learned);
  return asked.learned;
}

/** Whether the ads.txt of the site, or app-ads.txt of the app, is there and does not name the seller. Nobody can name one that is not told. */
function isUnauthorised(deps: ServingDeps, { record, facts }: ImpContext, plan: ChannelPlan): boolean {
  const { site, app } = record.origin;
  const seller = plan.supplier ? sellerToUs(facts.query) : sellerOf(deps, plan);
  const partner = facts.query.get('inventorypartnerdomain');
  const place = partner === undefined ? { site, app } : { site, app, partner };
  if (!seller && !plan.supplier) return false;
  return adsTxtState(deps.snapshot().adsTxt, place, seller ?? nobody) === 'unauthorised';
}

/** What bidders are offered names ourselves as the last who sell, and where the viewer is if the request does not tell. */
function withOurNode({ facts, traits, chain }: ImpContext, plan: ChannelPlan, { request, imp }: Offered): Offered {
  return { request: withChain(withPlace(request, traits), chain()), imp: withOwnParams(imp, plan, facts.query) };
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

function refuse(record: ServeRecord, reason: SupplyReason): null {
  record.reason = reason;
  return null;
}

/** Takes an auction's decision into the record; the ads that were sold, in the order in which they play. */
export function takeDecision(deps: ServingDeps, impression: ImpContext, decided: Decision): SoldAd[] {
  const { record, plan } = impression;
  const held = plan ? holdMoney(deps, plan, decided, record.serveId) : { decision: decided, furtherIds: [] };
  const { decision, furtherIds } = held;
  record.candidates = decision.fates;
  const creative = decision.kind === 'filled' ? answeredCreative(deps.markup, decision) : null;
  impression.trace?.decided(decision);
  record.creative = creative?.identity.key ?? '';
  recordInventory(deps, impression, creative);
  deps.notices.add(decision.lossNotices);
  if (decision.kind === 'unfilled' || !plan) {
    record.reason = decision.kind === 'unfilled' ? decision.reason : 'bad_request';
    return [];
  }
  record.opportunityCost = opportunityCost(plan.costTerms);
  tellDevice(impression, plan);
  record.origin = originOfSale(record.origin, decision);
  const first = soldAd(deps, impression, plan, decision, record);
  if (decision.further.length === 0) return [first];
  const further = decision.further.map((sale, index) =>
    furtherAd(deps, impression, { plan, decision: { ...decision, ...sale }, serveId: furtherIds[index] }),
  );
  return [first, ...further];
}

/** Ads alone count devices, and only those that the viewer's choices allow us to tell apart. */
function tellDevice({ record, privacy, delivery }: ImpContext, { demandId }: ChannelPlan): void {
  const { audience } = record.origin;
  if (!audience || !privacy.mayTellApart()) return;
  const device = delivery.deviceFor(demandId);
  if (device !== '') audience.device = device;
}

/** A further ad of a pod. Its events have a serve of their own, of which the request's record knows nothing: each counts once. */
function furtherAd(
  deps: ServingDeps,
  impression: ImpContext,
  { plan, decision, serveId = deps.newServeId() }: { plan: ChannelPlan; decision: Filled; serveId: string | undefined },
): SoldAd {
  const { record } = impression;
  const answered = answeredCreative(deps.markup, decision);
  const told = answered && deps.sightings.newCreative(record.origin, answered, record.at);
  const creative = answered?.identity.key ?? '';
  if (told) record.furtherCreatives = [...(record.furtherCreatives ?? []), { key: creative, told }];
  const origin = originOfSale(record.origin, decision);
  return soldAd(deps, impression, plan, decision, { ...record, serveId, creative, origin });
}

function soldAd(
  deps: ServingDeps,
  { facts, privacy, chain, delivery }: ImpContext,
  plan: ChannelPlan,
  decision: Filled,
  record: ServeRecord,
): SoldAd {
  const { viewer, household } = viewersOf(deps, delivery, decision);
  const scan = scanOfAd(deps.postbid, plan, decision.winner, record);
  const sold: SoldAd = { plan, decision: withoutBill(decision, record, facts), facts, privacy, chain, record, scan };
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
  const kept = spool.append(record);
  if (trace) spool.append(trace.toRecord()).catch(() => undefined);
  return kept;
}

/** Bills are net: nobody is billed for invalid traffic, nor for a test (OpenRTB 2.6, 3.2.1 and `burl` in 4.2.3). */
function withoutBill(decision: Filled, { origin }: ServeRecord, { isTest = false }: RequestFacts): Filled {
  const isFree = isTest || isInvalid(origin.ivt);
  return decision.won && isFree ? { ...decision, won: { ...decision.won, bill: null } } : decision;
}

/** Also of what is refused: who allows some apps or publishers alone looks here for the next one. */
function recordInventory(deps: ServingDeps, { record, facts }: ImpContext, creative: AnsweredCreative | null): void {
  const sightings = deps.sightings.newOf(record.origin, facts, creative, record.at);
  if (sightings) record.sightings = sightings;
}
