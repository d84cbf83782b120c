import type { Config } from '../../config.ts';
import type { Call } from '../route.ts';
import { ownUrl } from '../session/ownUrl.ts';

/** The URL of the provisioning API. */
export function scimBaseUrl(config: Config, call: Pick<Call, 'isSecure' | 'host'>): string {
  return `${ownUrl(config, call)}/scim/v2`;
}
