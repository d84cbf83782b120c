import type { Role, UserType } from '#model/index.ts';

/** The parts of the signed-in user that guards check. */
interface GuardedUser {
  type: UserType;
  managerId: number | null;
  role: Role;
}

const guards = {
  /** Everyone, signed in or not. */
  open: () => true,
  auth: (user: GuardedUser | null) => user !== null,
  admin: (user: GuardedUser | null) => user?.type === 'admin',
  demand: (user: GuardedUser | null) => user?.type === 'demand',
  adminOrDemand: (user: GuardedUser | null) => user?.type === 'admin' || user?.type === 'demand',
  /** A demand user that is not a manager. */
  owner: (user: GuardedUser | null) => user?.type === 'demand' && user.managerId === null,
  /** An admin, or the owner of an account. */
  adminOrOwner: (user: GuardedUser | null) => user?.type === 'admin' || user?.role === 'demand',
  /** The super admin, or the owner of an account. */
  superOrOwner: (user: GuardedUser | null) => user?.role === 'super' || user?.role === 'demand',
  sdk: (user: GuardedUser | null) => user?.type === 'sdk',
};

/** The guard of a page. */
export type Guard = keyof typeof guards;

/** Thrown for a page whose guard does not exist. */
export class UnknownGuardError extends Error {
  constructor() {
    super('Unknown middleware');
    this.name = 'UnknownGuardError';
  }
}

/** True when a guard admits a user; null = signed out. Throws an UnknownGuardError. */
export function mayEnter(guard: Guard, user: GuardedUser | null): boolean {
  if (!Object.hasOwn(guards, guard)) throw new UnknownGuardError();
  return guards[guard](user);
}
