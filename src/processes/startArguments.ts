/** The roles that an operator can start singly. The stores and the demo network run beside the roles that need them. */
export const mainRoles = ['serving', 'api', 'worker'] as const;

export type MainRole = (typeof mainRoles)[number];

/** The arguments of `start`. */
export interface StartArguments {
  /** In the order of `mainRoles`; without any argument, all. */
  roles: MainRole[];
}

/** The folder in `worker --adopt FOLDER`; null for other arguments. Throws an Error if anything else is among them. */
export function readAdoptedFolder(args: readonly string[]): string | null {
  if (!args.includes('--adopt')) return null;
  const [role, option, folder = '', ...others] = args;
  if (role !== 'worker' || option !== '--adopt' || folder === '' || others.length > 0)
    throw new Error('Usage: npm start -- worker --adopt FOLDER, which is the DATA_DIR of a node that is gone.');
  return folder;
}

/** Reads the arguments of `start`: names of roles. Throws an Error that names every argument that is none. */
export function readStartArguments(args: readonly string[]): StartArguments {
  const unknown = args.filter((arg) => !isMainRole(arg));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Roles are ${mainRoles.join(', ')}.`);
  return { roles: mainRoles.filter((role) => args.length === 0 || args.includes(role)) };
}

function isMainRole(text: string): text is MainRole {
  return mainRoles.some((role) => role === text);
}
