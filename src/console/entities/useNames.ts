import { canPick, type EntityName } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { listToPick, useSharedList } from '../lib/lists.ts';

/** The names of an entity's rows, cached for all components; empty when the user may not see them. */
export function useNames(target: string, isWanted = true) {
  const { role } = useUser();
  return useSharedList(listToPick(target, role), isWanted && canPick(role, target as EntityName));
}
