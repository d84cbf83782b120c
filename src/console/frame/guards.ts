import type { UserType } from '#model/index.ts';

/** What a guard asks of the signed-in user. */
interface GuardedUser {
  type: UserType;
  managerId: number | null;
}

const guards = {
  /** Everybody, signed in or not. */
  open: () => true,
  auth: (user: GuardedUser | null) => user !== null,
  admin: (user: GuardedUser | null) => user?.type === 'admin',
  demand: (user: GuardedUser | null) => user?.type === 'demand',
  adminOrDemand: (user: GuardedUser | null) => user?.type === 'admin' || user?.type === 'demand',
  /** A demand user whom no manager manages. */
  owner: (user: GuardedUser | null) => user?.type === 'demand' && user.managerId === null,
  sdk: (user: GuardedUser | null) => user?.type === 'sdk',
};

/** Who may open a page. */
export type Guard = keyof typeof guards;

/** A page names a guard that does not exist. */
export class UnknownGuardError extends Error {
  constructor() {
    super('Unknown middleware');
    this.name = 'UnknownGuardError';
  }
}

/** Whether a guard lets a user in; null is somebody who is signed out. Throws an UnknownGuardError. */
export function mayEnter(guard: Guard, user: GuardedUser | null): boolean {
  if (!Object.hasOwn(guards, guard)) throw new UnknownGuardError();
  return guards[guard](user);
}
