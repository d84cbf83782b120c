import type { ProvidedRole } from '#model/account/identityProvider.ts';
import { createSchema, entities as model, type Fault, faultsOf } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';

/** The user of an identity provider to be created. */
export interface NewProvidedUser {
  login: string;
  name: string;
  role: ProvidedRole;
  /** By default active. */
  isActive?: boolean;
}

/** Creates a manager of an account, or an admin of the platform (null), without a password. Returns its ID. */
export async function createProvidedUser(
  { entities, logins }: Pick<ApiDeps, 'entities' | 'logins'>,
  demandId: number | null,
  { login, name, role, isActive = true }: NewProvidedUser,
  author: Author,
): Promise<{ type: 'done'; id: number } | { type: 'faults'; faults: Fault[] }> {
  const owner = demandId === null ? null : await logins.ownerOf(demandId);
  if (demandId !== null && !owner) return { type: 'faults', faults: [noOwner] };
  const entity = demandId === null ? 'user' : 'manager';
  const status = isActive ? 1 : 0;
  const parsed = createSchema(model[entity]).safeParse({
    ...{ login, name, status },
    ...(demandId === null ? { type: 'admin' } : { managerRole: role }),
  });
  if (!parsed.success) return { type: 'faults', faults: faultsOf(parsed.error) };
  const outcome = await entities.create(entity, parsed.data, demandId, {
    author,
    given: { hasPassword: false, ...(owner ? { managerId: owner.id } : {}) },
    scope: demandId === null ? 'all' : [demandId],
  });
  return outcome.type === 'done' ? { type: 'done', id: outcome.row.id } : outcome;
}

const noOwner = { code: 'no_owner', message: 'The account has no active owner', path: '' };
