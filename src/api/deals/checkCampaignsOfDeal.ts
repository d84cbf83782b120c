import { buysFrom, campaignFacts, strategyOf, type CampaignFacts } from '#engine/buying/campaignFacts.ts';
import { creativeFacts } from '#engine/buying/creativeFacts.ts';
import { isInFlight } from '#engine/flight.ts';
import { cpm } from '#engine/plan/planParts.ts';
import { afterMargin, floorToEarn } from '#engine/pricing.ts';
import { noRestriction } from '#engine/targeting/restriction.ts';
import { campaignTypes } from '#model/demand/campaign.ts';
import type { SupplierRow } from '#model/index.ts';
import { isWithinDomains } from '#standards/openrtb/advertiserRules.ts';
import { convertToNanos } from '#standards/openrtb/currency.ts';
import type { DealForm, SeenDeal } from './dealsContract.ts';
import {
  type CheckedCampaign,
  type CheckedDeal,
  dollars,
  fixOf,
  type Finding,
  namesOf,
  not,
  ok,
  unknown,
} from './checkedDeal.ts';
import type { DealCheckName } from './dealChecks.ts';

/** A campaign as it bids, and why it does not; null where nothing keeps it. */
interface Judged extends CheckedCampaign {
  facts: CampaignFacts;
  hindrance: Finding | null;
}

type CampaignChecks = Pick<Record<DealCheckName, Finding>, 'campaign' | 'creative' | 'floor' | 'adomains'>;

/**
 * What campaigns make of a deal: whether one can bid, has a creative of a form that is asked for, bids enough, and is of an
 * advertiser that may. `offers` are those of the deal, `sellers` the suppliers whose requests it may come with.
 */
export function checkCampaignsOfDeal(
  checked: CheckedDeal,
  offers: readonly SeenDeal[],
  sellers: readonly SupplierRow[],
): CampaignChecks {
  const judged = checked.campaigns.map((campaign) => judge(checked, campaign, sellers));
  if (judged.length === 0) {
    const none = unknown('No campaign uses it.');
    const fix = { entity: 'campaign', id: null, name: '', field: 'dealIds' } as const;
    return {
      campaign: not('No campaign uses it. Add it to the deals of a campaign.', fix),
      creative: none,
      floor: none,
      adomains: none,
    };
  }
  const able = judged.filter(({ hindrance }) => hindrance === null);
  // What cannot bid for a reason of its own is looked at where nothing else is there.
  const looked = able.length > 0 ? able : judged;
  return {
    campaign: able.length > 0 ? ok(`${namesOf(able.map(({ row }) => row))} can bid.`) : firstHindrance(judged),
    creative: creativeOf(looked, offers),
    floor: floorOf(checked, looked, offers, sellers),
    adomains: adomainsOf(looked, offers),
  };
}

function judge(
  { deal, zoneHours, now }: CheckedDeal,
  campaign: CheckedCampaign,
  sellers: readonly SupplierRow[],
): Judged {
  const { row, advertiser, creatives } = campaign;
  const facts = campaignFacts({
    row,
    advertiser,
    // Whether the deal itself is in force is another line.
    deals: [{ ...deal, status: 1 }],
    creatives: creatives.map((creative) => creativeFacts(creative, zoneHours)),
    restriction: noRestriction,
    zoneHours,
  });
  const found = (text: string, field: string) => not(`${row.name} ${text}`, fixOf('campaign', row, field));
  const hindrance = (): Finding | null => {
    if (!facts.isActive) return found('is paused.', 'status');
    if (!facts.isAdvertiserActive) {
      const text = `The advertiser of ${row.name} is not active.`;
      return not(text, advertiser && fixOf('advertiser', advertiser, 'status'));
    }
    if (!isInFlight(facts.flight, now)) {
      const isOver = facts.flight !== null && facts.flight.before <= now;
      return isOver ? found(`ended on ${row.endDate}.`, 'endDate') : found(`starts on ${row.startDate}.`, 'startDate');
    }
    if (now < facts.restsUntil) return found('has used up its budget for now.', 'spendPerDay');
    if (facts.deals.size === 0) return found('cannot use the deal, which is for another advertiser.', 'dealIds');
    const isReached =
      sellers.length === 0 || sellers.some(({ id }) => buysFrom(facts, { supplierId: id, channelId: 0 }));
    return isReached ? null : found('does not buy from the supplier.', 'supplierIds');
  };
  return { ...campaign, facts, hindrance: hindrance() };
}

function firstHindrance(judged: readonly Judged[]): Finding {
  const [first, ...others] = judged;
  const finding = first?.hindrance ?? unknown('');
  return others.length === 0 ? finding : { ...finding, text: `No campaign can bid. ${finding.text}` };
}

const formLabels = Object.fromEntries(campaignTypes.map(({ value, label }) => [value, label])) as Record<
  DealForm,
  string
>;

const wordsOf = (forms: readonly DealForm[]) => forms.map((form) => formLabels[form].toLowerCase()).join(' or ');

function creativeOf(looked: readonly Judged[], offers: readonly SeenDeal[]): Finding {
  const asked = [...new Set(offers.flatMap(({ terms }) => terms?.forms ?? []))];
  const ofForm = looked.filter(({ row }) => asked.length === 0 || asked.includes(row.type));
  const [first] = looked;
  if (!first) return unknown('');
  if (ofForm.length === 0) {
    const text = `Requests ask for ${wordsOf(asked)} ads; ${first.row.name} has ${wordsOf([first.row.type])} ads.`;
    return not(text, fixOf('campaign', first.row, 'type'));
  }
  const ready = ofForm.filter(({ facts }) => facts.lacksCreatives === null);
  if (ready.length > 0) {
    const text = `${namesOf(ready.map(({ row }) => row))} ${ready.length === 1 ? 'has' : 'have'} an approved creative`;
    return ok(
      asked.length === 0 ? `${text}.` : `${text} for ${wordsOf([...new Set(ready.map(({ row }) => row.type))])}.`,
    );
  }
  const [lacking = first] = ofForm;
  const pending = lacking.creatives.find(({ status, review }) => status === 1 && review !== 'approved');
  if (lacking.facts.lacksCreatives === 'creative_pending' && pending) {
    return not(
      `Creative ${pending.name} of ${lacking.row.name} is not approved.`,
      fixOf('creative', pending, 'adomain'),
    );
  }
  const text = `${lacking.row.name} has no active ${wordsOf([lacking.row.type])} creative.`;
  return not(text, fixOf('campaign', lacking.row, 'creativeIds'));
}

/** A campaign's best bid beside what is asked. Nano-USD. */
interface Price {
  campaign: Judged;
  supplier: SupplierRow;
  bid: number;
  /** Without the campaign's margin. */
  worth: number;
  asked: number;
}

/** Multipliers are left out: they depend on each request. */
function floorOf(
  checked: CheckedDeal,
  looked: readonly Judged[],
  offers: readonly SeenDeal[],
  sellers: readonly SupplierRow[],
): Finding {
  const { deal, rates } = checked;
  const prices: Price[] = [];
  for (const supplier of sellers) {
    const terms = offers.find(({ supplierId }) => supplierId === supplier.id)?.terms ?? null;
    const costTerms = { model: 'share', shareBasisPoints: Math.round((100 - supplier.margin) * 100), cpm: 0 } as const;
    const offered = terms === null ? 0 : convertToNanos(terms.floor, terms.currency, rates);
    if (offered === null) {
      return not(`The floor of ${supplier.name} is in ${terms?.currency ?? ''}, which has no exchange rate.`);
    }
    const asked = floorToEarn(costTerms, Math.max(offered, cpm(deal.floor)));
    if (asked === null) continue;
    for (const campaign of looked) prices.push(priceOf(campaign, supplier, asked, deal.id));
  }
  const enough = prices.filter(({ worth, asked }) => worth >= asked && worth > 0);
  const [best] = (enough.length > 0 ? enough : prices).toSorted((a, b) => b.worth - b.asked - (a.worth - a.asked));
  if (!best) return unknown('There is no supplier whose floor bids can be compared with.');
  const { campaign, supplier, bid, worth, asked } = best;
  const margins = worth === bid ? '' : ` (${dollars(worth)} after its margin)`;
  const asks = supplier.margin > 0 ? `${dollars(asked)} with the margin of ${supplier.name}` : dollars(asked);
  const text = `${campaign.row.name} bids ${dollars(bid)}${margins}. The floor is ${asks}.`;
  if (enough.length > 0) return ok(text);
  return not(text, fixOf('campaign', campaign.row, campaign.row.dealBids[deal.id] === undefined ? 'bid' : 'dealBids'));
}

function priceOf(campaign: Judged, supplier: SupplierRow, asked: number, dealId: number): Price {
  const { row, facts } = campaign;
  const own = row.dealBids[dealId];
  const strategy = strategyOf(row);
  // A goal moves bids up to the highest one.
  const most = strategy.kind === 'flat' ? facts.bid : strategy.most;
  const bid = own === undefined ? most : cpm(own);
  return { campaign, supplier, bid, worth: afterMargin(bid, facts.marginBasisPoints), asked };
}

function adomainsOf(looked: readonly Judged[], offers: readonly SeenDeal[]): Finding {
  const terms = offers.flatMap((offer) => offer.terms ?? []);
  if (terms.length === 0) return unknown('No request declares the allowed advertiser domains.');
  const open = terms.some(({ adomains }) => adomains.length === 0);
  if (open) return ok('All advertiser domains are allowed.');
  const allowed = [...new Set(terms.flatMap(({ adomains }) => adomains))];
  const creatives = looked.flatMap((campaign) => campaign.creatives);
  const fitting = creatives.find(({ adomain }) => isWithinDomains(adomain === '' ? [] : [adomain], allowed));
  if (fitting) return ok(`The domain of ${fitting.name}, ${fitting.adomain}, is allowed (${listed(allowed)}).`);
  const [first] = creatives;
  const named = first ? ` The domain of ${first.name} is ${first.adomain || 'not set'}.` : '';
  return not(
    `Only ${listed(allowed)} ${allowed.length === 1 ? 'is' : 'are'} allowed.${named}`,
    first && fixOf('creative', first, 'adomain'),
  );
}

function listed(domains: readonly string[]): string {
  return namesOf(domains.map((name) => ({ name })));
}
