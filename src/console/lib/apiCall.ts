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

/** The paths of routes that answer JSON. */
type JsonPath<Routes> = {
  [P in keyof Routes]: [AnswersOf<Routes[P]>] extends [never] ? never : AnswersOf<Routes[P]> extends File ? never : P;
}[keyof Routes];

/** The answers that are no refusal. */
type AnswersOf<D> = D extends { readonly answers: infer Answers } ? Answers[(200 | 201 | 202) & keyof Answers] : never;

type File = { readonly contentType: string | readonly string[] };

/** A value that an address carries as text: texts that are read may be given as what they mean. */
type InAddress<Value> =
  | Value
  | (string extends Value ? number | boolean : 'true' extends Value ? boolean : never)
  | (undefined extends Value ? null : never);

type AddressPart<Name extends 'params' | 'query', D> = D extends { readonly [N in Name]: infer S }
  ? Given<Name, GivenInAddress<z.input<S>>>
  : unknown;

type GivenInAddress<Values> = { [Key in keyof Values]: InAddress<Values[Key]> };

/** The query of a call that reads something. */
export type QueryOf<P extends keyof ApiRoutes['GET']> = ApiRoutes['GET'][P] extends { readonly query: infer S }
  ? GivenInAddress<z.input<S>>
  : never;

type Given<Name extends string, Value> =
  Record<string, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

type BodyPart<D> = D extends { readonly body: infer S }
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

/** What a call answers in JSON. */
type AnswerOf<D> = AnswerBody<AnswersOf<D>>;

/** The calls of a method, whose path decides what they take and answer. Those that entities have take the entity. */
export interface CallBy<M extends Method> {
  <const P extends JsonPath<EntityRoutes<Entity>[M]>, E extends Entity>(
    path: P,
    options: { entity: E } & CallOptions<EntityRoutes<E>[M][P & keyof EntityRoutes<E>[M]]>,
  ): Promise<AnswerOf<EntityRoutes<E>[M][P & keyof EntityRoutes<E>[M]]>>;
  <const P extends JsonPath<ApiRoutes[M]>>(
    path: P,
    ...options: Optional<CallOptions<ApiRoutes[M][P]>>
  ): Promise<AnswerOf<ApiRoutes[M][P]>>;
}

/** The addresses of calls that read something. */
export interface AddressBy {
  <const P extends keyof EntityRoutes<Entity>['GET'], E extends Entity>(
    path: P,
    options: { entity: E } & AddressOptions<EntityRoutes<E>['GET'][P & keyof EntityRoutes<E>['GET']]>,
  ): string;
  <const P extends keyof ApiRoutes['GET']>(path: P, ...options: Optional<AddressOptions<ApiRoutes['GET'][P]>>): string;
}

/** The calls that answer a text. */
export type TextBy = <const P extends Exclude<keyof ApiRoutes['GET'], JsonPath<ApiRoutes['GET']>>>(
  path: P,
  ...options: Optional<CallOptions<ApiRoutes['GET'][P]>>
) => Promise<string>;
