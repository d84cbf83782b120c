import { z } from 'zod';
import { editions, permissions, userTypes } from '#model/index.ts';
import type { NewEntry } from '#storage/entities/changeLog.ts';
import type { ApiDeps } from '../deps.ts';
import { responseKey } from '../encryption/responseKey.ts';
import { defineRoute, ok, refuse, type Reply, type Route } from '../route.ts';
import { createLoginThrottle } from './loginThrottle.ts';
import { openSession, useSession } from './openSession.ts';
import { createFailureReport } from './createFailureReport.ts';
import { sessionConfig } from './sessionConfig.ts';
import { clearSessionCookie, setSessionCookie } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

const text = (max: number) =>
  z
    .string('Required')
    .min(1, 'Required')
    .max(max, `At most ${max} characters`)
    .refine((value) => !value.includes('\u0000'), 'Must not contain a null character');

const nullableId = z.int().nullable();

/** The signed-in user as login and session answer it. */
const sessionUserSchema = z.object({
  id: z.int(),
  type: z.enum(userTypes.map((type) => type.value)),
  role: z.enum(Object.keys(permissions)),
  login: z.string(),
  name: z.string(),
  demandId: nullableId,
  subpublisherId: nullableId,
  advertiserId: nullableId,
  accountName: z.string().nullable(),
  managerId: nullableId,
  scope: z.object({ advertiserIds: z.array(z.int()).nullable(), subpublisherIds: z.array(z.int()).nullable() }),
  timezone: z.int().min(-12).max(12),
  tagParams: z.array(z.string()).nullable(),
  showDsp: z.boolean(),
  showPostbidPix: z.boolean(),
  showPostbidWh: z.boolean(),
  showCheckIVT: z.boolean(),
  showSystemCost: z.boolean(),
  vastParams: z.array(z.string()).nullable(),
  vast2Params: z.array(z.string()).nullable(),
  config: z.object({
    host: z.string(),
    landing: z.string().nullable(),
    database: z.enum(editions).nullable(),
    insightHub: z.string().nullable(),
    mediaUrl: z.string(),
  }),
  isProgram: z.boolean().optional(),
  adminId: nullableId,
  adminName: z.string().nullable(),
  encryptKey: z.string().optional(),
  uid: z.string().optional(),
  isDisabled: z.boolean().optional(),
});

/** Signing in and out, and who is signed in. */
export function sessionRoutes({ config, logins, sessions, log, logger, now }: ApiDeps): Route[] {
  const throttle = createLoginThrottle(logins, config.secret);
  const report = createFailureReport({ logins, log, throttle, warn: logger.warn, now });
  return [
    defineRoute({
      method: 'POST',
      path: '/api/auth/login',
      summary: 'Sign in',
      chapter: 'Session',
      access: 'public',
      body: z.strictObject({ login: text(100), password: text(200) }),
      answers: { 200: { description: 'The signed-in user; the session is in a cookie', schema: sessionUserSchema } },
      refuses: [401, 429],
      async handler({ body, ip, author, isSecure, host, sessionToken }) {
        const login = body.login.trim();
        const attempt = { login, holder: await logins.find(login), ip, now: now() };
        const admission = await throttle.admit(attempt);
        if (admission.type === 'refused') {
          if (admission.isFirst) await report.refused(author, attempt, admission.limit);
          return refuseForNow(admission.waitSeconds);
        }
        const user = await logins.verify(login, body.password);
        if (!user) {
          await report.failed(author, attempt);
          return refuse(401, [{ code: 'bad_credentials', message: 'Bad credentials', path: '' }]);
        }
        await throttle.succeed(attempt, admission.counted, user.id);
        if (sessionToken !== null) await sessions.end(sessionToken);
        const { token, seconds } = await openSession(sessions, user.id, attempt.now);
        await logins.recordLogin(user.id, attempt.now.toISOString());
        await log.record({ ...author, userId: user.id }, personalEntry('login', user));
        const principal = await useSession(sessions, token, attempt.now);
        if (!principal) throw new Error('the session that was opened is not there');
        return {
          ...ok(sessionUser(principal, sessionConfig(config, host), responseKey(config, token))),
          headers: { 'set-cookie': setSessionCookie(token, seconds, isSecure) },
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/auth/logout',
      summary: 'Sign out',
      chapter: 'Session',
      access: 'public',
      isUnsafeGet: true,
      answers: { 200: { description: 'Signed out', schema: z.object({}) } },
      async handler({ user, author, sessionToken, isSecure }) {
        if (user && sessionToken !== null) await log.record(author, personalEntry('logout', user));
        if (sessionToken !== null) await sessions.end(sessionToken);
        return { ...ok({}), headers: { 'set-cookie': clearSessionCookie(isSecure) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/session',
      summary: 'Who is signed in',
      chapter: 'Session',
      access: 'session',
      answers: { 200: { description: 'The signed-in user', schema: sessionUserSchema } },
      async handler({ user }) {
        return ok(user);
      },
    }),
  ];
}

/** The answer to attempts beyond a limit, the same whichever it is and whether or not there is such a login. */
function refuseForNow(waitSeconds: number): Reply<429> {
  const minutes = Math.ceil(waitSeconds / 60);
  const message = `Too many failed sign-ins; try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  return refuse(429, [{ code: 'too_many_attempts', message, path: '' }], { 'retry-after': String(waitSeconds) });
}

/** The entry of the log for somebody who came or went. */
function personalEntry(
  action: 'login' | 'logout',
  user: { id: number; name: string; demandId: number | null },
): NewEntry {
  return { action, entity: 'user', rowId: user.id, name: user.name, demandId: user.demandId };
}
