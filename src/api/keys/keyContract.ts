import { z } from 'zod';
import { apiKeyStates, formerTokenHours, keyRoles, maxApiKeys, maxKeyNetworks } from '#model/account/apiKeys.ts';
import { apiScopes } from '#model/account/apiScopes.ts';
import { trimmed } from '#model/field/textSchema.ts';
import { idParam } from '../addressValues.ts';
import { namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const instant = z.iso.datetime('Must be a UTC timestamp, such as 2027-03-01T00:00:00Z');

const network = z.union(
  [z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()],
  'Must be an IP address or a range such as 192.0.2.0/24',
);

const newKeySchema = z.strictObject({
  name: trimmed(100).min(1, 'Required'),
  scopes: z
    .array(z.enum(apiScopes, 'Must be a scope such as reports:read'), 'Required')
    .min(1, 'Select at least one')
    .max(apiScopes.length, 'Too many')
    .describe('Writing includes reading'),
  expiresAt: instant.nullable().describe('null = no end'),
  networks: z
    .array(network)
    .max(maxKeyNetworks, `At most ${maxKeyNetworks}`)
    .default([])
    .describe('IP addresses and ranges (CIDR) from which it can be used; empty = any'),
});

/** Body of POST /api/keys. */
export type NewKeyRequest = z.input<typeof newKeySchema>;

const rotationSchema = z.strictObject({
  formerTokenHours: z
    .literal(formerTokenHours, `One of: ${formerTokenHours.join(', ')}`)
    .default(24)
    .describe('Hours for which the former token still works'),
});

const secretSchema = z.object({ hint: z.string().describe('Last four characters'), endsAt: z.iso.datetime() });

const keySchema = z.object({
  id: z.int(),
  clientId: z.string().describe('Client ID for OAuth 2.1; the token is the client secret'),
  name: z.string(),
  owner: namedSchema.describe('The user whose rights it has'),
  isOwn: z.boolean().describe('Whether the caller is the owner'),
  scopes: z.array(z.enum(apiScopes)),
  networks: z.array(z.string()),
  state: z.enum(apiKeyStates).describe('inactive = its owner can no longer sign in'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('To the minute'),
  lastUsedIp: z.string().describe('IP address of the last call; empty = none'),
  hint: z.string().describe('Last four characters of the token'),
  formerTokens: z.array(secretSchema).describe('Former tokens that still work'),
});

/** An API key, without its token. */
export type ShownKey = z.output<typeof keySchema>;

const listSchema = z.object({
  keys: z.array(keySchema).describe('Newest first, with those revoked in the last 30 days'),
  token: z
    .object({
      hint: z.string().describe('Last four characters'),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
      lastUsedIp: z.string(),
    })
    .nullable()
    .describe('The API token of the account, which keys replace. Only for the owner'),
});

/** The keys that a user manages. */
export type ShownKeys = z.output<typeof listSchema>;

const createdSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  token: z.string().describe('The token, which is never shown again'),
});

/** A new key with its token. */
export type CreatedKey = z.output<typeof createdSchema>;

const common = { chapter: 'API keys', access: { roles: keyRoles }, isForPeople: true } as const;

/** The API keys of a user; of all users for the owner of an account, and of all admins for the super admin. */
export const keyContract = {
  list: {
    ...common,
    method: 'GET',
    path: '/api/keys',
    summary: 'List API keys: your own; as the owner of the account all of it; as the super admin those of all admins',
    responses: { 200: { description: 'The keys, without their tokens', schema: listSchema } },
  },
  create: {
    ...common,
    confirmation: { of: 'all' },
    method: 'POST',
    path: '/api/keys',
    summary: `Create an API key. Its token is shown only once. An account can have ${maxApiKeys} keys`,
    body: newKeySchema,
    responses: { 201: { description: 'The new key', schema: createdSchema } },
    rejects: [403, 422],
  },
  rotate: {
    ...common,
    confirmation: { of: 'all' },
    method: 'POST',
    path: '/api/keys/{id}/rotate',
    summary: 'Replace the token of one of your API keys; the former one works for some time',
    params: idParam,
    body: rotationSchema,
    responses: {
      200: {
        description: 'The new token, which is never shown again',
        schema: z.object({ token: z.string(), formerTokenUntil: z.iso.datetime() }),
      },
    },
    rejects: [403, 404],
  },
  revoke: {
    ...common,
    method: 'DELETE',
    path: '/api/keys/{id}',
    summary: 'Revoke an API key, with immediate effect',
    params: idParam,
    responses: { 200: { description: 'The key is revoked', schema: z.object({}) } },
    rejects: [404],
  },
} as const satisfies Contract;
