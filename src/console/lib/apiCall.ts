import type { z } from 'zod';
import type { ApiRoutes, EntityRoutes } from '#api/apiRoutes.ts';
import type { AnswerBody, RouteDeclaration } from '#api/routeDeclaration.ts';
import type { Entity } from '#model/index.ts';

/** A body that is no JSON, of the type named. */
export class PlainBody<Type extends string = string> {
  readonly type: Type;
  readonly body: string | Blob;

  constructor(type: Type, body: string | Blob) {
    this.type = type;
    this.body = body;
  }
}

type Method = RouteDeclaration['method'];

/** The paths of a method, among calls by method and path. */
type PathOf<Routes, M extends Method> = PathIn<keyof Routes, M>;

type PathIn<Key, M extends Method> = Key extends `${M} ${infer P}` ? P : never;

/** Those whose answer is JSON. */
type JsonPathOf<Routes, M extends Method> = PathIn<
  { [Key in keyof Routes]: Routes[Key] extends RouteDeclaration ? JsonKey<Key, Routes[Key]> : never }[keyof Routes],
  M
>;

type JsonKey<Key, D extends RouteDeclaration> = [AnswerOf<D>] extends [never] ? never : Key;

/** The route of a method and a path. */
type RouteAt<Routes, M extends Method, P extends string> = Extract<
  Routes[`${M} ${P}` & keyof Routes],
  RouteDeclaration
>;

/** A value that an address carries as text: texts that are read may be given as what they mean. */
type InAddress<Value> =
  | Value
  | (string extends Value ? number | boolean : 'true' extends Value ? boolean : never)
  | (undefined extends Value ? null : never);

type AddressPart<Name extends 'params' | 'query', D> = D extends { readonly [N in Name]: infer S extends z.ZodType }
  ? Given<Name, GivenInAddress<z.input<S>>>
  : unknown;

type GivenInAddress<Values> = { [Key in keyof Values]: InAddress<Values[Key]> };

/** The query of a call that reads something. */
export type QueryOf<P extends PathOf<ApiRoutes, 'GET'>> =
  RouteAt<ApiRoutes, 'GET', P> extends { readonly query: infer S extends z.ZodType }
    ? GivenInAddress<z.input<S>>
    : never;

type Given<Name extends string, Value> =
  Record<string, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

type BodyPart<D> = D extends { readonly body: infer S extends z.ZodType }
  ? { body: z.input<S> }
  : D extends { readonly streamBody: { readonly contentTypes: readonly (infer Type extends string)[] } }
    ? {
        body: PlainBody<Type>;
        /** Gets which part of the body is sent, from 0 to 1. */
        onProgress?: (part: number) => void;
      }
    : unknown;

/** What an address is made of beside its path. */
type AddressOptions<D> = AddressPart<'params', D> & AddressPart<'query', D>;

/** What a call is given beside its path. */
type CallOptions<D> = AddressOptions<D> & BodyPart<D> & { signal?: AbortSignal | undefined };

/** The options of a call, which can be left out where nothing is required. */
type Optional<Options> = object extends Options ? [options?: Options] : [options: Options];

/** What a call answers, of any status that is no refusal. */
type AnswerOf<D extends RouteDeclaration> = AnswerBody<D['answers'][(200 | 201 | 202) & keyof D['answers']]>;

/** The calls of a method, whose path decides what they take and answer. Those that entities have take the entity. */
export interface CallBy<M extends Method> {
  <const P extends JsonPathOf<EntityRoutes<Entity>, M>, E extends Entity>(
    path: P,
    options: { entity: E } & CallOptions<RouteAt<EntityRoutes<E>, M, P>>,
  ): Promise<AnswerOf<RouteAt<EntityRoutes<E>, M, P>>>;
  <const P extends JsonPathOf<ApiRoutes, M>>(
    path: P,
    ...options: Optional<CallOptions<RouteAt<ApiRoutes, M, P>>>
  ): Promise<AnswerOf<RouteAt<ApiRoutes, M, P>>>;
}

/** The addresses of calls that answer a file. */
export interface AddressBy {
  <const P extends PathOf<EntityRoutes<Entity>, 'GET'>, E extends Entity>(
    path: P,
    options: { entity: E } & AddressOptions<RouteAt<EntityRoutes<E>, 'GET', P>>,
  ): string;
  <const P extends PathOf<ApiRoutes, 'GET'>>(
    path: P,
    ...options: Optional<AddressOptions<RouteAt<ApiRoutes, 'GET', P>>>
  ): string;
}

/** The calls that answer a text. */
export type TextBy = <const P extends Exclude<PathOf<ApiRoutes, 'GET'>, JsonPathOf<ApiRoutes, 'GET'>>>(
  path: P,
  ...options: Optional<CallOptions<RouteAt<ApiRoutes, 'GET', P>>>
) => Promise<string>;
