import { entities as entitiesByName, type Fault } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { addedTagParams } from '../entities/addedTagParams.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { ProfileForm } from './profileContract.ts';

/** A flag of channels and tags that an option of the account switches on everywhere. */
interface Switch {
  field: 'checkIVT' | 'postbidPix' | 'postbidWh';
  option: 'setCheckIVTAll' | 'setPostbidAll';
}

/**
 * The flags that a saved profile switches on for every channel and tag; of verification those of the vendors that are
 * enabled for the account.
 */
export function switchesOf(
  form: Pick<ProfileForm, 'setCheckIVTAll' | 'setPostbidAll'>,
  user: Pick<SessionUser, 'type' | 'showPostbidPix' | 'showPostbidWh'>,
): Switch[] {
  if (user.type === 'sdk') return [];
  const isVerificationEnabled = form.setPostbidAll === 1;
  return [
    ...(form.setCheckIVTAll === 1 ? [{ field: 'checkIVT', option: 'setCheckIVTAll' } as const] : []),
    ...(isVerificationEnabled && user.showPostbidPix
      ? [{ field: 'postbidPix', option: 'setPostbidAll' } as const]
      : []),
    ...(isVerificationEnabled && user.showPostbidWh ? [{ field: 'postbidWh', option: 'setPostbidAll' } as const] : []),
  ];
}

/** A change of an account, its author, and the flags to switch on with it. */
interface AccountChange {
  demandId: number;
  values: Record<string, unknown>;
  switches: readonly Switch[];
  user: SessionUser;
  author: Author;
}

/** A channel or tag with the flags to switch on. */
interface SwitchedRow {
  entity: 'channel' | 'tag';
  id: number;
  name: string;
  switches: Switch[];
}

/**
 * Saves an account and switches on flags of its channels and tags where they are off: all in one change set, or
 * nothing. Returns the faults; none = saved.
 */
export async function saveWithSwitches(
  { entities, changeSets }: Pick<ApiDeps, 'entities' | 'changeSets'>,
  { demandId, values, switches, user, author }: AccountChange,
): Promise<Fault[]> {
  const account: PlannedChange = {
    entity: 'demand',
    action: 'update',
    id: demandId,
    values,
    ...addedTagParams('demand', values, user),
  };
  const switched = await rowsToSwitch(entities, switches, user);
  const changes = switched.map(({ entity, id, switches: own }): PlannedChange => {
    return { entity, action: 'update', id, values: Object.fromEntries(own.map(({ field }) => [field, true])) };
  });
  const { results } = await changeSets.apply([account, ...changes], {
    author,
    scope: [demandId],
    demandId,
    isDryRun: false,
    isPartial: false,
    validate: (_change, values) => ({ values, faults: [] }),
  });
  return results.flatMap(({ index, faults }) => {
    const row = switched[index - 1];
    if (!row) return faults;
    const object = `${entitiesByName[row.entity].label} “${row.name}”`;
    const path = row.switches[0]?.option ?? '';
    return faults.map(({ code, message }) => ({ code, message: `${object}: ${message}`, path }));
  });
}

async function rowsToSwitch(
  entities: Pick<ApiDeps['entities'], 'choose'>,
  switches: readonly Switch[],
  user: SessionUser,
): Promise<SwitchedRow[]> {
  const rows = new Map<string, SwitchedRow>();
  for (const entity of ['channel', 'tag'] as const) {
    for (const each of switches) {
      const chosen = await entities.choose(entity, {
        filter: { scope: scopeOf(user), filters: { [each.field]: [false] } },
      });
      for (const { id, name } of chosen) {
        const known = rows.get(`${entity} ${id}`);
        if (known) known.switches.push(each);
        else rows.set(`${entity} ${id}`, { entity, id, name, switches: [each] });
      }
    }
  }
  return [...rows.values()];
}
