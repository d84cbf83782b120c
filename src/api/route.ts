import type { z } from 'zod';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Problem } from './problem.ts';
import type { AnswerBody, AnswerDeclaration, RefusalStatus, RouteDeclaration } from './routeDeclaration.ts';
import type { SessionUser } from './session/sessionContract.ts';

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

/** Headers of an answer beside those that every answer has. */
export type ReplyHeaders = Record<string, string | string[]>;

/** A handler's answer in JSON. */
export interface JsonReply<Status extends number = number, Body = unknown> {
  status: Status;
  body: Body;
  headers?: ReplyHeaders;
}

/** A handler's answer in text or bytes, which are sent as they come; its headers name their type. */
export interface StreamReply<Status extends number = number> {
  status: Status;
  stream: AsyncIterable<string | Uint8Array>;
  headers: ReplyHeaders & { 'content-type': string };
}

/** A handler's refusal of a call: its problems become the body. */
export interface Refusal<Status extends number = number, P extends Problem = Problem> {
  status: Status;
  problems: P[];
  headers?: ReplyHeaders;
}

/** What a handler answers. */
export type Reply = JsonReply | StreamReply | Refusal;

/** The types that a body of an answer can have, without parameters. */
export function typesOf({ contentType = 'application/json' }: AnswerDeclaration): string[] {
  return [contentType].flat().map((type) => type.split(';')[0] ?? '');
}

/** One route: Fastify's routes, the OpenAPI document and the tenancy test all derive from the table of these. */
export interface Route extends RouteDeclaration {
  /**
   * What else is wrong with a body that its schema refuses, which comes as it was sent: every fault is told at once.
   * Nothing may be changed.
   */
  additionalFaults?(call: Call<never, never, unknown, never>): Promise<Problem[]>;
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

/** What a part of a call is parsed to; undefined where the route declares none. */
export type Parsed<D extends RouteDeclaration, Part extends 'params' | 'query' | 'body'> = D extends {
  readonly [P in Part]: infer S;
}
  ? z.output<S>
  : undefined;

type UserOf<D extends RouteDeclaration> = D['access'] extends 'public' | 'internal' ? SessionUser | null : SessionUser;

/** A call of a declared route. */
export type CallOf<D extends RouteDeclaration> = Call<
  Parsed<D, 'params'>,
  Parsed<D, 'query'>,
  Parsed<D, 'body'>,
  UserOf<D>
>;

/** The same with a body that its schema refuses. */
type UnreadCallOf<D extends RouteDeclaration> = Call<Parsed<D, 'params'>, Parsed<D, 'query'>, unknown, UserOf<D>>;

/** The reply of an answer: an error that has a schema of its own is a refusal with problems of that shape. */
type ReplyOfAnswer<Status extends number, A extends AnswerDeclaration> = A extends {
  readonly contentType: string | readonly string[];
}
  ? StreamReply<Status>
  : AnswerBody<A> extends { problems: (infer P extends Problem)[]; requestId: string }
    ? Refusal<Status, P>
    : JsonReply<Status, AnswerBody<A>>;

type RefusalStatusOf<D extends RouteDeclaration> = D extends { readonly refuses: readonly (infer S)[] } ? S : never;

/**
 * What the handler of a declared route answers: one of its answers, with the body that its schema gives out (what is
 * sent is not parsed, so that it has to be what callers read), or a refusal by one of its statuses or 503.
 */
export type ReplyOf<D extends RouteDeclaration> =
  | { [S in keyof D['answers'] & number]: ReplyOfAnswer<S, D['answers'][S]> }[keyof D['answers'] & number]
  | Refusal<(RefusalStatusOf<D> & RefusalStatus) | 503>;

/** Binds a handler to a declared route. A handler that answers anything but what is declared does not compile. */
export function implement<const D extends RouteDeclaration>(
  declaration: D,
  handler: (call: CallOf<D>) => Promise<ReplyOf<D>>,
  more: { additionalFaults?(call: UnreadCallOf<D>): Promise<Problem[]> } = {},
): Route {
  return { ...declaration, handler, ...more };
}

/** An answer with a JSON body, of status 200. */
export function ok<Body>(body: NoInfer<Body>): JsonReply<200, Body>;
/** An answer with a JSON body, of another status or with headers. */
export function ok<Body, Status extends number>(
  body: NoInfer<Body>,
  status: Status,
  headers?: ReplyHeaders,
): JsonReply<Status, Body>;
export function ok<Body>(body: Body, status = 200, headers?: ReplyHeaders): JsonReply<number, Body> {
  return { status, body, ...(headers ? { headers } : {}) };
}

/** Refuses a call: the problems become the body. */
export function refuse<Status extends RefusalStatus | 503, P extends Problem>(
  status: Status,
  problems: P[],
  headers?: ReplyHeaders,
): Refusal<Status, P> {
  return { status, problems, ...(headers ? { headers } : {}) };
}

/** The one answer for what does not exist and for what belongs to another account. */
export function notFound(): Refusal<404> {
  return refuse(404, [{ code: 'not_found', message: 'There is no such object', path: '' }]);
}
