import { z } from 'zod';
import { apiScopes } from '#model/account/apiScopes.ts';
import { problemResponseSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';

const errorSchema = z.object({
  error: z
    .enum(['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope', 'temporarily_unavailable'])
    .describe('The code of RFC 6749, section 5.2'),
  error_description: z.string(),
});

/** An error of the token endpoint. */
export type OAuthError = z.output<typeof errorSchema>;

const tokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds'),
  scope: z.string().describe('The scopes of the access token, separated by spaces'),
});

/** An issued access token. */
export type AccessToken = z.output<typeof tokenSchema>;

const metadataSchema = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  scopes_supported: z.array(z.enum(apiScopes)),
  service_documentation: z.string(),
});

const error = (description: string) => ({ description, schema: errorSchema });

/** OAuth 2.1 for machines: access tokens for the client credentials of an API key. */
export const oauthContract = {
  metadata: {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'Read the metadata of the authorization server (RFC 8414)',
    chapter: 'OAuth',
    access: 'public',
    responses: { 200: { description: 'The metadata', schema: metadataSchema } },
  },
  issueToken: {
    method: 'POST',
    path: '/api/oauth/token',
    summary:
      'Issue an access token for the client credentials of an API key (RFC 6749, section 4.4): its client ID and token, as HTTP credentials or as client_id and client_secret in the body',
    chapter: 'OAuth',
    access: 'public',
    streamBody: { contentTypes: ['application/x-www-form-urlencoded'], limitBytes: 8192 },
    responses: {
      200: { description: 'The access token', schema: tokenSchema },
      400: {
        description: 'The request is malformed, or has a scope that the key does not have',
        schema: z.union([errorSchema, problemResponseSchema]),
      },
      401: error('The client credentials are wrong, or the key can no longer be used'),
      429: error('Too many failed attempts or requests; the Retry-After header says how many seconds to wait'),
    },
  },
} as const satisfies Contract;
