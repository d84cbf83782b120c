import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Session';
const providerParam = z.object({ providerId: z.uuid('Must be the ID of an identity provider') });
const redirect = (description: string) => ({ description, schema: z.object({}) });
const parameter = (max: number) => z.string().max(max, `At most ${max} characters`).optional();

const offeredSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  allowsPasswords: z.boolean().describe('Whether a password signs in too'),
});

/** An identity provider that the sign-in page offers for a login. */
export type OfferedProvider = z.output<typeof offeredSchema>;

const ownIdentitySchema = z.object({
  provider: z.string().nullable().describe('Name of the identity provider that you can sign in with; null = none'),
  linkedAt: z.iso.datetime().nullable().describe('null = your login is not linked to it'),
});

/** How the signed-in user is linked to the identity provider. */
export type OwnIdentity = z.output<typeof ownIdentitySchema>;

/** Signing in with an identity provider, and linking the own login to it. */
export const ssoContract = {
  find: {
    method: 'GET',
    path: '/api/auth/sso',
    summary:
      'Find the identity provider of a login by its email domain. It does not depend on whether the login exists',
    chapter,
    access: 'public',
    query: z.object({
      login: textSchema('Required').trim().min(1, 'Required').max(100, 'At most 100 characters'),
    }),
    responses: {
      200: {
        description: 'The provider; null if there is none',
        schema: z.object({ provider: offeredSchema.nullable() }),
      },
    },
  },
  start: {
    method: 'GET',
    path: '/api/auth/sso/{providerId}/start',
    summary: 'Start to sign in with an identity provider',
    chapter,
    access: 'public',
    params: providerParam,
    query: z.object({ next: parameter(2000).describe('Path of the console to open afterwards') }),
    responses: { 303: redirect('Redirect to the provider, or to the sign-in page with the fault') },
  },
  callback: {
    method: 'GET',
    path: '/api/auth/sso/{providerId}/callback',
    summary: 'Return from an identity provider: its redirect URI',
    chapter,
    access: 'public',
    params: providerParam,
    query: z.object({
      code: parameter(5000),
      state: parameter(500),
      iss: parameter(500),
      error: parameter(500),
      error_description: parameter(5000),
      error_uri: parameter(2000),
    }),
    responses: { 303: redirect('Redirect to the console, or to the sign-in page with the fault') },
  },
  readFault: {
    method: 'GET',
    path: '/api/auth/sso/fault',
    summary: 'Read why the last sign-in of this browser with an identity provider failed',
    chapter,
    access: 'public',
    responses: {
      200: { description: 'The fault in words; null = none', schema: z.object({ message: z.string().nullable() }) },
    },
  },
  readOwn: {
    method: 'GET',
    path: '/api/session/identity',
    summary: 'Read whether your login is linked to an identity provider',
    chapter,
    access: 'session',
    isForPeople: true,
    responses: { 200: { description: 'The provider and the link', schema: ownIdentitySchema } },
    rejects: [409],
  },
  linkOwn: {
    method: 'POST',
    path: '/api/session/identity',
    summary: 'Start to link your login to the identity provider',
    chapter,
    access: 'session',
    isForPeople: true,
    confirmation: { of: 'all' },
    responses: {
      200: { description: 'The URL at the provider to open', schema: z.object({ url: z.string() }) },
    },
    rejects: [409],
  },
  confirmOwn: {
    method: 'GET',
    path: '/api/session/identity/confirm',
    summary:
      'Start to confirm who you are by signing in at the identity provider again, if you are linked to it and have no second factor here',
    chapter,
    access: 'session',
    isForPeople: true,
    responses: { 303: redirect('Redirect to the provider, or to the page with the fault') },
  },
  unlinkOwn: {
    method: 'DELETE',
    path: '/api/session/identity',
    summary: 'Unlink your login from the identity provider. Sessions that were opened with it end',
    chapter,
    access: 'session',
    isForPeople: true,
    confirmation: { of: 'all' },
    responses: { 200: { description: 'Unlinked', schema: z.object({}) } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
