import type { z } from 'zod';
import type { Action, EntityName, Role } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Problem, SessionUser } from './contract.ts';

/**
 * Who may call a route: anyone; anyone signed in; the roles named; the roles that the permission table allows an
 * action on an entity; or the platform's own processes, by a bearer token.
 */
export type Access =
  | 'public'
  | 'session'
  | 'internal'
  | { roles: readonly Role[] }
  | { entity: EntityName; action: Action };

/** A call as a handler sees it: checked, parsed and with its user. */
export interface Call<P = unknown, Q = unknown, B = unknown, U = SessionUser> {
  params: P;
  query: Q;
  body: B;
  /** The body of a route with a streamBody, as it comes; throws when it grows beyond the limit or breaks off. */
  upload: AsyncIterable<Uint8Array>;
  /** Type of that body, without parameters: text/csv. */
  uploadType: string;
  /** Who calls; null only on public and internal routes. */
  user: U;
  requestId: string;
  ip: string;
  /** The caller as the log keeps it. */
  author: Author;
  /** The session cookie's value, when there is one. */
  sessionToken: string | null;
  /** Whether the caller reached us by https. */
  isSecure: boolean;
  /** Host that the caller asked, with its port. */
  host: string;
  /** Aborts when the caller goes away or the server closes. */
  signal: AbortSignal;
}

/** Statuses by which handlers refuse calls, with a body of problems. Any handler may answer 503 beside. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429;

/** A handler's answer, of a status among those named. A stream of text or bytes is sent as it comes. */
export interface Reply<Status extends number = number> {
  status: Status;
  body?: unknown;
  stream?: AsyncIterable<string | Uint8Array>;
  headers?: Record<string, string | string[]>;
}

/** An answer of a route as the OpenAPI document describes it. */
export interface AnswerDoc {
  description: string;
  schema?: z.ZodType;
  /** Type of its body, or those that it can have; JSON where none is named. */
  contentType?: string | readonly string[];
}

/** The types that a body of an answer can have, without parameters. */
export function typesOf({ contentType = 'application/json' }: AnswerDoc): string[] {
  return [contentType].flat().map((type) => type.split(';')[0] ?? '');
}

/** One route: Fastify's routes, the OpenAPI document and the tenancy test all derive from the table of these. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: /api/demand/tags/{id}. */
  path: string;
  summary: string;
  /** Chapter of the OpenAPI document. */
  chapter: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Largest JSON body in bytes, where the usual is too little. */
  limitBytes?: number;
  /** The body is of one of these types and is handed on as it comes, up to so many bytes. */
  streamBody?: { contentTypes: readonly string[]; limitBytes: number };
  /** Answers by status, with bodies of their own. */
  answers: Record<number, AnswerDoc>;
  /** Only people call it, by a session: programs with an API token are refused (403). */
  isForPeople?: boolean;
  /**
   * Statuses by which the handler refuses calls. It answers with nothing but these, the answers and 503: anything else
   * is a type error. What is refused before a handler runs (rights, values, sizes) is derived from the route.
   */
  refuses?: readonly RefusalStatus[];
  /** A GET that changes state: it passes the same check of its origin as the other methods. */
  isUnsafeGet?: boolean;
  /**
   * What else is wrong with a body that its schema refuses, which comes as it was sent: every fault is told at once.
   * Nothing may be changed.
   */
  faultsBeside?(call: Call<never, never, unknown, never>): Promise<Problem[]>;
  handler(call: Call<never, never, never, never>): Promise<Reply>;
}

/** Types of answers that are sent as they come, uncompressed. */
const streamedTypes = ['application/x-ndjson', 'application/octet-stream'];

/** Whether a route answers with a stream that may have no end. */
export function isStreamed({ answers }: Pick<Route, 'answers'>): boolean {
  return Object.values(answers).some((answer) => typesOf(answer).some((type) => streamedTypes.includes(type)));
}

/** Whether a route answers HEAD as GET: HEAD acts on nothing, and does not wait for an end that may not come. */
export function answersHead(route: Pick<Route, 'method' | 'answers' | 'isUnsafeGet'>): boolean {
  return route.method === 'GET' && !isStreamed(route) && route.isUnsafeGet !== true;
}

/** What a schema parses to; undefined where there is none. */
export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type UserOf<A extends Access> = A extends 'public' | 'internal' ? SessionUser | null : SessionUser;

/** Declares a route; its handler is typed by its schemas and access. */
export function defineRoute<
  const A extends Access,
  const Answers extends Record<number, AnswerDoc>,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  const R extends readonly RefusalStatus[] = [],
>(
  route: Omit<Route, 'access' | 'params' | 'query' | 'body' | 'answers' | 'refuses' | 'faultsBeside' | 'handler'> & {
    access: A;
    answers: Answers;
    refuses?: R;
    params?: P;
    query?: Q;
    body?: B;
    faultsBeside?(call: Call<Parsed<P>, Parsed<Q>, unknown, UserOf<A>>): Promise<Problem[]>;
    handler(
      call: Call<Parsed<P>, Parsed<Q>, Parsed<B>, UserOf<A>>,
    ): Promise<Reply<(keyof Answers & number) | R[number] | 503>>;
  },
): Route {
  return route;
}

/** An answer with a JSON body, of status 200. */
export function ok(body: unknown): Reply<200>;
/** An answer with a JSON body, of another status. */
export function ok<Status extends number>(body: unknown, status: Status): Reply<Status>;
export function ok(body: unknown, status = 200): Reply {
  return { status, body };
}

/** Refuses a call: the problems become the body. */
export function refuse<Status extends RefusalStatus | 503>(
  status: Status,
  problems: Problem[],
  headers?: Record<string, string>,
): Reply<Status> {
  return { status, body: { problems }, ...(headers ? { headers } : {}) };
}

/** The one answer for what does not exist and for what belongs to another account. */
export function notFound(): Reply<404> {
  return refuse(404, [{ code: 'not_found', message: 'There is no such object', path: '' }]);
}
