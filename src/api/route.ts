import type { z } from 'zod';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Problem } from './problem.ts';
import type { ResponseBody, ResponseDeclaration, RejectionStatus, RouteDeclaration } from './routeDeclaration.ts';
import type { SessionUser } from './session/sessionContract.ts';

/** A call in the form that handlers get: checked, parsed and with its user. */
export interface Call<P = unknown, Q = unknown, B = unknown, U = SessionUser> {
  params: P;
  query: Q;
  body: B;
  /** The body of a route with a streamBody as it arrives; throws when it exceeds the limit or is incomplete. */
  upload: AsyncIterable<Uint8Array>;
  /** Media type of that body, without parameters: text/csv. */
  uploadType: string;
  /** The calling user; null only on public and internal routes. */
  user: U;
  requestId: string;
  ip: string;
  /** The caller as the log records it. */
  author: Author;
  /** The session cookie's value, if any. */
  sessionToken: string | null;
  /** The cookies of the call by name. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** The Authorization header, if any. */
  authorization: string | null;
  /** Whether the caller used https. */
  isSecure: boolean;
  /** The requested host with its port. */
  host: string;
  /** Aborts when the client disconnects or the server closes. */
  signal: AbortSignal;
}

/** Additional headers of a response. */
export type ResponseHeaders = Record<string, string | string[]>;

/** A handler's JSON response. */
export interface JsonResponse<Status extends number = number, Body = unknown> {
  status: Status;
  body: Body;
  headers?: ResponseHeaders;
}

/** A handler's response as text or bytes, streamed; its headers name the media type. */
export interface StreamResponse<Status extends number = number> {
  status: Status;
  stream: AsyncIterable<string | Uint8Array>;
  headers: ResponseHeaders & { 'content-type': string };
}

/** A handler's rejection of a call: its problems become the body. */
export interface Rejection<Status extends number = number, P extends Problem = Problem> {
  status: Status;
  problems: P[];
  headers?: ResponseHeaders;
}

export type RouteResponse = JsonResponse | StreamResponse | Rejection;

/** The media types that a response's body can have, without parameters. */
export function typesOf({ contentType = 'application/json' }: ResponseDeclaration): string[] {
  return [contentType].flat().map((type) => type.split(';')[0] ?? '');
}

/** One route. Fastify's routes, the OpenAPI document and the tenancy test are all derived from the table of routes. */
export interface Route extends RouteDeclaration {
  /**
   * Further faults of a body that its schema refuses, which is passed unparsed, so that all faults are reported at
   * once. Must not change anything.
   */
  additionalFaults?(call: Call<never, never, unknown, never>): Promise<Problem[]>;
  handler(call: Call<never, never, never, never>): Promise<RouteResponse>;
}

/** A route at its path, and at that of the previous release. */
export function withFormerPath(route: Route): Route[] {
  return route.formerPath === undefined ? [route] : [route, { ...route, path: route.formerPath }];
}

/** Media types of responses that are streamed uncompressed. */
const streamedTypes = ['application/x-ndjson', 'application/octet-stream'];

/** Whether a route responds with a possibly endless stream. */
export function isStreamed({ responses }: Pick<Route, 'responses'>): boolean {
  return Object.values(responses).some((response) => typesOf(response).some((type) => streamedTypes.includes(type)));
}

/** Whether a route for GET also accepts HEAD: not when GET changes state or may stream endlessly. */
export function respondsToHead(route: Pick<Route, 'method' | 'responses' | 'isUnsafeGet'>): boolean {
  return route.method === 'GET' && !isStreamed(route) && route.isUnsafeGet !== true;
}

/** The parsed type of a part of a call; undefined when the route does not declare it. */
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

/** A call of a declared route whose body its schema refuses. */
type UnreadCallOf<D extends RouteDeclaration> = Call<Parsed<D, 'params'>, Parsed<D, 'query'>, unknown, UserOf<D>>;

/** The response of a declaration: an error with a schema of its own is a rejection with problems of that shape. */
type ResponseOfDeclaration<Status extends number, A extends ResponseDeclaration> = A extends {
  readonly contentType: string | readonly string[];
}
  ? StreamResponse<Status>
  : ResponseBody<A> extends { problems: (infer P extends Problem)[]; requestId: string }
    ? Rejection<Status, P>
    : JsonResponse<Status, ResponseBody<A>>;

type RejectionStatusOf<D extends RouteDeclaration> = D extends { readonly rejects: readonly (infer S)[] } ? S : never;

/**
 * The responses of a declared route's handler: one of those declared, with a body as its schema outputs it (bodies are sent
 * unparsed, so they must be what callers read), or a rejection with one of its statuses or 503.
 */
export type ResponseOf<D extends RouteDeclaration> =
  | { [S in keyof D['responses'] & number]: ResponseOfDeclaration<S, D['responses'][S]> }[keyof D['responses'] & number]
  | Rejection<(RejectionStatusOf<D> & RejectionStatus) | 503>;

/** Binds a handler to a declared route. A handler with any undeclared response does not compile. */
export function implement<const D extends RouteDeclaration>(
  declaration: D,
  handler: (call: CallOf<D>) => Promise<ResponseOf<D>>,
  more: { additionalFaults?(call: UnreadCallOf<D>): Promise<Problem[]> } = {},
): Route {
  return { ...declaration, handler, ...more };
}

/** A response with a JSON body, of status 200. */
export function ok<Body>(body: NoInfer<Body>): JsonResponse<200, Body>;
/** A response with a JSON body, with another status or with headers. */
export function ok<Body, Status extends number>(
  body: NoInfer<Body>,
  status: Status,
  headers?: ResponseHeaders,
): JsonResponse<Status, Body>;
export function ok<Body>(body: Body, status = 200, headers?: ResponseHeaders): JsonResponse<number, Body> {
  return { status, body, ...(headers ? { headers } : {}) };
}

/** Rejects a call with problems as the body. */
export function reject<Status extends RejectionStatus | 503, P extends Problem>(
  status: Status,
  problems: P[],
  headers?: ResponseHeaders,
): Rejection<Status, P> {
  return { status, problems, ...(headers ? { headers } : {}) };
}

/** The one response for objects that do not exist and objects of other accounts. */
export function notFound(): Rejection<404> {
  return reject(404, [{ code: 'not_found', message: 'There is no such object', path: '' }]);
}
