import type { Multiplier } from '#model/buying/shapes.ts';
import { pageOf } from '#model/entity/entityPages.ts';
import { parseVast } from '#standards/vast/parseVast.ts';
import {
  entities,
  type EntityName,
  type Fault,
  type Feature,
  type Field,
  type Status,
  type TreeName,
} from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { leavesOf } from '#model/reference/leavesOf.ts';
import { multiplierFaults } from '../buying/multiplierFaults.ts';
import { moneyFaultsOfValues } from '../money/moneyFaults.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/**
 * Faults that one field's schema cannot find: invalid markup, values missing in the reference data, changes of the
 * caller's own account, money that the caller does not see. A copy has the money of its original.
 */
export function faultsOutsideSchema(
  name: EntityName,
  values: Readonly<Record<string, unknown>>,
  target: { id: number | null; user: SessionUser; isCopy?: boolean },
): Fault[] {
  const { id, user, isCopy = false } = target;
  const faults = [
    ...unknownLeaves(name, values),
    ...missingFeatures(name, values, user),
    ...(isCopy ? [] : moneyFaultsOfValues(entities[name], values, { user, isNew: id === null })),
  ];
  if ((name === 'tag' || name === 'creative') && typeof values['vastXml'] === 'string' && values['vastXml'] !== '') {
    faults.push(...vastFaults(values['vastXml']));
  }
  if (name === 'campaign' && Array.isArray(values['multipliers'])) {
    faults.push(...multiplierFaults(values['multipliers'] as Multiplier[]));
  }
  if (name === 'user' && id === user.id && values['status'] !== undefined && values['status'] !== 1) {
    faults.push({ code: 'own_user', message: 'You cannot suspend yourself', path: 'status' });
  }
  return faults;
}

/** Faults of a bulk change as a whole: users cannot suspend themselves. */
export function faultsOfBulk(
  name: EntityName,
  { ids, status }: { ids?: readonly number[] | undefined; status?: Status | undefined },
  user: SessionUser,
): Fault[] {
  if (name !== 'user' || status === undefined || status === 1) return [];
  if (!ids) return [{ code: 'own_user', message: 'Select the users to suspend by their IDs', path: 'all' }];
  return ids.includes(user.id) ? [{ code: 'own_user', message: 'You cannot suspend yourself', path: 'ids' }] : [];
}

/** Faults of tree values that the reference data does not have. */
function unknownLeaves(name: EntityName, values: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(entities[name].fields).flatMap(([path, field]): Fault[] => {
    const chosen = values[path];
    if (field.kind !== 'tree' || !Array.isArray(chosen)) return [];
    const known = leavesOf(field.tree as TreeName);
    const unknown = chosen.filter((id) => !known.has(String(id)));
    return unknown.length === 0
      ? []
      : [{ code: 'unknown_value', message: `Unknown values: ${unknown.slice(0, 5).join(', ')}`, path }];
  });
}

/** Faults of features that the operator has not enabled for the account. */
function missingFeatures(
  name: EntityName,
  values: Readonly<Record<string, unknown>>,
  user: Pick<SessionUser, 'type' | Feature>,
): Fault[] {
  if (user.type === 'admin') return [];
  return Object.entries(entities[name].fields).flatMap(([path, { feature, label }]: [string, Field]): Fault[] => {
    if (feature === undefined || user[feature] || values[path] !== true) return [];
    return [{ code: 'not_enabled', message: `${label} is not enabled for this account`, path }];
  });
}

const limits = { tag: 'maxTags', channel: 'maxChannels' } as const;

/** The fault of exceeding the account's object limits by adding rows. */
export async function faultsOfLimits(
  store: Pick<EntityStore, 'get' | 'countOf'>,
  name: EntityName,
  demandId: number | null,
  added = 1,
): Promise<Fault[]> {
  if ((name !== 'tag' && name !== 'channel') || demandId === null) return [];
  const account = await store.get('demand', demandId, [demandId]);
  const most = account?.[limits[name]] ?? 0;
  if (most === 0 || (await store.countOf(name, demandId)) + added <= most) return [];
  const many = entities[name].pluralLabel.toLowerCase();
  const message = `The account can have at most ${most.toLocaleString('en-US')} ${many}. Archive one first`;
  return [{ code: 'limit_reached', message, path: '', fix: { label: `View ${many}`, href: `${pageOf(name)}` } }];
}

/** The faults of exceeding the account's object limits by a set of changes. */
export async function faultsOfGrowth(
  store: Pick<EntityStore, 'get' | 'countOf'>,
  changes: readonly PlannedChange[],
  demandId: number | null,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const name of ['tag', 'channel'] as const) {
    const added = changes.filter(({ entity, action }) => entity === name && action === 'create').length;
    if (added > 0) faults.push(...(await faultsOfLimits(store, name, demandId, added)));
  }
  return faults;
}

function vastFaults(xml: string): Fault[] {
  const parsed = parseVast(xml);
  if (!parsed.ok) return [{ code: 'invalid_vast', message: `Not valid VAST: ${parsed.message}`, path: 'vastXml' }];
  if (parsed.vast.ads.length === 0)
    return [{ code: 'invalid_vast', message: 'The VAST contains no ad', path: 'vastXml' }];
  return [];
}
