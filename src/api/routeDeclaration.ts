import type { z } from 'zod';
import type { Action, EntityName, Role } from '#model/index.ts';

/**
 * Who may call a route: anyone; anyone signed in; the roles named; the roles that the permission table allows an
 * action on an entity; or the platform's own processes, by a bearer token.
 */
export type Access =
  | 'public'
  | 'session'
  | 'internal'
  | { readonly roles: readonly Role[] }
  | { readonly entity: EntityName; readonly action: Action };

/** Statuses by which handlers refuse calls, with a body of problems. Any handler may answer 503 beside. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429;

/** An answer of a route: JSON by its schema, or text or bytes of the types named, which are sent as they come. */
export type AnswerDeclaration =
  | { readonly description: string; readonly schema: z.ZodType; readonly contentType?: undefined }
  | { readonly description: string; readonly schema?: z.ZodType; readonly contentType: string | readonly string[] };

/** What a call and its answers are: the server, the OpenAPI document and the console's client derive from these. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: /api/demand/tags/{id}. */
  readonly path: string;
  readonly summary: string;
  /** Chapter of the OpenAPI document. */
  readonly chapter: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Largest JSON body in bytes, where the usual is too little. */
  readonly limitBytes?: number;
  /** The body is of one of these types and is handed on as it comes, up to so many bytes. */
  readonly streamBody?: { readonly contentTypes: readonly string[]; readonly limitBytes: number };
  /** Answers by status, with bodies of their own. */
  readonly answers: Readonly<Record<number, AnswerDeclaration>>;
  /** Only people call it, by a session: programs with an API token are refused (403). */
  readonly isForPeople?: boolean;
  /**
   * Statuses by which the handler refuses calls. What is refused before a handler runs (rights, values, sizes) is
   * derived from the route.
   */
  readonly refuses?: readonly RefusalStatus[];
  /** A GET that changes state: it passes the same check of its origin as the other methods. */
  readonly isUnsafeGet?: boolean;
}

/** The routes of a feature by name. */
export type Contract = Readonly<Record<string, RouteDeclaration>>;

/** The body of an answer in JSON, as it is sent and as callers read it; never for text and bytes. */
export type AnswerBody<A> = A extends { readonly contentType: string | readonly string[] }
  ? never
  : A extends { readonly schema: infer S }
    ? z.output<S>
    : never;
