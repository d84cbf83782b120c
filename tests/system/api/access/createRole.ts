import type { RolePermissions } from '#model/account/rolePermissions.ts';
import { type Caller, idOf, password, type TestApi } from '../startTestApi.ts';

/** A custom role, and a manager who has it. */
export interface RoleWorld {
  roleId: number;
  managerId: number;
  login: string;
  caller: Caller;
}

let made = 0;

/** Creates a custom role with permissions, and further values, and a manager who has it, and signs in as the manager. */
export async function createRole(
  api: Pick<TestApi, 'signIn'>,
  owner: Caller,
  permissions: RolePermissions,
  manager: object = {},
  role: object = {},
): Promise<RoleWorld> {
  made += 1;
  const login = `role-manager-${made}`;
  const roleId = idOf(await owner('POST', '/api/demand/roles', { name: `Role ${made}`, permissions, ...role }));
  const body = { name: login, login, password, roleId, ...manager };
  const managerId = idOf(await owner('POST', '/api/demand/managers', body));
  return { roleId, managerId, login, caller: await api.signIn(login) };
}
