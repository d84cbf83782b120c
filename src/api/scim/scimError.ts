import type { ScimFaultType } from './scimFault.ts';

/** Media type of SCIM (RFC 7644, section 8.1). */
export const scimMediaType = 'application/scim+json';

/** Whether a URL is one of the provisioning API, whose errors have the form of SCIM. */
export function isScimUrl(url: string): boolean {
  return url.startsWith('/scim/');
}

/** The body of an error (RFC 7644, section 3.12). */
export function scimErrorOf(status: number, detail: string, scimType: ScimFaultType | null = null) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail,
  };
}
