import type { ScimGroup } from '#storage/scim/scimGroupStore.ts';
import type { ScimUser } from '#storage/scim/scimUserStore.ts';
import { addressOfLogin } from '../people/signInLinks.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** A user as SCIM has it (RFC 7643, section 4.1). `base`: the URL of the provisioning API. */
export function userResource({ user, externalId, groups }: ScimUser, base: string) {
  const address = addressOfLogin(user.login);
  return {
    schemas: [`${core}:User`],
    id: String(user.id),
    ...(externalId === null ? {} : { externalId }),
    userName: user.login,
    displayName: user.name,
    name: { formatted: user.name },
    active: user.status === 1,
    ...(address === null ? {} : { emails: [{ value: address, type: 'work', primary: true }] }),
    groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}` })),
    meta: {
      resourceType: 'User',
      created: user.createdAt,
      lastModified: user.updatedAt,
      location: `${base}/Users/${user.id}`,
    },
  };
}

/** A group as SCIM has it (RFC 7643, section 4.2). `base`: the URL of the provisioning API. */
export function groupResource({ id, name, externalId, createdAt, updatedAt, members }: ScimGroup, base: string) {
  return {
    schemas: [`${core}:Group`],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    members: members.map((member) => ({
      value: String(member.id),
      display: member.name,
      $ref: `${base}/Users/${member.id}`,
    })),
    meta: { resourceType: 'Group', created: createdAt, lastModified: updatedAt, location: `${base}/Groups/${id}` },
  };
}
