import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { factorMethods } from '../factors/factorSchemas.ts';
import { apiScopes } from '#model/account/apiScopes.ts';
import { editions, managerRoles, permissions, type Role, userTypes } from '#model/index.ts';
import { idInText } from '../addressValues.ts';
import { entityNameSchema, namedSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';

const text = (max: number) => textSchema('Required').min(1, 'Required').max(max, `At most ${max} characters`);

const nullableId = z.int().nullable();

const sessionConfigSchema = z
  .object({
    host: z.string().describe('Host of the console, including the port'),
    landing: z.string().nullable().describe('URL that the logo links to; null = no link'),
    database: z.enum(editions).nullable().describe('Edition of the product; null = the standard edition'),
    insightHub: z.string().nullable().describe('URL of the insight hub; null = none'),
    mediaUrl: z.string().describe('Base URL of creative files, on the origin of ad serving'),
    fourEyes: z
      .literal(true)
      .optional()
      .describe('true if changes of payouts, platform prices and roles wait for a second person; otherwise absent'),
  })
  .describe('Settings of the installation that the console needs');

/** Settings of the installation that the console needs. */
export type SessionConfig = z.output<typeof sessionConfigSchema>;

/** The signed-in user. */
export const sessionUserSchema = z.object({
  id: z.int(),
  type: z.enum(userTypes.map((type) => type.value)),
  role: z
    .enum(Object.keys(permissions) as Role[])
    .describe('Role of the user: its type, with super admins separate from other admins'),
  login: z.string(),
  name: z.string(),
  demandId: nullableId.describe('Account whose rows the user sees; null for admins, who see all'),
  subpublisherId: nullableId,
  advertiserId: nullableId,
  accountName: z.string().nullable().describe('Name of the account; null for admins'),
  managerId: nullableId,
  scope: z
    .object({ advertiserIds: z.array(z.int()).nullable(), subpublisherIds: z.array(z.int()).nullable() })
    .describe('Partners that a manager is restricted to; null = all partners of the account'),
  timezone: z.int().min(-12).max(12).describe('Whole hours from UTC'),
  tagParams: z.array(z.string()).nullable(),
  showDsp: z.boolean(),
  showPostbidPix: z.boolean(),
  showPostbidWh: z.boolean(),
  showCheckIVT: z.boolean(),
  showSystemCost: z.boolean(),
  vastParams: z.array(z.string()).nullable(),
  vast2Params: z.array(z.string()).nullable(),
  config: sessionConfigSchema,
  isProgram: z
    .boolean()
    .optional()
    .describe('true if a program calls with an API key or the API token of the account; otherwise absent'),
  customRole: namedSchema.nullable().describe('The custom role that limits the user; null without one'),
  viewedRole: z
    .string()
    .nullable()
    .describe('The role as which the owner of the account sees the console; null = its own'),
  scopes: z
    .array(z.enum(apiScopes))
    .optional()
    .describe('The scopes to which the custom role and the API key limit the user; absent without either'),
  limits: z
    .object({ read: z.array(entityNameSchema), write: z.array(entityNameSchema) })
    .optional()
    .describe('The objects within these scopes; absent without them'),
  hidesMoney: z
    .literal(true)
    .optional()
    .describe('true if the custom role of the user hides prices, revenue and all other money; otherwise absent'),
  adminId: nullableId.describe('The admin who acts as this user; null for the user itself'),
  adminName: z.string().nullable(),
  encryptKey: z
    .string()
    .optional()
    .describe('Key of encrypted responses, 32 bytes in base64; absent if responses are not encrypted'),
  needsFactor: z
    .literal(true)
    .optional()
    .describe('true if the user has to add a second factor before anything else; otherwise absent'),
  uid: z.string().optional().describe('Only for admins: super for the super admin, otherwise a unique name'),
  isDisabled: z
    .boolean()
    .optional()
    .describe('Only for admins: false for the super admin, the only one who can change accounts and users'),
});

/** The signed-in user as the console knows it: the response of login and of GET /api/session. */
export type SessionUser = z.output<typeof sessionUserSchema>;

const secondStepSchema = z
  .object({
    methods: z.array(z.enum(factorMethods)).describe('Ways to go on with POST /api/auth/factor, within five minutes'),
    rememberDays: z.int().describe('Days for which the browser can be remembered; 0 = it cannot'),
  })
  .describe('The password is right, and a second factor is needed; the pending sign-in is in a cookie');

/** The second step of a sign-in whose password was right. */
export type SecondStep = z.output<typeof secondStepSchema>;

const loginBody = z.strictObject({ login: text(100), password: text(200) });

/** Body of POST /api/auth/login. */
export type LoginRequest = z.input<typeof loginBody>;

/** Signing in and out, the signed-in user, and acting as another user. */
export const sessionContract = {
  signIn: {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    chapter: 'Session',
    access: 'public',
    body: loginBody,
    responses: {
      200: { description: 'The signed-in user; the session is in a cookie', schema: sessionUserSchema },
      202: { description: 'A second factor is needed', schema: secondStepSchema },
    },
    rejects: [401, 429],
  },
  signOut: {
    method: 'GET',
    path: '/api/auth/logout',
    summary: 'Sign out',
    chapter: 'Session',
    access: 'public',
    isUnsafeGet: true,
    responses: {
      200: {
        description: 'Signed out',
        schema: z.object({
          next: z
            .string()
            .optional()
            .describe('URL that also ends the session at the identity provider; absent if there is none'),
        }),
      },
    },
  },
  read: {
    method: 'GET',
    path: '/api/session',
    summary: 'Read the signed-in user',
    chapter: 'Session',
    access: 'session',
    isForEnrolment: true,
    responses: { 200: { description: 'The signed-in user', schema: sessionUserSchema } },
  },
  viewAs: {
    method: 'PUT',
    path: '/api/session/viewedRole',
    summary:
      'See the console as a role of the account: the session then has no more rights than the role. Only for owners',
    chapter: 'Session',
    access: 'session',
    isForPeople: true,
    body: z.strictObject({
      role: z.union(
        [z.enum(managerRoles.map(({ value }) => value)), z.int().positive()],
        'Must be a built-in role or the ID of a custom role',
      ),
    }),
    responses: { 200: { description: 'The session sees the console as the role', schema: z.object({}) } },
    rejects: [403, 404],
  },
  endView: {
    method: 'DELETE',
    path: '/api/session/viewedRole',
    summary: 'Stop seeing the console as a role',
    chapter: 'Session',
    access: 'session',
    isForPeople: true,
    responses: { 200: { description: 'The session has the rights of its user again', schema: z.object({}) } },
  },
  actAs: {
    method: 'GET',
    path: '/api/switch',
    summary: 'Act as another user, or stop acting as one',
    chapter: 'Session',
    access: 'session',
    isForPeople: true,
    confirmation: { of: 'all', exceptQuery: { type: 'admin' } },
    isUnsafeGet: true,
    query: z.object({
      type: z.enum(['admin', 'demand', 'user'], 'One of: admin, demand, user'),
      id: idInText('Required'),
    }),
    responses: {
      303: { description: 'Redirect to the console, which restarts as the other user', schema: z.object({}) },
    },
    rejects: [403, 404, 422],
  },
} as const satisfies Contract;
