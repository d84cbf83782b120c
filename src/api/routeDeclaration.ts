import type { z } from 'zod';
import type { FourEyesArea } from '#model/fourEyes/waitingChange.ts';
import type { FormerNames } from '#model/field/formerNames.ts';
import type { Action, EntityName, Role } from '#model/index.ts';
import type { SecurityEventCode } from '#model/security/securityEvents.ts';

/**
 * Who may call a route: anyone; anyone signed in; users with one of these roles, in DSP mode only those who have it;
 * users who may perform an action on an entity; users who may see the names of its rows; or the platform's own processes,
 * by a bearer token.
 */
export type Access =
  | 'public'
  | 'session'
  | 'internal'
  | { readonly roles: readonly Role[]; readonly isOfDsp?: true }
  | { readonly entity: EntityName; readonly action: Action }
  | { readonly namesOf: EntityName };

/** Statuses with which handlers reject calls, with a body of problems. Any handler may also return 503. */
export type RejectionStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429;

/** A response of a route: JSON with its schema, or streamed text or bytes of the given media types. */
export type ResponseDeclaration =
  | { readonly description: string; readonly schema: z.ZodType; readonly contentType?: undefined }
  | { readonly description: string; readonly schema?: z.ZodType; readonly contentType: string | readonly string[] };

/**
 * The declaration of a call and its responses, from which the server, the OpenAPI document and the console's client are
 * derived.
 */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: /api/demand/tags/{id}. */
  readonly path: string;
  /** The path of the previous release: handled alike, not documented. */
  readonly formerPath?: string;
  /** Current keys of the query and the body by those of the previous release: accepted, not documented. */
  readonly formerNames?: FormerNames;
  /** Whether JSON bodies of responses contain the former keys too. */
  readonly respondsWithFormerNames?: boolean;
  readonly summary: string;
  /** Chapter of the OpenAPI document. */
  readonly chapter: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Maximum JSON body in bytes, when the default is too low. */
  readonly limitBytes?: number;
  /** The body has one of these media types and is streamed, up to this number of bytes. */
  readonly streamBody?: { readonly contentTypes: readonly string[]; readonly limitBytes: number };
  /** Responses by status. */
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Whether a POST changes nothing: keys with scopes to read its area can call it. */
  readonly isReadOnly?: true;
  /** Only users can call it, with a session: programs with an API key or token are refused (403). */
  readonly isForPeople?: boolean;
  /**
   * Statuses with which the handler rejects calls. Rejections before the handler (rights, values, sizes) are derived from
   * the route.
   */
  readonly rejects?: readonly RejectionStatus[];
  /** Programs need an API key with its scopes: the API token of an account is refused. */
  readonly needsKey?: true;
  /**
   * The person must have confirmed who they are within ten minutes (step-up): anyone by a second factor, or by the
   * password without one; or only `factorHolders`, by their factor. Programs confirm nothing: their keys have scopes.
   * Calls with a value of `exceptQuery` need no confirmation.
   */
  readonly confirmation?: {
    readonly of: 'all' | 'factorHolders';
    readonly exceptQuery?: Readonly<Record<string, string>>;
  };
  /**
   * The areas of FOUR_EYES in which its change may be: a person’s call then waits for a second one (202), with its body
   * and parameters, until it is run again. Such a route records what it changes at once, with one call of
   * `recordChanges`. On other routes, changes of these areas are refused.
   */
  readonly fourEyes?: readonly FourEyesArea[];
  /** It is about prices, bids or amounts as a whole: users whose role hides money cannot call it. */
  readonly isAboutMoney?: true;
  /** Users who have to add a second factor first can call it. */
  readonly isForEnrolment?: boolean;
  /** The security event of a download. */
  readonly recordedAs?: SecurityEventCode;
  /** A GET that changes state: its origin is checked like that of the other methods. */
  readonly isUnsafeGet?: boolean;
}

/** The routes of a feature by name. */
export type Contract = Readonly<Record<string, RouteDeclaration>>;

/** The JSON body of a response, as it is sent and as callers read it; never for text and bytes. */
export type ResponseBody<A> = A extends { readonly contentType: string | readonly string[] }
  ? never
  : A extends { readonly schema: infer S }
    ? z.output<S>
    : never;
