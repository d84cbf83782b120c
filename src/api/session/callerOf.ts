import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { responseKey } from '../encryption/responseKey.ts';
import { shownUserHeader } from '../shownUserHeader.ts';
import { enterSession, type SessionVisit } from './openSession.ts';
import { sessionConfig } from './sessionConfig.ts';
import type { SessionUser } from './sessionContract.ts';
import { sessionCookie } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

/** The caller of a request, and its connection. */
export interface Caller {
  user: SessionUser | null;
  /** The session cookie's value, if any. */
  token: string | null;
  /** Whether the call has a bearer token instead of a session: a program of the account. */
  isProgram: boolean;
  isSecure: boolean;
  host: string;
}

/** Identifies the caller of a request. */
export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

/** Reads callers from their session cookies or bearer tokens, once per request. */
export function openCallers({ config, sessions, now }: ApiDeps): CallerOf {
  const known = new WeakMap<FastifyRequest, Promise<Caller>>();
  const read = async (request: FastifyRequest): Promise<Caller> => {
    const bearer = bearerOf(request.headers.authorization);
    const token = bearer === null ? (request.cookies[sessionCookie] ?? null) : null;
    const host = config.CONSOLE_URL ? new URL(config.CONSOLE_URL).host : request.host;
    const isSecure = request.protocol === 'https' || (config.CONSOLE_URL?.startsWith('https:') ?? false);
    const principal =
      bearer !== null
        ? await sessions.readApiToken(bearer)
        : token === null
          ? null
          : await enterSession(sessions, token, visitOf(request, now()), config);
    // A page that still shows another user must not read or write as the user who signed in since.
    const claimed = request.headers[shownUserHeader];
    const isOther = claimed !== undefined && claimed !== String(principal?.user.id);
    const user =
      principal && !isOther ? sessionUser(principal, sessionConfig(config, host), responseKey(config, token)) : null;
    const isProgram = bearer !== null;
    return { user: user && isProgram ? { ...user, isProgram } : user, token, isProgram, isSecure, host };
  };
  return (request) => {
    let caller = known.get(request);
    if (!caller) {
      caller = read(request);
      known.set(request, caller);
    }
    return caller;
  };
}

/** The visit of a request. */
function visitOf({ ip, headers }: FastifyRequest, now: Date): SessionVisit {
  return { now, ip, userAgent: headers['user-agent'] ?? '' };
}

/** The token of an Authorization header; null without the header, empty when it has no valid token. */
function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer ([\w-]{1,100})$/i.exec(header)?.[1] ?? '';
}
