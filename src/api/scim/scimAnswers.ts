import type { CallOf, Route, StreamResponse } from '../route.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import { unstorableTexts } from '../unstorableTexts.ts';
import { textOfUpload } from '../upload.ts';
import { scimErrorOf, scimMediaType } from './scimError.ts';
import { invalidValue, ScimFault } from './scimFault.ts';

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
        const { status, body, location } = await handler(call);
        return streamed(status, body, location);
      } catch (error) {
        if (!(error instanceof ScimFault)) throw error;
        return streamed(error.status, scimErrorOf(error.status, error.message, error.scimType));
      }
    },
  };
}

/** Parses a JSON body whose texts can be stored. Throws a ScimFault. */
export async function jsonOf(upload: AsyncIterable<Uint8Array>): Promise<unknown> {
  const body = parsed(await textOfUpload(upload));
  const [problem] = unstorableTexts(body);
  if (problem) throw invalidValue(`${problem.path}: ${problem.message}`);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ScimFault(400, 'The body is not valid JSON', 'invalidSyntax');
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
