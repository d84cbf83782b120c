import type { z } from 'zod';
import type { ApiRoutes, EntityRoutes } from '#api/apiRoutes.ts';
import type { ResponseBody, RouteDeclaration } from '#api/routeDeclaration.ts';
import type { Entity } from '#model/index.ts';

/** A non-JSON body of the given content type. */
export class PlainBody<Type extends string = string> {
  readonly type: Type;
  readonly body: string | Blob;

  constructor(type: Type, body: string | Blob) {
    this.type = type;
    this.body = body;
  }
}

type Method = RouteDeclaration['method'];

/** Paths of routes with a JSON response. */
type JsonPath<Routes> = {
  [P in keyof Routes]: [ResponsesOf<Routes[P]>] extends [never]
    ? never
    : ResponsesOf<Routes[P]> extends File
      ? never
      : P;
}[keyof Routes];

/** The success responses of a route. */
type ResponsesOf<D> = D extends { readonly responses: infer Responses }
  ? Responses[(200 | 201 | 202) & keyof Responses]
  : never;

type File = { readonly contentType: string | readonly string[] };

/** A value as a URL carries it: parameters that are parsed from text also accept the parsed type. */
type InAddress<Value> =
  | Value
  | (string extends Value ? number | boolean : 'true' extends Value ? boolean : never)
  | (undefined extends Value ? null : never);

type AddressPart<Name extends 'params' | 'query', D> = D extends { readonly [N in Name]: infer S }
  ? Given<Name, GivenInAddress<z.input<S>>>
  : unknown;

type GivenInAddress<Values> = { [Key in keyof Values]: InAddress<Values[Key]> };

/** The query of a GET call. */
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
        /** Reports the sent fraction of the body, 0 to 1. */
        onProgress?: (part: number) => void;
      }
    : unknown;

/** The parts of a URL beside its path. */
type AddressOptions<D> = AddressPart<'params', D> & AddressPart<'query', D>;

/** The options of a call. */
type CallOptions<D> = AddressOptions<D> & BodyPart<D> & { signal?: AbortSignal | undefined };

/** Makes the options optional when nothing in them is required. */
type Optional<Options> = object extends Options ? [options?: Options] : [options: Options];

/** The JSON response of a route. */
type ResponseOf<D> = ResponseBody<ResponsesOf<D>>;

/** The calls of a method; the path determines input and response. Entity routes also take the entity. */
export interface CallBy<M extends Method> {
  <const P extends JsonPath<EntityRoutes<Entity>[M]>, E extends Entity>(
    path: P,
    options: { entity: E } & CallOptions<EntityRoutes<E>[M][P & keyof EntityRoutes<E>[M]]>,
  ): Promise<ResponseOf<EntityRoutes<E>[M][P & keyof EntityRoutes<E>[M]]>>;
  <const P extends JsonPath<ApiRoutes[M]>>(
    path: P,
    ...options: Optional<CallOptions<ApiRoutes[M][P]>>
  ): Promise<ResponseOf<ApiRoutes[M][P]>>;
}

/** The URLs of GET calls. */
export interface AddressBy {
  <const P extends keyof EntityRoutes<Entity>['GET'], E extends Entity>(
    path: P,
    options: { entity: E } & AddressOptions<EntityRoutes<E>['GET'][P & keyof EntityRoutes<E>['GET']]>,
  ): string;
  <const P extends keyof ApiRoutes['GET']>(path: P, ...options: Optional<AddressOptions<ApiRoutes['GET'][P]>>): string;
}

/** The calls with a text response. */
export type TextBy = <const P extends Exclude<keyof ApiRoutes['GET'], JsonPath<ApiRoutes['GET']>>>(
  path: P,
  ...options: Optional<CallOptions<ApiRoutes['GET'][P]>>
) => Promise<string>;
