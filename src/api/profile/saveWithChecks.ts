import { entities as entitiesByName, type Fault } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';

/** What is to be saved of an account, by whom. */
interface AccountChange {
  demandId: number;
  values: Record<string, unknown>;
  user: SessionUser;
  author: Author;
}

/**
 * Saves an account whose every channel and tag is to be checked for invalid traffic, and switches the check on where it is
 * off: all of it in one change set, or nothing. Answers why nothing was; no faults = it is done.
 */
export async function saveWithChecks(
  { entities, changeSets }: Pick<ApiDeps, 'entities' | 'changeSets'>,
  { demandId, values, user, author }: AccountChange,
): Promise<Fault[]> {
  const unchecked = { filter: { scope: scopeOf(user), filters: { checkIVT: [false] } } };
  const [channels, tags] = await Promise.all([
    entities.choose('channel', unchecked),
    entities.choose('tag', unchecked),
  ]);
  const account: PlannedChange = { entity: 'demand', action: 'update', id: demandId, values };
  const switchOn = (entity: 'channel' | 'tag') => (row: { id: number; name: string }) => ({
    change: { entity, action: 'update', id: row.id, values: { checkIVT: true } } satisfies PlannedChange,
    name: `${entitiesByName[entity].label} “${row.name}”`,
  });
  const switched = [...channels.map(switchOn('channel')), ...tags.map(switchOn('tag'))];
  const { results } = await changeSets.apply([account, ...switched.map(({ change }) => change)], {
    author,
    scope: [demandId],
    demandId,
    isDryRun: false,
    isPartial: false,
    judge: (_change, sound) => ({ values: sound, isSound: true, faults: [] }),
  });
  return results.flatMap(({ index, faults }) => {
    const object = switched[index - 1];
    if (!object) return faults;
    return faults.map(({ code, message }) => ({ code, message: `${object.name}: ${message}`, path: 'setCheckIVTAll' }));
  });
}
