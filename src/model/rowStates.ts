import type { EntityName } from './entities.ts';

/** A state that is computed of a row: what keeps it from working as its status says. */
export interface RowStateKind {
  code: string;
  /** One or two words. */
  label: string;
  /** Whether it is meant to be so, or asks for somebody's attention. */
  isExpected?: boolean;
}

const unused: RowStateKind = { code: 'unused', label: 'Unused', isExpected: true };
const emptyAllowList: RowStateKind = { code: 'empty_allow_list', label: 'Allows nothing' };
const capped: RowStateKind = { code: 'capped', label: 'Capped', isExpected: true };

/** Whether rows of an entity do something only where other objects carry them: targetings, lists, pixels. */
export function isCarried(entity: string): boolean {
  return rowStateKinds[entity as EntityName]?.includes(unused) ?? false;
}

/** The states that rows of an entity can have, those that matter most first. */
export const rowStateKinds: Partial<Record<EntityName, readonly RowStateKind[]>> = {
  tag: [
    { code: 'ended', label: 'Ended', isExpected: true },
    { code: 'scheduled', label: 'Scheduled', isExpected: true },
    { code: 'advertiser_paused', label: 'Partner paused' },
    { code: 'no_channel', label: 'No channel' },
    { code: 'below_floor', label: 'Below floor' },
    capped,
    { code: 'unhealthy', label: 'Unhealthy' },
  ],
  channel: [
    { code: 'subpublisher_paused', label: 'Partner paused' },
    { code: 'no_demand', label: 'No demand' },
    capped,
    { code: 'no_requests', label: 'No requests' },
  ],
  exchangeRate: [{ code: 'stale', label: 'Stale' }],
  targeting: [unused],
  ivt: [unused],
  appList: [emptyAllowList, unused],
  creList: [emptyAllowList, unused],
  pubList: [emptyAllowList, unused],
};
