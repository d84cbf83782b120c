import { type Fault, mayDo } from '#model/index.ts';
import type { ChangeSetOutcome, PlannedResult } from '#storage/entities/applyChanges.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { replacingMembers } from '#storage/lists/membersInSet.ts';
import { digestOf } from '../changes/digestOf.ts';
import { validatorFor } from '../changes/validatorFor.ts';
import type { ApiDeps } from '../deps.ts';
import { faultsOfLimits } from '../entities/entityRules.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { changedMembers } from './changedMembers.ts';
import type { ConfigResponse } from './configContract.ts';
import { matchItems } from './matchItems.ts';
import { type DocumentChange, planDocument } from './planDocument.ts';
import { type Account, readAccount } from './readAccount.ts';
import { type DocumentFault, type ReadDocument, readDocument } from './readDocument.ts';
import { fieldsNamed } from './sections.ts';
import { actionOf, changedDocumentFields } from './changedDocumentFields.ts';

/** Maximum changes per document. */
const maxChanges = 50_000;

/** Options for applying a document. */
export interface DocumentOptions {
  user: SessionUser;
  author: Author;
  /** Whether to report the changes without making them. */
  isDryRun: boolean;
  /** The digest of the plan; when the account has changed since, nothing is applied. */
  previewDigest?: string | undefined;
}

/** The result of a document: planned or applied, invalid, or refused because the account has changed since the plan. */
export type DocumentOutcome =
  | { type: 'done'; response: ConfigResponse }
  | { type: 'unreadable'; faults: DocumentFault[] }
  | { type: 'changedSince'; faults: Fault[] };

/** Applies a document to an account, or reports what it would change: all of it, or nothing. */
export async function applyDocument(
  { entities, changeSets, lists }: Pick<ApiDeps, 'entities' | 'changeSets' | 'lists'>,
  text: string,
  { user, author, isDryRun, previewDigest: expectedDigest }: DocumentOptions,
): Promise<DocumentOutcome> {
  const read = readDocument(text);
  if (!read.ok) return { type: 'unreadable', faults: read.faults };
  const account = await readAccount(entities, user);
  const previewDigest = digestOf(allRows(account));
  if (expectedDigest !== undefined && expectedDigest !== previewDigest)
    return { type: 'changedSince', faults: [changedSincePlan] };

  const faults: Fault[] = [];
  const parts = read.parts.flatMap(({ section, items }) => {
    const part = account.parts.find((each) => each.section === section);
    if (!part) faults.push({ code: 'forbidden', message: 'You may not view this section', path: section.key });
    return part ? [matchItems(part, items, faults)] : [];
  });
  const members = await changedMembers(parts, lists, faults);
  const planned = planDocument(parts, account, members, faults);
  if (planned.length > maxChanges) return { type: 'unreadable', faults: [tooMany] };
  faults.push(...rightsFaults(planned, user), ...(await limitFaults(entities, planned, account, user.demandId)));

  const scope = scopeOf(user);
  const outcome = await changeSets.apply(
    planned.map(({ change, members: own }) => ({ ...change, followUp: own && replacingMembers(own, scope) })),
    {
      author: { ...author, source: 'bulk' },
      scope,
      demandId: user.demandId,
      isDryRun: isDryRun || faults.length > 0,
      isPartial: false,
      validate: validatorFor(user),
    },
  );
  return {
    type: 'done',
    response: responseOf(outcome, { previewDigest, planned, account, faults, lineOf: read.lineOf }),
  };
}

const changedSincePlan: Fault = {
  code: 'changed_since',
  message: 'The account has changed since the plan. Plan again',
  path: 'previewDigest',
};

const tooMany: DocumentFault = {
  code: 'too_many',
  message: 'The document makes more than 50,000 changes. Apply it in smaller parts',
  path: '',
  line: null,
};

function allRows({ parts, waterfall }: Account): { id: number; version: number }[] {
  return [...parts.flatMap(({ rows, archived }) => [...rows, ...archived]), ...waterfall].map((row) => {
    return { id: row.id, version: Number(row['version']) };
  });
}

/** One fault for each part whose changes the user has no right to make. */
function rightsFaults(planned: readonly DocumentChange[], user: SessionUser): Fault[] {
  const faultsByPath = new Map<string, Fault>();
  for (const { change, place } of planned) {
    const { entity, action } = change;
    const path = place.split('.')[0] ?? '';
    if (mayDo(user, entity, action === 'remove' ? 'delete' : action)) continue;
    faultsByPath.set(path, { code: 'forbidden', message: 'You may not change this section', path });
  }
  return [...faultsByPath.values()];
}

/** Faults of exceeded object limits, counted after all additions and archivals. */
async function limitFaults(
  entities: ApiDeps['entities'],
  planned: readonly DocumentChange[],
  account: Account,
  demandId: number | null,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const name of ['tag', 'channel'] as const) {
    const part = account.parts.find(({ section }) => section.name === name);
    const archived = new Set(part?.archived.map(({ id }) => id));
    let added = 0;
    for (const { change } of planned) {
      if (change.entity !== name) continue;
      const exists = change.id !== undefined && !archived.has(change.id);
      const remainsArchived = !exists && change.action !== 'create' && change.values?.['status'] === undefined;
      if (remainsArchived) continue;
      added += Number(change.values?.['status'] !== 2) - Number(exists);
    }
    if (added <= 0) continue;
    const found = await faultsOfLimits(entities, name, demandId, added);
    faults.push(...found.map((fault) => ({ ...fault, path: part?.section.key ?? '' })));
  }
  return faults;
}

interface Planned {
  previewDigest: string;
  planned: readonly DocumentChange[];
  account: Account;
  faults: readonly Fault[];
  lineOf: Extract<ReadDocument, { ok: true }>['lineOf'];
}

function responseOf(
  outcome: ChangeSetOutcome,
  { previewDigest, planned, account, faults, lineOf }: Planned,
): ConfigResponse {
  const { batch, results } = outcome;
  const made = new Map(results.map(({ entity, id, name }) => [`${entity} ${id}`, name]));
  const nameOf = (target: string, id: number) => account.nameOf(target, id) ?? made.get(`${target} ${id}`);
  const faultsByPath = new Map<string, Fault>(faults.map((fault) => [fault.path, fault]));
  const changes: ConfigResponse['changes'] = [];
  for (const result of results) {
    const plan = planned[result.index];
    if (!plan) continue;
    for (const fault of result.faults) {
      const found = faultAt(plan, result, fault);
      if (found && !faultsByPath.has(found.path)) faultsByPath.set(found.path, found);
    }
    const { place, name, change } = plan;
    const { entity, action } = change;
    if (action === 'update' && result.fields.length === 0 && result.faults.length === 0) continue;
    const id = action === 'create' && batch === null ? null : result.id;
    const fields = changedDocumentFields(entity, action, result.fields, nameOf);
    changes.push({ place, entity, action: actionOf(change), id, name, fields });
  }
  const problems = [...faultsByPath.values()].map((fault) => ({ ...fault, line: lineOf(fault.path) }));
  return { batch, previewDigest, changes, problems };
}

/** A fault of a row at its place in the document; null when it only follows from another row's fault. */
function faultAt({ change, place, name }: DocumentChange, { entity }: PlannedResult, fault: Fault): Fault | null {
  const [field = '', ...rest] = fault.path.split('.');
  const value = change.values?.[field];
  const waits = (each: unknown) => typeof each === 'string' && each.startsWith('@');
  if (fault.code === 'unknown_reference' && (waits(value) || (Array.isArray(value) && value.some(waits)))) return null;
  const key = fieldsNamed(entity).find((each) => each.name === field)?.key ?? field;
  const path = [place, key, ...rest].filter((step) => step !== '').join('.');
  // A row that the document leaves out has no place of its own in it.
  const isLeft = !/\.\d+$/.test(place);
  return isLeft ? { ...fault, message: `“${name}”: ${fault.message}`, path: place } : { ...fault, path };
}
