import { buyerOf } from '#engine/plan/buyer.ts';
import { campaignReasons } from '#model/buying/campaignReasons.ts';
import { adexchangeReasons, supplierReasons } from '#model/buying/supplierReasons.ts';
import {
  candidateFix,
  candidateReasons,
  entities,
  isFieldShown,
  mayRead,
  supplierFix,
  supplyFix,
  supplyReasons,
  type CandidateReason,
  type CandidateEntity,
  type Field,
  type Fix,
  type FixEntity,
  type FixTab,
  type ReasonOwner,
  type Reader,
  type SupplyReason,
} from '#model/index.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import type { Reason } from '#model/reason/reasons.ts';
import type { WhyFix, WhyReason } from './whyContract.ts';

/** A stored object. */
type Row = Readonly<Record<string, unknown>>;

/** The ids of the objects that a loss belongs to, by entity, as far as they are known. */
export type LossOwners = Partial<Record<FixEntity, number>>;

/** The reason why a request got no ad, with a link to the field that the user can change. */
export function supplyReason(reason: string, owners: LossOwners, user: Reader): WhyReason {
  const name = reason as SupplyReason;
  const own = isOfSupplier(owners) ? supplierReasons[name] : undefined;
  const known = own ?? supplyReasons[name] ?? unknown;
  const fix = name in supplyReasons ? supplyFix(name, isOfSupplier(owners)) : null;
  const isKnown = fix !== null && owners[fix.entity] !== undefined;
  const place = isKnown ? fix : (objectOf(known.owner, owners, null) ?? fix);
  return { reason, ...known, fix: fixFor(place, owners, user) };
}

/** A candidate: its entity, and its stored row when it is known. */
export interface ReasonSubject {
  kind: CandidateEntity;
  row: Row | null;
}

/** The entity of an auction's candidate. */
export function candidateEntityOf(id: number): CandidateEntity {
  const { kind } = buyerOf(id);
  return kind === 'campaigns' ? 'campaign' : kind;
}

/** The reason why a candidate did not serve, or a campaign did not bid. */
export function candidateReason(reason: string, owners: LossOwners, user: Reader, subject: ReasonSubject): WhyReason {
  const name = reason as CandidateReason;
  const known = ownReasons[subject.kind][name] ?? candidateReasons[name] ?? unknown;
  const fix = name in candidateReasons ? candidateFix(name, subject.kind) : null;
  const own = isOfSupplier(owners) ? supplierFix(fix) : fix;
  return { reason, ...known, fix: fixFor(own ?? objectOf(known.owner, owners, subject.kind), owners, user, subject) };
}

/**
 * The object of the partner or publisher who can fix a loss that no known field would change: the candidate, or the
 * supplier, sub-publisher or channel of the request. Null for losses of ours, and where the object is unknown.
 */
function objectOf(owner: ReasonOwner, owners: LossOwners, candidate: CandidateEntity | null): Fix | null {
  if (owner === 'us') return null;
  const places: readonly FixEntity[] =
    owner === 'publisher' ? ['supplier', 'subpublisher', 'channel'] : candidate === null ? [] : [candidate];
  const entity = places.find((each) => owners[each] !== undefined);
  return entity === undefined ? null : { entity };
}

/** Reasons of candidates that are not tags, in their own words. */
const ownReasons: Record<CandidateEntity, Partial<Record<CandidateReason, Reason>>> = {
  tag: {},
  adexchange: adexchangeReasons,
  campaign: campaignReasons,
};

/** Whether the request came from a supplier: it has no channel. */
function isOfSupplier({ supplier, channel }: LossOwners): boolean {
  return supplier !== undefined && channel === undefined;
}

/** A reason of another version. */
const unknown = { text: 'Unknown reason', owner: 'us' } as const;

/** A fix as a link, labeled "Tag: URL" for a field or tab, "Tag" for an object, "Tags" for the list of all. */
function fixFor(
  fix: Fix | null,
  owners: LossOwners,
  user: Reader,
  subject: ReasonSubject | null = null,
): WhyFix | null {
  if (!fix || !mayRead(user, fix.entity)) return null;
  const { entity, tab } = fix;
  const field = fieldOf(fix, entity === subject?.kind ? subject.row : null);
  if (fix.fields && field === undefined) return null;
  const id = owners[entity] ?? null;
  const { label, pluralLabel } = entities[entity];
  const page = String(pageOf(entity));
  if (id === null) return { entity, id, label: pluralLabel, path: page };
  const part = field ? `&field=${field}` : tab ? `&tab=${encodeURIComponent(tab)}` : '';
  const partLabel = field ? fieldLabelOf(entity, field) : tab && tabLabels[tab];
  return { entity, id, label: partLabel ? `${label}: ${partLabel}` : label, path: `${page}?open=${id}${part}` };
}

/** The first field that the object shows, undefined when it shows none; the first of all when the object is unknown. */
function fieldOf({ entity, fields = [] }: Fix, row: Row | null): string | undefined {
  const known: Record<string, Field> = entities[entity].fields;
  return fields.find((name) => !row || (known[name] && isFieldShown(known[name], row)));
}

const tabLabels: Record<FixTab, string> = { waterfall: 'Waterfall', 'sellers json': 'ads.txt' };

function fieldLabelOf(entity: FixEntity, name: string): string {
  const fields: Readonly<Record<string, Field>> = entities[entity].fields;
  return fields[name]?.label ?? name;
}
