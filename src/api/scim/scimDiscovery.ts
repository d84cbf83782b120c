const core = 'urn:ietf:params:scim:schemas:core:2.0';
const unsupported = { supported: false };

/** The supported features of the provisioning API (RFC 7643, section 5). `base`: its URL. */
export function serviceProviderConfig(base: string) {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'The token of an API key with the scope scim:write, as a bearer token',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** The types of provisioned objects (RFC 7643, section 6). */
export function resourceTypes(base: string) {
  return ['User', 'Group'].map((name) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${core}:${name}`,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));
}

function attribute(name: string, more: object = {}) {
  return {
    ...{ name, type: 'string', multiValued: false, required: false, caseExact: false, mutability: 'readWrite' },
    ...{ returned: 'default', uniqueness: 'none' },
    ...more,
  };
}

const isRequired = { required: true };
const isUnique = { uniqueness: 'server' };

/** The attributes that are stored (RFC 7643, section 7). */
export function schemas(base: string) {
  const readOnly = { mutability: 'readOnly' };
  const values = (names: string[]) => names.map((name) => attribute(name));
  const attributes = {
    User: [
      attribute('userName', { ...isRequired, ...isUnique }),
      attribute('displayName'),
      attribute('name', { type: 'complex', subAttributes: values(['formatted', 'givenName', 'familyName']) }),
      attribute('active', { type: 'boolean' }),
      attribute('emails', {
        type: 'complex',
        multiValued: true,
        ...readOnly,
        subAttributes: values(['value', 'type']),
      }),
      attribute('groups', {
        type: 'complex',
        multiValued: true,
        ...readOnly,
        subAttributes: values(['value', 'display']),
      }),
    ],
    Group: [
      attribute('displayName', { ...isRequired, ...isUnique, caseExact: true }),
      attribute('members', { type: 'complex', multiValued: true, subAttributes: values(['value', 'display']) }),
    ],
  };
  return Object.entries(attributes).map(([name, list]) => ({
    schemas: [`${core}:Schema`],
    id: `${core}:${name}`,
    name,
    attributes: list,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${core}:${name}` },
  }));
}
