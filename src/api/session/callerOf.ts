import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { responseKey } from '../encryption/responseKey.ts';
import { mayAddFirstFactor } from '../factors/mayAddFirstFactor.ts';
import { needsFactor } from '../factors/requiresFactor.ts';
import type { BearerFault } from '../keys/bearerFault.ts';
import { type Program, type ProgramKey, readProgram } from '../keys/readProgram.ts';
import { shownUserHeader } from '../shownUserHeader.ts';
import { enterSession, type SessionVisit } from './openSession.ts';
import { sessionConfig } from './sessionConfig.ts';
import type { SessionUser } from './sessionContract.ts';
import { limitedTo } from './limitedTo.ts';
import { sessionTokenOf } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

/** The caller of a request, and its connection. */
export interface Caller {
  user: SessionUser | null;
  /** The session cookie's value, if any. */
  token: string | null;
  /** The second factor of the person who signed in; null without a session. */
  factor: FactorOfSession | null;
  /** Whether the call has a bearer token instead of a session: a program. */
  isProgram: boolean;
  /** The API key of the program; null without one. */
  key: ProgramKey | null;
  /** Why the bearer token is refused; null when it is valid or there is none. */
  bearerFault: BearerFault | null;
  isSecure: boolean;
  host: string;
}

/** The second factor of the person who signed in, as it is at the call. */
export interface FactorOfSession {
  hasFactor: boolean;
  /** Whether the person has to add one before anything else. */
  isMissing: boolean;
  /** When the person last proved who they are, ISO 8601; null = not in this session. */
  confirmedAt: string | null;
  /** Whether the person may add the first factor without a confirmation. */
  mayAddFirst: boolean;
}

/** Identifies the caller of a request. */
export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

/** Reads callers from their session cookies or bearer tokens, once per request. */
export function openCallers(deps: ApiDeps): CallerOf {
  const { config, sessions, now } = deps;
  const known = new WeakMap<FastifyRequest, Promise<Caller>>();
  const identify = async (request: FastifyRequest): Promise<Caller> => {
    const bearer = bearerOf(request.headers.authorization);
    const token = bearer === null ? sessionTokenOf(request.cookies) : null;
    const host = config.CONSOLE_URL ? new URL(config.CONSOLE_URL).host : request.host;
    const isSecure = request.protocol === 'https' || (config.CONSOLE_URL?.startsWith('https:') ?? false);
    const read = bearer === null ? null : await readProgram(deps, { bearer, ip: request.ip });
    const [program, fault] = outcomeOf(read);
    const session = token === null ? null : await enterSession(sessions, token, visitOf(request, now()), config);
    const principal = program?.principal ?? session;
    const factor = session && {
      hasFactor: session.hasFactor,
      isMissing: needsFactor(config, session),
      confirmedAt: session.confirmedAt,
      mayAddFirst: mayAddFirstFactor(session, now()),
    };
    // A page that still shows another user must not read or write as the user who signed in since.
    const claimed = request.headers[shownUserHeader];
    const isOther = claimed !== undefined && claimed !== String(principal?.user.id);
    const user =
      principal && !isOther
        ? sessionUser(principal, sessionConfig(config, host), {
            encryptKey: responseKey(config, token),
            needsFactor: factor?.isMissing ?? false,
          })
        : null;
    const isProgram = bearer !== null;
    const key = program?.key ?? null;
    return {
      user: user && isProgram ? { ...(key ? limitedTo(user, key.scopes) : user), isProgram } : user,
      ...{ token, factor, isProgram, key, bearerFault: fault, isSecure, host },
    };
  };
  return (request) => {
    let caller = known.get(request);
    if (!caller) {
      caller = identify(request);
      known.set(request, caller);
    }
    return caller;
  };
}

/** The visit of a request. */
function visitOf({ ip, headers }: FastifyRequest, now: Date): SessionVisit {
  return { now, ip, userAgent: headers['user-agent'] ?? '' };
}

/** A program, or the fault of its token. */
function outcomeOf(read: Program | BearerFault | null): [Program | null, BearerFault | null] {
  if (read === null) return [null, null];
  return 'principal' in read ? [read, null] : [null, read];
}

/** The token of an Authorization header; null without the header, empty when it has no valid token. */
function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer ([\w-]{1,100})$/i.exec(header)?.[1] ?? '';
}
