import { canPick, type EntityName } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { listToPick, useSharedList } from '../lib/lists.ts';

/** The names of an entity's rows, cached for all components; empty when the user may not see them. */
export function useNames(target: string, isWanted = true) {
  const user = useUser();
  return useSharedList(listToPick(target, user.role), isWanted && canPick(user, target as EntityName));
}
