import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import type { Contract } from '../routeDeclaration.ts';
import { sessionUserSchema } from '../session/sessionContract.ts';
import {
  assertionSchema,
  attestationSchema,
  creationOptionsSchema,
  factorMethods,
  hasOneProof,
  proofShape,
  requestOptionsSchema,
} from './factorSchemas.ts';

const chapter = 'Session';

const empty = z.object({});

const factorSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['app', 'passkey']),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

/** A second factor of the signed-in user. */
export type ListedFactor = z.output<typeof factorSchema>;

const deviceSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  usedAt: z.iso.datetime().describe('Last sign-in'),
  ip: z.string(),
  place: z.string().describe('Country and city of the address; empty = not known'),
  browser: z.string(),
});

/** A browser in which the user signs in without the second factor. */
export type ListedDevice = z.output<typeof deviceSchema>;

const stateSchema = z.object({
  factors: z.array(factorSchema),
  recoveryCodes: z.int().describe('Number of recovery codes that were not used yet'),
  isRequired: z.boolean().describe('Whether the user needs a second factor: the last one cannot be removed'),
  devices: z.array(deviceSchema).describe('Browsers in which no second factor is needed'),
  account: z
    .object({ requiresFactor: z.boolean() })
    .nullable()
    .describe('Whether all users of the account need a second factor; null for users other than the owner'),
});

/** The second factors of the signed-in user. */
export type FactorState = z.output<typeof stateSchema>;

const addedSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .describe('Ten recovery codes with the first factor, which are not shown again; otherwise null'),
});

/** The outcome of an added factor. */
export type AddedFactor = z.output<typeof addedSchema>;

const name = textSchema('Required').trim().min(1, 'Required').max(60, 'At most 60 characters');

const oneProof = ['Must have one proof', 'code'] as const;

const own = { chapter, access: 'session', isForPeople: true } as const;

/** Routes of users who add their first factor: those who must may call nothing else. */
const enrolling = { ...own, isForEnrolment: true } as const;

const ofAll = { confirmation: { of: 'all' } } as const;

const factorParam = z.object({ factorId: z.uuid('Must be the ID of a factor') });
const deviceParam = z.object({ deviceId: z.uuid('Must be the ID of a device') });

/** The second step of signing in, second factors of the signed-in user, and confirming who one is. */
export const factorContract = {
  passSecondStep: {
    method: 'POST',
    path: '/api/auth/factor',
    summary: 'Sign in with a second factor, after the password',
    chapter,
    access: 'public',
    body: z
      .strictObject({
        ...proofShape,
        isRemembered: z.boolean('Must be true or false').default(false).describe('Whether to remember this browser'),
      })
      .refine(hasOneProof, { error: oneProof[0], path: [oneProof[1]] }),
    responses: { 200: { description: 'The signed-in user; the session is in a cookie', schema: sessionUserSchema } },
    rejects: [401, 409, 429],
  },
  challengeSecondStep: {
    method: 'POST',
    path: '/api/auth/factor/challenge',
    summary: 'Get a challenge for a passkey, after the password',
    chapter,
    access: 'public',
    responses: { 200: { description: 'Options of the browser’s call', schema: requestOptionsSchema } },
    rejects: [409],
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/api/auth/passkey/challenge',
    summary: 'Get a challenge to sign in with a passkey instead of login and password',
    chapter,
    access: 'public',
    responses: { 200: { description: 'Options of the browser’s call', schema: requestOptionsSchema } },
    rejects: [429],
  },
  passkeySignIn: {
    method: 'POST',
    path: '/api/auth/passkey',
    summary: 'Sign in with a passkey instead of login and password',
    chapter,
    access: 'public',
    body: z.strictObject({ passkey: assertionSchema }),
    responses: { 200: { description: 'The signed-in user; the session is in a cookie', schema: sessionUserSchema } },
    rejects: [401, 429],
  },
  read: {
    ...enrolling,
    method: 'GET',
    path: '/api/session/factors',
    summary: 'List your second factors and remembered devices',
    responses: { 200: { description: 'Factors, number of recovery codes, devices', schema: stateSchema } },
    rejects: [409],
  },
  startApp: {
    ...enrolling,
    ...ofAll,
    method: 'POST',
    path: '/api/session/factors/app/secret',
    summary: 'Get a secret for an authenticator app. It counts once a code was entered',
    responses: {
      200: {
        description: 'The secret',
        schema: z.object({
          secret: z.string().describe('Base32, to type'),
          url: z.string().describe('For a QR code'),
          setup: z.string().describe('To be sent with the code, within an hour'),
        }),
      },
    },
    rejects: [409],
  },
  addApp: {
    ...enrolling,
    ...ofAll,
    method: 'POST',
    path: '/api/session/factors/app',
    summary: 'Add an authenticator app',
    body: z.strictObject({
      name,
      setup: z.string('Required').max(1000, 'At most 1,000 characters'),
      code: z
        .string('Required')
        .trim()
        .regex(/^\d{6}$/, 'Must have 6 digits'),
    }),
    responses: { 201: { description: 'Added', schema: addedSchema } },
    rejects: [409, 422],
  },
  startPasskey: {
    ...enrolling,
    ...ofAll,
    method: 'POST',
    path: '/api/session/factors/passkey/challenge',
    summary: 'Get a challenge to create a passkey',
    responses: { 200: { description: 'Options of the browser’s call', schema: creationOptionsSchema } },
    rejects: [409],
  },
  addPasskey: {
    ...enrolling,
    ...ofAll,
    method: 'POST',
    path: '/api/session/factors/passkey',
    summary: 'Add a passkey',
    body: z.strictObject({ name, passkey: attestationSchema }),
    responses: { 201: { description: 'Added', schema: addedSchema } },
    rejects: [409, 422],
  },
  remove: {
    ...own,
    ...ofAll,
    method: 'DELETE',
    path: '/api/session/factors/{factorId}',
    summary: 'Remove a second factor. Remembered devices end',
    params: factorParam,
    responses: { 200: { description: 'Removed', schema: empty } },
    rejects: [404, 409],
  },
  replaceRecoveryCodes: {
    ...own,
    ...ofAll,
    method: 'POST',
    path: '/api/session/recoveryCodes',
    summary: 'Get ten new recovery codes. The previous ones are no longer valid',
    responses: {
      201: {
        description: 'The codes, which are not shown again',
        schema: z.object({ recoveryCodes: z.array(z.string()) }),
      },
    },
    rejects: [409],
  },
  endDevice: {
    ...own,
    method: 'DELETE',
    path: '/api/session/devices/{deviceId}',
    summary: 'No longer remember a device',
    params: deviceParam,
    responses: { 200: { description: 'Removed', schema: empty } },
    rejects: [404, 409],
  },
  setRequirement: {
    ...ofAll,
    method: 'PUT',
    path: '/api/demand/signInPolicy',
    summary: 'Require a second factor of all users of the account',
    chapter,
    access: { roles: ['demand'] },
    isForPeople: true,
    body: z.strictObject({ requiresFactor: z.boolean('Must be true or false') }),
    responses: { 200: { description: 'Saved', schema: z.object({ requiresFactor: z.boolean() }) } },
    rejects: [409],
  },
  readConfirmation: {
    ...enrolling,
    method: 'GET',
    path: '/api/session/confirmation',
    summary: 'Read how you can confirm who you are',
    responses: {
      200: {
        description: 'The possible ways',
        schema: z.object({
          methods: z
            .array(z.enum([...factorMethods, 'password']))
            .describe('password = only for users without a second factor; empty = only by the identity provider'),
          passkey: requestOptionsSchema.nullable().describe('A challenge; null without passkeys'),
          provider: z
            .string()
            .nullable()
            .describe(
              'Name of the identity provider at which you can sign in again to confirm (GET /api/session/identity/confirm); null = none',
            ),
        }),
      },
    },
  },
  confirm: {
    ...enrolling,
    method: 'POST',
    path: '/api/session/confirmation',
    summary: 'Confirm who you are, for calls that require it, for ten minutes',
    body: z
      .strictObject({
        ...proofShape,
        password: z.string('Required').min(1, 'Required').max(200, 'At most 200 characters').optional(),
      })
      .refine(hasOneProof, { error: oneProof[0], path: [oneProof[1]] }),
    responses: { 200: { description: 'Confirmed', schema: empty } },
    rejects: [409, 422, 429],
  },
  checkConfirmation: {
    ...own,
    ...ofAll,
    method: 'GET',
    path: '/api/session/confirmed',
    summary: 'Check whether you confirmed who you are within ten minutes, before a download that requires it',
    responses: { 200: { description: 'You did', schema: empty } },
  },
} as const satisfies Contract;
