import { candidateReasons, usdFromNanos, type CandidateReason } from '#model/index.ts';
import type { BidderTestRecord, BidPartVerdict, BidsOutcome, TestedBidRecord } from '#model/demand/bidderTest.ts';
import type { BidderTest, TestedBid, TestedOutcome } from './bidderTestContract.ts';
import { partDetail, partLabels } from './bidParts.ts';

/** Describes the record of a test in words and decimals. */
export function describeBidderTest({ notCalled, received, nbr, bids, outcome, ...test }: BidderTestRecord): BidderTest {
  return {
    ...test,
    notCalled: notCalled && reasonOf(notCalled),
    received: received && { ...received, failure: received.failure && reasonOf(received.failure) },
    noBid: nbr === null ? null : { nbr, text: noBidTexts[nbr] ?? 'A reason of the bidder’s own' },
    bids: bids.map(describeBid),
    outcome: outcome && describeOutcome(outcome),
  };
}

function describeBid({ cpm, floor, parts, outcome, currency, ...bid }: TestedBidRecord): TestedBid {
  return {
    ...bid,
    price: cpm === null ? null : usdFromNanos(BigInt(cpm)),
    floor: floor === null ? null : usdFromNanos(BigInt(floor)),
    parts: parts.map((verdict) => ({
      part: verdict.part,
      label: partLabels[verdict.part],
      detail: verdict.part === 'floor' ? floorDetail(cpm, floor) : partDetail(verdict.part, { ...bid, currency }),
      reason: verdict.reason,
      text: faultText(verdict),
    })),
    outcome: describeOutcome(outcome),
  };
}

/** A price and the floor, in USD; empty where one is unknown. */
function floorDetail(cpm: number | null, floor: number | null): string {
  if (cpm === null || floor === null) return '';
  return `USD ${usdFromNanos(BigInt(cpm))}, floor USD ${usdFromNanos(BigInt(floor))}`;
}

function describeOutcome(outcome: BidsOutcome): TestedOutcome {
  if (outcome.kind === 'sold') return { kind: 'sold', cpm: usdFromNanos(BigInt(outcome.cpm)) };
  if (outcome.kind === 'unsold') return { kind: 'unsold', ...reasonOf(outcome.reason) };
  return { ...outcome, text: openTexts[outcome.needs] };
}

/** No-bid reasons (OpenRTB 2.6, 5.22: AdCOM's list of no-bid reason codes), by code. */
const noBidTexts: readonly string[] = [
  'Unknown error',
  'Technical error',
  'Invalid request',
  'Known web crawler',
  'Suspected non-human traffic',
  'Cloud, data center or proxy IP address',
  'Unsupported device',
  'Blocked publisher or site',
  'Unmatched user',
  'Daily user cap met',
  'Daily domain cap met',
  'Ads.txt authorization unavailable',
  'Ads.txt authorization violation',
  'Ads.cert authentication unavailable',
  'Ads.cert authentication violation',
  'Insufficient auction time',
  'Incomplete supply chain',
  'Blocked supply chain node',
];

const openTexts = {
  notice: 'The markup comes with the win notice (nurl), which a test does not call',
  wrapper: 'The ad is behind a wrapper, which a test does not call. Test the markup as VAST',
} as const;

function reasonOf(reason: CandidateReason): { reason: string; text: string } {
  return { reason, text: candidateReasons[reason].text };
}

function faultText({ reason, fault }: BidPartVerdict): string {
  if (reason === null) return '';
  return (fault !== null && faultTexts[fault]) || candidateReasons[reason].text;
}

/** Texts of faults that share the reason “invalid bid response”. */
const faultTexts: Partial<Record<string, string>> = {
  malformed: 'A required field is missing, or a field has the wrong type',
  group_fallen: 'Bids that win or lose as a group are not supported',
  price_missing: 'Price missing, zero or absurdly high',
  crid_missing: 'Creative ID (crid) missing',
  native_malformed: 'Native markup is not valid JSON of a native response',
};
