import { z } from 'zod';
import { newPasswordSchema } from '#model/account/newPassword.ts';
import { textSchema } from '#model/field/textSchema.ts';
import type { Entity, EntityName } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { entityPath } from '../entities/entityPath.ts';
import type { Contract } from '../routeDeclaration.ts';

const chapter = 'Session';

const sessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable().describe('Last use, to the minute; null = not known'),
  expiresAt: z.iso.datetime().describe('When it ends unless it is used before'),
  ip: z.string().describe('IP address of the last use; empty = not known'),
  place: z.string().describe('Country and city of the address; empty = not known'),
  browser: z.string().describe('Browser and operating system of the last use; empty = not known'),
  provider: z.string().nullable().describe('Name of the identity provider with which it was opened; null = a password'),
  actsAs: z.string().nullable().describe('Name of the user as whom an admin acts in it; null = none'),
  isOwn: z.boolean().describe('Whether it is the session of this call'),
});

/** A session as its user and the creator of the user see it. */
export type ListedSession = z.output<typeof sessionSchema>;

const signInSchema = z.object({
  hasPassword: z.boolean().describe('false = the user has not used the first link yet'),
  linkEndsAt: z.iso.datetime().nullable().describe('End of the valid one-time link; null = there is none'),
  address: z.string().nullable().describe('Email address for links; null = none'),
  isMailSetUp: z.boolean(),
  sessions: z.array(sessionSchema),
  factors: z.int().describe('Number of second factors'),
});

/** How a user signs in, for whoever may change the user. */
export type SignInState = z.output<typeof signInSchema>;

const madeLinkSchema = z.object({
  url: z.string().describe('The link. It is not shown again.'),
  expiresAt: z.iso.datetime(),
  mail: z
    .enum(['sent', 'failed', 'none'])
    .describe('sent = the mail server has accepted the mail; none = there was none to send'),
  mailError: z.string().nullable(),
});

/** A new one-time link. */
export type MadeLink = z.output<typeof madeLinkSchema>;

const token = z.string('Required').max(100, 'At most 100 characters');

const empty = z.object({});

const sessionParam = z.object({ sessionId: z.uuid('Must be the ID of a session') });

/** Passwords, the one-time links to set them, and sessions. */
export const peopleContract = {
  readLink: {
    method: 'POST',
    path: '/api/auth/link',
    summary: 'Read whose one-time link this is',
    chapter,
    access: 'public',
    body: z.strictObject({ token }),
    responses: {
      200: {
        description: 'The user who sets a password with it',
        schema: z.object({
          login: z.string(),
          name: z.string(),
          accountName: z.string().nullable(),
          hasPassword: z.boolean(),
          expiresAt: z.iso.datetime(),
        }),
      },
    },
    rejects: [404],
  },
  useLink: {
    method: 'POST',
    path: '/api/auth/password',
    summary: 'Set a password with a one-time link. All sessions of the user end',
    chapter,
    access: 'public',
    body: z.strictObject({ token, password: newPasswordSchema }),
    responses: { 200: { description: 'The login to sign in with', schema: z.object({ login: z.string() }) } },
    rejects: [404, 422],
  },
  requestLink: {
    method: 'POST',
    path: '/api/auth/lost',
    summary: 'Request a one-time link by mail. The response does not reveal whether the login exists',
    chapter,
    access: 'public',
    body: z.strictObject({
      login: textSchema('Required').trim().min(1, 'Required').max(100, 'At most 100 characters'),
    }),
    responses: { 200: { description: 'Accepted', schema: empty } },
    rejects: [409, 429],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/session/password',
    summary: 'Change your password. Your other sessions end',
    chapter,
    access: 'session',
    isForPeople: true,
    confirmation: { of: 'factorHolders' },
    body: z.strictObject({
      currentPassword: z.string('Required').min(1, 'Required').max(200, 'At most 200 characters'),
      password: newPasswordSchema,
    }),
    responses: { 200: { description: 'Changed', schema: empty } },
    rejects: [409, 422, 429],
  },
  listSessions: {
    method: 'GET',
    path: '/api/session/all',
    summary: 'List your sessions, the last used first',
    chapter,
    access: 'session',
    isForPeople: true,
    responses: { 200: { description: 'Sessions that have not ended', schema: z.array(sessionSchema) } },
    rejects: [409],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/session/all',
    summary: 'End your sessions except this one, and all remembered devices',
    chapter,
    access: 'session',
    isForPeople: true,
    responses: { 200: { description: 'Ended', schema: empty } },
    rejects: [409],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/session/all/{sessionId}',
    summary: 'End one of your sessions',
    chapter,
    access: 'session',
    isForPeople: true,
    params: sessionParam,
    responses: { 200: { description: 'Ended', schema: empty } },
    rejects: [404, 409],
  },
} as const satisfies Contract;

/** The contract of how users sign in, for an entity whose rows are users. */
export function signInContract(entity: Entity) {
  const one = entity.label.toLowerCase();
  const common = {
    chapter: entity.pluralLabel,
    access: { entity: entity.name as EntityName, action: 'update' },
    isForPeople: true,
  } as const;
  return {
    read: {
      ...common,
      method: 'GET',
      path: entityPath(entity, '/api/{entity}/{id}/signIn'),
      summary: `Read how a ${one} signs in`,
      params: idParam,
      responses: { 200: { description: 'Password, link and sessions', schema: signInSchema } },
      rejects: [404],
    },
    createLink: {
      ...common,
      confirmation: { of: 'all' },
      method: 'POST',
      path: entityPath(entity, '/api/{entity}/{id}/signIn/link'),
      summary: `Create a one-time link with which a ${one} sets a password. The previous link ends`,
      params: idParam,
      body: z.strictObject({ isMailed: z.boolean('Must be true or false').default(false) }),
      responses: { 201: { description: 'The link', schema: madeLinkSchema } },
      rejects: [404, 409],
    },
    resetFactors: {
      ...common,
      confirmation: { of: 'all' },
      method: 'DELETE',
      path: entityPath(entity, '/api/{entity}/{id}/signIn/factors'),
      summary: `Remove all second factors of a ${one}, who has lost them. Its sessions and remembered devices end`,
      params: idParam,
      responses: { 200: { description: 'Removed', schema: empty } },
      rejects: [404, 409],
    },
    endSessions: {
      ...common,
      method: 'DELETE',
      path: entityPath(entity, '/api/{entity}/{id}/signIn/sessions'),
      summary: `End all sessions and remembered devices of a ${one}`,
      params: idParam,
      responses: { 200: { description: 'Ended', schema: empty } },
      rejects: [404],
    },
    endSession: {
      ...common,
      method: 'DELETE',
      path: entityPath(entity, '/api/{entity}/{id}/signIn/sessions/{sessionId}'),
      summary: `End a session of a ${one}`,
      params: idParam.extend(sessionParam.shape),
      responses: { 200: { description: 'Ended', schema: empty } },
      rejects: [404],
    },
  } as const satisfies Contract;
}
