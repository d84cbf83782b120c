import { buyerOf } from '#engine/plan/buyer.ts';
import { campaignReasons } from '#model/buying/campaignReasons.ts';
import { adexchangeReasons, supplierReasons } from '#model/buying/supplierReasons.ts';
import {
  candidateFix,
  candidateReasons,
  entities,
  isAllowed,
  isFieldShown,
  supplierFix,
  supplyFixes,
  supplyReasons,
  type CandidateReason,
  type CandidateEntity,
  type Field,
  type Fix,
  type FixEntity,
  type Role,
  type SupplyReason,
} from '#model/index.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import type { Reason } from '#model/reason/reasons.ts';
import type { WhyFix, WhyReason } from './whyContract.ts';

/** An object as it is stored. */
type Row = Readonly<Record<string, unknown>>;

/** The objects that a loss belongs to, by entity: what of them is known. */
export type LossOwners = Partial<Record<FixEntity, number>>;

/** Why a request got no ad, with the way to what would change it for a role. */
export function supplyReason(reason: string, owners: LossOwners, role: Role): WhyReason {
  const name = reason as SupplyReason;
  const own = isOfSupplier(owners) ? supplierReasons[name] : undefined;
  const known = own ?? supplyReasons[name] ?? unknown;
  const fix = supplyFixes[name] ?? null;
  return { reason, ...known, fix: fixFor(isOfSupplier(owners) ? supplierFix(fix) : fix, owners, role) };
}

/** A candidate: what it is, and what is stored of it where that is known. */
export interface ReasonSubject {
  kind: CandidateEntity;
  row: Row | null;
}

/** What a candidate of an auction is, by its id there. */
export function candidateEntityOf(id: number): CandidateEntity {
  const { kind } = buyerOf(id);
  return kind === 'campaigns' ? 'campaign' : kind;
}

/** Why a candidate did not serve, or a campaign did not bid. */
export function candidateReason(reason: string, owners: LossOwners, role: Role, subject: ReasonSubject): WhyReason {
  const name = reason as CandidateReason;
  const own = ownReasons[subject.kind][name];
  const known = own ?? candidateReasons[name] ?? unknown;
  const fix = name in candidateReasons ? candidateFix(name, subject.kind) : null;
  return { reason, ...known, fix: fixFor(isOfSupplier(owners) ? supplierFix(fix) : fix, owners, role, subject) };
}

/** What reasons say of what is no tag. */
const ownReasons: Record<CandidateEntity, Partial<Record<CandidateReason, Reason>>> = {
  tag: {},
  adexchange: adexchangeReasons,
  campaign: campaignReasons,
};

/** Whether it was a supplier that asked: it has no channel. */
function isOfSupplier({ supplier, channel }: LossOwners): boolean {
  return supplier !== undefined && channel === undefined;
}

/** Of a version that is not ours. */
const unknown = { text: 'Unknown reason', owner: 'us' } as const;

function fixFor(fix: Fix | null, owners: LossOwners, role: Role, subject: ReasonSubject | null = null): WhyFix | null {
  if (!fix || !isAllowed(role, fix.entity, 'read')) return null;
  const { entity, tab } = fix;
  const field = fieldOf(fix, entity === subject?.kind ? subject.row : null);
  const id = owners[entity] ?? null;
  const open = id === null ? [] : [`open=${id}`, ...(field ? [`field=${field}`] : []), ...(tab ? [`tab=${tab}`] : [])];
  const path = `${pageOf(entity)}${open.length > 0 ? `?${open.join('&')}` : ''}`;
  return { entity, id, label: labelOf(entity, field, tab), path };
}

/** The first of the fields that the object shows; the first of all where nothing is known of it. */
function fieldOf({ entity, fields = [] }: Fix, row: Row | null): string | undefined {
  const known: Record<string, Field> = entities[entity].fields;
  return fields.find((name) => !row || (known[name] && isFieldShown(known[name], row))) ?? fields[0];
}

function labelOf(entity: FixEntity, field: string | undefined, tab: string | undefined): string {
  const { label, fields } = entities[entity];
  const named = field === undefined ? undefined : (fields as Record<string, { label: string }>)[field]?.label;
  const what = named ?? tab;
  return what === undefined ? label : `${label}: ${what}`;
}
