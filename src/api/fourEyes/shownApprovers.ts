import type { SessionUser } from '../session/sessionContract.ts';
import type { WaitingChange } from './waitingContract.ts';

/** Approvers as a user sees them: accounts see the operator instead of the names of its super admins. */
export function shownApprovers(
  approvers: readonly Pick<SessionUser, 'id' | 'name' | 'type'>[],
  viewer: Pick<SessionUser, 'type'>,
): WaitingChange['approvers'] {
  const isNamed = ({ type }: Pick<SessionUser, 'type'>) => viewer.type === 'admin' || type !== 'admin';
  const named = approvers.filter(isNamed).map(({ id, name }) => ({ id, name }));
  return named.length === approvers.length ? named : [...named, operator];
}

const operator = { id: null, name: 'The operator' };
