import type { EntityName } from './entities.ts';

/** A computed state of a row: the reason why it does not work although its status is active. */
export interface RowStateKind {
  code: string;
  /** One or two words. */
  label: string;
  /** Whether the state is intended, rather than a problem that needs attention. */
  isExpected?: boolean;
}

const unused: RowStateKind = { code: 'unused', label: 'Unused', isExpected: true };
const emptyAllowList: RowStateKind = { code: 'empty_allow_list', label: 'Empty allow list' };
const ended: RowStateKind = { code: 'ended', label: 'Ended', isExpected: true };
const scheduled: RowStateKind = { code: 'scheduled', label: 'Scheduled', isExpected: true };
const endsSoon: RowStateKind = { code: 'ends_soon', label: 'Ends soon', isExpected: true };
const partnerPaused: RowStateKind = { code: 'advertiser_paused', label: 'Partner paused' };
const capped: RowStateKind = { code: 'capped', label: 'Capped', isExpected: true };

const unhealthy: RowStateKind = { code: 'unhealthy', label: 'Unhealthy' };
const badCertificate: RowStateKind = { code: 'bad_certificate', label: 'Bad certificate' };
const certificateEnds: RowStateKind = { code: 'certificate_ends', label: 'Certificate expires' };
const timeouts: RowStateKind = { code: 'timeouts', label: 'Timeouts' };
const suddenZero: RowStateKind = { code: 'sudden_zero', label: 'Sudden zero' };
const offUsual: RowStateKind = { code: 'off_usual', label: 'Far off usual' };

/** Whether rows of an entity have an effect only when attached to other objects: targetings, lists, pixels. */
export function isAttachable(entity: string): boolean {
  return rowStateKinds[entity as EntityName]?.includes(unused) ?? false;
}

/** The computed states of an entity's rows, most important first. */
export const rowStateKinds: Partial<Record<EntityName, readonly RowStateKind[]>> = {
  tag: [
    ended,
    scheduled,
    partnerPaused,
    { code: 'no_channel', label: 'No channel' },
    { code: 'below_floor', label: 'Below floor' },
    capped,
    badCertificate,
    unhealthy,
    timeouts,
    { code: 'player_errors', label: 'Player errors' },
    suddenZero,
    offUsual,
    certificateEnds,
  ],
  channel: [
    { code: 'subpublisher_paused', label: 'Partner paused' },
    { code: 'no_demand', label: 'No demand' },
    capped,
    { code: 'no_requests', label: 'No requests' },
    { code: 'unfilled', label: 'No ads shown' },
    suddenZero,
    offUsual,
    { code: 'ivt', label: 'Invalid traffic' },
  ],
  campaign: [
    ended,
    scheduled,
    partnerPaused,
    { code: 'no_creative', label: 'No creative' },
    { code: 'not_approved', label: 'Not approved' },
    { code: 'creatives_blocked', label: 'Creatives blocked' },
    { code: 'no_supply', label: 'No supply' },
    { code: 'below_deal', label: 'Below deal price' },
    { code: 'budget_out', label: 'Budget exhausted', isExpected: true },
    { code: 'behind', label: 'Behind pace' },
    { code: 'ahead', label: 'Ahead of pace' },
    suddenZero,
    offUsual,
    endsSoon,
  ],
  creative: [
    { code: 'no_file', label: 'Draft' },
    { code: 'scan_blocked', label: 'Blocked by scan' },
    { code: 'rejected', label: 'Rejected' },
    { code: 'pending', label: 'Pending review' },
    { code: 'refused', label: 'Rejected by suppliers' },
    ended,
    scheduled,
    unused,
    badCertificate,
    certificateEnds,
  ],
  deal: [
    ended,
    scheduled,
    { code: 'supplier_paused', label: 'Partner paused' },
    { code: 'no_buyer', label: 'No buyer' },
    endsSoon,
  ],
  supplier: [suddenZero, offUsual, { code: 'no_key', label: 'No key' }],
  adexchange: [badCertificate, unhealthy, timeouts, suddenZero, offUsual, certificateEnds],
  subpublisher: [{ code: 'lost_ads_txt', label: 'ads.txt line lost' }],
  exchangeRate: [{ code: 'stale', label: 'Stale' }],
  targeting: [unused],
  ivt: [unused],
  appList: [emptyAllowList, unused],
  creList: [emptyAllowList, unused],
  pubList: [emptyAllowList, unused],
};

/** The codes of an entity's computed states. */
export function stateCodes(entity: string): readonly string[] {
  return (rowStateKinds[entity as EntityName] ?? []).map(({ code }) => code);
}
