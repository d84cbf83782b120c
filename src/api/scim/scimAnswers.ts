import type { CallOf, Route, StreamResponse } from '../route.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import { textOfUpload } from '../upload.ts';
import { scimErrorOf, scimMediaType } from './scimError.ts';
import { ScimFault } from './scimFault.ts';

/** A response of the provisioning API. */
export interface ScimAnswer {
  status: 200 | 201 | 204;
  /** Null = none. */
  body: object | null;
  /** The URL of a new object. */
  location?: string;
}

/** Binds a handler to a declared route; a ScimFault that it throws becomes the response. */
export function scimRoute<const D extends RouteDeclaration>(
  declaration: D,
  handler: (call: CallOf<D>) => Promise<ScimAnswer>,
): Route {
  return {
    ...declaration,
    async handler(call) {
      try {
        const { status, body, location } = await handler(call as unknown as CallOf<D>);
        return streamed(status, body, location);
      } catch (error) {
        if (!(error instanceof ScimFault)) throw error;
        return streamed(error.status, scimErrorOf(error.status, error.message, error.scimType));
      }
    },
  };
}

/** Parses a JSON body. Throws a ScimFault. */
export async function jsonOf(upload: AsyncIterable<Uint8Array>): Promise<unknown> {
  try {
    return JSON.parse(await textOfUpload(upload)) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ScimFault(400, 'The body is not valid JSON', 'invalidSyntax');
    throw error;
  }
}

/** The body of a list (RFC 7644, section 3.4.2). */
export function listOf(resources: readonly object[], total: number, offset: number): ScimAnswer {
  return {
    status: 200,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  };
}

function streamed(status: number, body: object | null, location?: string): StreamResponse {
  return {
    status,
    stream: bytesOf(body),
    headers: { 'content-type': scimMediaType, ...(location === undefined ? {} : { location }) },
  };
}

async function* bytesOf(body: object | null): AsyncGenerator<string> {
  if (body !== null) yield JSON.stringify(body);
}
