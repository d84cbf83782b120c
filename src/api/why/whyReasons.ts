import {
  candidateFixes,
  candidateReasons,
  entities,
  isAllowed,
  supplyFixes,
  supplyReasons,
  type CandidateReason,
  type Fix,
  type FixEntity,
  type Role,
  type SupplyReason,
} from '#model/index.ts';
import type { WhyFix, WhyReason } from './whyContract.ts';

/** The objects that a loss belongs to, by entity: what of them is known. */
export type LossOwners = Partial<Record<FixEntity, number>>;

/** Where the console shows each. */
const pages: Record<FixEntity, string> = {
  demand: '/demands',
  channel: '/channels',
  subpublisher: '/subpublishers',
  tag: '/tags',
  advertiser: '/advertisers',
  exchangeRate: '/exchangerates',
};

/** Why a request got no ad, with the way to what would change it for a role. */
export function supplyReason(reason: string, owners: LossOwners, role: Role): WhyReason {
  const known = supplyReasons[reason as SupplyReason] ?? unknown;
  return { reason, ...known, fix: fixFor(supplyFixes[reason as SupplyReason] ?? null, owners, role) };
}

/** Why a candidate did not serve. */
export function candidateReason(reason: string, owners: LossOwners, role: Role): WhyReason {
  const known = candidateReasons[reason as CandidateReason] ?? unknown;
  return { reason, ...known, fix: fixFor(candidateFixes[reason as CandidateReason] ?? null, owners, role) };
}

/** Of a version that is not ours. */
const unknown = { text: 'A reason that this version does not know', owner: 'us' } as const;

function fixFor(fix: Fix | null, owners: LossOwners, role: Role): WhyFix | null {
  if (!fix || !isAllowed(role, fix.entity, 'read')) return null;
  const { entity, field, tab } = fix;
  const id = owners[entity] ?? null;
  const open = id === null ? [] : [`open=${id}`, ...(field ? [`field=${field}`] : []), ...(tab ? [`tab=${tab}`] : [])];
  const path = `${pages[entity]}${open.length > 0 ? `?${open.join('&')}` : ''}`;
  return { entity, id, label: labelOf(fix), path };
}

function labelOf({ entity, field, tab }: Fix): string {
  const { label, fields } = entities[entity];
  const named = field === undefined ? undefined : (fields as Record<string, { label: string }>)[field]?.label;
  const what = named ?? tab;
  return what === undefined ? label : `${label}: ${what}`;
}
