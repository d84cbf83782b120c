import { buysFrom, compileCampaign, strategyOf, type CompiledCampaign } from '#engine/buying/compileCampaign.ts';
import { compileCreative } from '#engine/buying/compileCreative.ts';
import { isInFlight } from '#engine/flight.ts';
import { cpm } from '#engine/plan/planParts.ts';
import { afterMargin, floorToEarn } from '#engine/pricing.ts';
import { noRestriction } from '#engine/targeting/restriction.ts';
import { campaignTypes } from '#model/demand/campaign.ts';
import { comparedNanosText } from '#model/money/nanosText.ts';
import type { SupplierRow } from '#model/index.ts';
import { isWithinDomains } from '#standards/openrtb/bid/advertiserRules.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import type { DealForm, ObservedDeal } from './dealsContract.ts';
import {
  campaignFixOf,
  type CheckedCampaign,
  type CheckedDeal,
  fixOf,
  type Finding,
  namesOf,
  failed,
  ok,
  unknown,
} from './checkedDeal.ts';
import type { DealCheckName } from './dealChecks.ts';

/** A campaign's bidding facts, and the reason why it cannot bid; null when it can. */
interface EvaluatedCampaign extends CheckedCampaign {
  facts: CompiledCampaign;
  blocker: Finding | null;
}

type CampaignChecks = Pick<Record<DealCheckName, Finding>, 'campaign' | 'creative' | 'floor' | 'adomains'>;

/**
 * Checks the campaigns of a deal: whether one can bid, has a creative of a requested form, bids enough, and has an
 * allowed advertiser domain. `offers` are those of the deal, `sellers` the suppliers that may send it.
 */
export function checkCampaignsOfDeal(
  checked: CheckedDeal,
  offers: readonly ObservedDeal[],
  sellers: readonly SupplierRow[],
): CampaignChecks {
  const evaluated = checked.campaigns.map((campaign) => evaluateCampaign(checked, campaign, sellers));
  if (evaluated.length === 0) {
    const none = unknown('Not checked, because no campaign uses the deal.');
    return {
      campaign: failed('No campaign uses the deal. Add it to the deals of a campaign.', campaignFixOf(checked)),
      creative: none,
      floor: none,
      adomains: none,
    };
  }
  const eligible = evaluated.filter(({ blocker }) => blocker === null);
  // Campaigns that cannot bid are only considered when no other is there.
  const considered = eligible.length > 0 ? eligible : evaluated;
  return {
    campaign: eligible.length > 0 ? ok(`${namesOf(eligible.map(({ row }) => row))} can bid.`) : firstBlocker(evaluated),
    creative: creativeOf(considered, offers),
    floor: floorOf(checked, considered, offers, sellers),
    adomains: adomainsOf(considered, offers),
  };
}

function evaluateCampaign(
  { deal, zoneHours, now }: CheckedDeal,
  campaign: CheckedCampaign,
  sellers: readonly SupplierRow[],
): EvaluatedCampaign {
  const { row, advertiser, creatives } = campaign;
  const facts = compileCampaign({
    row,
    advertiser,
    // Another check covers whether the deal itself is in force.
    deals: [{ ...deal, status: 1 }],
    creatives: creatives.map((creative) => compileCreative(creative, zoneHours)),
    restriction: noRestriction,
    zoneHours,
  });
  const found = (text: string, field: string) => failed(`${row.name} ${text}`, fixOf('campaign', row, field));
  const blocker = (): Finding | null => {
    if (!facts.isActive) return found('is paused.', 'status');
    if (!facts.isAdvertiserActive) {
      const text = `The advertiser of ${row.name} is not active.`;
      return failed(text, advertiser && fixOf('advertiser', advertiser, 'status'));
    }
    if (!isInFlight(facts.flight, now)) {
      const isOver = facts.flight !== null && facts.flight.before <= now;
      return isOver ? found(`ended on ${row.endDate}.`, 'endDate') : found(`starts on ${row.startDate}.`, 'startDate');
    }
    if (now < facts.cappedUntil) return found('has used up its budget for now.', 'spendPerDay');
    if (facts.deals.size === 0) return found('cannot use the deal, which is for another advertiser.', 'dealIds');
    const isReached =
      sellers.length === 0 || sellers.some(({ id }) => buysFrom(facts, { supplierId: id, channelId: 0 }));
    return isReached ? null : found('does not buy from the supplier.', 'supplierIds');
  };
  return { ...campaign, facts, blocker: blocker() };
}

function firstBlocker(evaluated: readonly EvaluatedCampaign[]): Finding {
  const [first, ...others] = evaluated;
  const finding = first?.blocker ?? unknown('');
  return others.length === 0 ? finding : { ...finding, text: `No campaign can bid. ${finding.text}` };
}

const formLabels = Object.fromEntries(campaignTypes.map(({ value, label }) => [value, label])) as Record<
  DealForm,
  string
>;

const formText = (forms: readonly DealForm[]) => forms.map((form) => formLabels[form].toLowerCase()).join(' or ');

function creativeOf(considered: readonly EvaluatedCampaign[], offers: readonly ObservedDeal[]): Finding {
  const required = [...new Set(offers.flatMap(({ terms }) => terms?.forms ?? []))];
  const ofForm = considered.filter(({ row }) => required.length === 0 || required.includes(row.type));
  const [first] = considered;
  if (!first) return unknown('');
  if (ofForm.length === 0) {
    const text = `Requests ask for ${formText(required)} ads; ${first.row.name} has ${formText([first.row.type])} ads.`;
    return failed(text, fixOf('campaign', first.row, 'type'));
  }
  const ready = ofForm.filter(({ facts }) => facts.lacksCreatives === null);
  if (ready.length > 0) {
    const text = `${namesOf(ready.map(({ row }) => row))} ${ready.length === 1 ? 'has' : 'have'} an approved creative`;
    return ok(
      required.length === 0 ? `${text}.` : `${text} for ${formText([...new Set(ready.map(({ row }) => row.type))])}.`,
    );
  }
  const [blocked = first] = ofForm;
  const pending = blocked.creatives.find(({ status, review }) => status === 1 && review !== 'approved');
  if (blocked.facts.lacksCreatives === 'creative_pending' && pending) {
    return failed(
      `Creative ${pending.name} of ${blocked.row.name} is not approved.`,
      fixOf('creative', pending, 'adomain'),
    );
  }
  const scanned = blocked.creatives.find(({ scan }) => scan === 'blocked');
  if (blocked.facts.lacksCreatives === 'creative_scan' && scanned) {
    return failed(
      `Creative ${scanned.name} of ${blocked.row.name} is blocked by its scan.`,
      fixOf('creative', scanned, 'adomain'),
    );
  }
  const text = `${blocked.row.name} has no active ${formText([blocked.row.type])} creative.`;
  return failed(text, fixOf('campaign', blocked.row, 'creativeIds'));
}

/** A campaign's highest bid and the required price. Nano-USD. */
interface Price {
  campaign: EvaluatedCampaign;
  supplier: SupplierRow;
  bid: number;
  /** After the campaign's margin. */
  worth: number;
  required: number;
}

/** Compares the bids with the floors. Ignores multipliers, which depend on each request. */
function floorOf(
  checked: CheckedDeal,
  considered: readonly EvaluatedCampaign[],
  offers: readonly ObservedDeal[],
  sellers: readonly SupplierRow[],
): Finding {
  const { deal, rates } = checked;
  const prices: Price[] = [];
  for (const supplier of sellers) {
    const terms = offers.find(({ supplierId }) => supplierId === supplier.id)?.terms ?? null;
    const costTerms = { model: 'share', shareBasisPoints: Math.round((100 - supplier.margin) * 100), cpm: 0 } as const;
    const offered = terms === null ? 0 : convertToNanos(terms.floor, terms.currency, rates);
    if (offered === null) {
      return failed(`The floor of ${supplier.name} is in ${terms?.currency ?? ''}, which has no exchange rate.`);
    }
    const required = floorToEarn(costTerms, Math.max(offered, cpm(deal.floor)));
    if (required === null) continue;
    for (const campaign of considered) prices.push(priceOf(campaign, supplier, required, deal.id));
  }
  const enough = prices.filter(({ worth, required }) => worth >= required && worth > 0);
  const [best] = (enough.length > 0 ? enough : prices).toSorted(
    (a, b) => b.worth - b.required - (a.worth - a.required),
  );
  if (!best) return unknown('There is no supplier whose floor bids can be compared with.');
  const { campaign, supplier, bid, worth, required } = best;
  const dollars = comparedNanosText([bid, worth, required]);
  const margins = worth === bid ? '' : ` (${dollars(worth)} after its margin)`;
  const floorText =
    supplier.margin > 0 ? `${dollars(required)} with the margin of ${supplier.name}` : dollars(required);
  const text = `${campaign.row.name} bids ${dollars(bid)}${margins}. The floor is ${floorText}.`;
  if (enough.length > 0) return ok(text);
  return failed(
    text,
    fixOf('campaign', campaign.row, campaign.row.dealBids[deal.id] === undefined ? 'bid' : 'dealBids'),
  );
}

function priceOf(campaign: EvaluatedCampaign, supplier: SupplierRow, required: number, dealId: number): Price {
  const { row, facts } = campaign;
  const own = row.dealBids[dealId];
  const strategy = strategyOf(row);
  // A goal can raise bids up to the maximum bid.
  const most = strategy.kind === 'flat' ? facts.bid : strategy.maxBidCpm;
  const bid = own === undefined ? most : cpm(own);
  return { campaign, supplier, bid, worth: afterMargin(bid, facts.marginBasisPoints), required };
}

function adomainsOf(considered: readonly EvaluatedCampaign[], offers: readonly ObservedDeal[]): Finding {
  const terms = offers.flatMap((offer) => offer.terms ?? []);
  if (terms.length === 0) return unknown('No request declares the allowed advertiser domains.');
  const open = terms.some(({ adomains }) => adomains.length === 0);
  if (open) return ok('All advertiser domains are allowed.');
  const allowed = [...new Set(terms.flatMap(({ adomains }) => adomains))];
  const creatives = considered.flatMap((campaign) => campaign.creatives);
  const fitting = creatives.find(({ adomain }) => isWithinDomains(adomain === '' ? [] : [adomain], allowed));
  if (fitting) return ok(`The domain of ${fitting.name}, ${fitting.adomain}, is allowed (${listed(allowed)}).`);
  const [first] = creatives;
  const named = first ? ` The domain of ${first.name} is ${first.adomain || 'not set'}.` : '';
  return failed(
    `Only ${listed(allowed)} ${allowed.length === 1 ? 'is' : 'are'} allowed.${named}`,
    first && fixOf('creative', first, 'adomain'),
  );
}

function listed(domains: readonly string[]): string {
  return namesOf(domains.map((name) => ({ name })));
}
