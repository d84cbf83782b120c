import { z } from 'zod';
import type { Contract, ResponseDeclaration } from '../routeDeclaration.ts';
import { scimMediaType } from './scimError.ts';

const answer = (description: string): ResponseDeclaration & { contentType: string } => ({
  description,
  contentType: scimMediaType,
});

/** Errors have the form of RFC 7644, section 3.12, whatever their cause. */
const errors = {
  400: answer('The request is malformed, or a value is not valid'),
  401: answer('The API key is not valid'),
  403: answer('The API key does not have the scope'),
  404: answer('There is no such user or group'),
  409: answer('The name is taken'),
  413: answer('The body is too large'),
  415: answer('The body is not JSON'),
  429: answer('Too many calls'),
  500: answer('A fault of the server'),
  503: answer('Temporarily unavailable'),
} as const;

const number = z
  .string()
  .regex(/^-?\d{1,9}$/, 'Must be an integer')
  .transform(Number);

const listQuery = z.object({
  filter: z.string().max(1000, 'At most 1000 characters').optional().describe('userName eq "jane@company.example"'),
  startIndex: number.optional().describe('First result, from 1'),
  count: number.optional().describe('Maximum results, at most 200; 100 by default'),
});

const common = { chapter: 'SCIM', access: { roles: ['demand', 'super'] }, needsKey: true } as const;
const body = { streamBody: { contentTypes: [scimMediaType, 'application/json'], limitBytes: 1_000_000 } } as const;
const id = { params: z.object({ id: z.string().max(100, 'At most 100 characters') }) } as const;

/** Provisioning of users and groups by an identity provider: SCIM 2.0 (RFC 7643, RFC 7644). */
export const scimContract = {
  serviceProviderConfig: {
    ...common,
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    summary: 'Read what the provisioning API supports',
    responses: { 200: answer('The configuration'), ...errors },
  },
  resourceTypes: {
    ...common,
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    summary: 'List the types of provisioned objects',
    responses: { 200: answer('The types'), ...errors },
  },
  schemas: {
    ...common,
    method: 'GET',
    path: '/scim/v2/Schemas',
    summary: 'List the attributes of provisioned objects',
    responses: { 200: answer('The schemas'), ...errors },
  },
  listUsers: {
    ...common,
    method: 'GET',
    path: '/scim/v2/Users',
    summary: 'List the managers of the account; for super admins, the admins of the platform',
    query: listQuery,
    responses: { 200: answer('A page of users'), ...errors },
  },
  readUser: {
    ...common,
    ...id,
    method: 'GET',
    path: '/scim/v2/Users/{id}',
    summary: 'Read a user',
    responses: { 200: answer('The user'), ...errors },
  },
  createUser: {
    ...common,
    ...body,
    method: 'POST',
    path: '/scim/v2/Users',
    summary: 'Create a user, who has no password',
    responses: { 201: answer('The user'), ...errors },
  },
  replaceUser: {
    ...common,
    ...body,
    ...id,
    method: 'PUT',
    path: '/scim/v2/Users/{id}',
    summary: 'Replace a user. One that is not active has no sessions',
    responses: { 200: answer('The user'), ...errors },
  },
  patchUser: {
    ...common,
    ...body,
    ...id,
    method: 'PATCH',
    path: '/scim/v2/Users/{id}',
    summary: 'Change a user. One that is not active has no sessions',
    responses: { 200: answer('The user'), ...errors },
  },
  deleteUser: {
    ...common,
    ...id,
    method: 'DELETE',
    path: '/scim/v2/Users/{id}',
    summary: 'Archive a user',
    responses: { 204: answer('Archived'), ...errors },
  },
  listGroups: {
    ...common,
    method: 'GET',
    path: '/scim/v2/Groups',
    summary: 'List groups',
    query: listQuery,
    responses: { 200: answer('A page of groups'), ...errors },
  },
  readGroup: {
    ...common,
    ...id,
    method: 'GET',
    path: '/scim/v2/Groups/{id}',
    summary: 'Read a group with its members',
    responses: { 200: answer('The group'), ...errors },
  },
  createGroup: {
    ...common,
    ...body,
    method: 'POST',
    path: '/scim/v2/Groups',
    summary: 'Create a group. Its members get the role that it has in the settings of single sign-on',
    responses: { 201: answer('The group'), ...errors },
  },
  replaceGroup: {
    ...common,
    ...body,
    ...id,
    method: 'PUT',
    path: '/scim/v2/Groups/{id}',
    summary: 'Replace a group with its members',
    responses: { 200: answer('The group'), ...errors },
  },
  patchGroup: {
    ...common,
    ...body,
    ...id,
    method: 'PATCH',
    path: '/scim/v2/Groups/{id}',
    summary: 'Change a group or its members',
    responses: { 200: answer('The group'), ...errors },
  },
  deleteGroup: {
    ...common,
    ...id,
    method: 'DELETE',
    path: '/scim/v2/Groups/{id}',
    summary: 'Delete a group; its users stay',
    responses: { 204: answer('Deleted'), ...errors },
  },
} as const satisfies Contract;

/** The page of a list that a query asks for. */
export function pageOfQuery({
  startIndex = 1,
  count = 100,
}: {
  startIndex?: number | undefined;
  count?: number | undefined;
}) {
  return { offset: Math.max(startIndex, 1) - 1, limit: Math.min(Math.max(count, 0), 200) };
}
