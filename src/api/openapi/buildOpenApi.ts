import { z } from 'zod';
import { apiAreas, type ApiScope } from '#model/account/apiScopes.ts';
import { keyRoles } from '#model/account/apiKeys.ts';
import type { Edition, RightsHolder, Role } from '#model/index.ts';
import { isAlwaysPlain } from '../encryption/registerEncryption.ts';
import { scopesOfRoute } from '../keys/scopesOfRoute.ts';
import { waitingResponseSchema } from '../fourEyes/waitingContract.ts';
import { mayCall } from '../mayCall.ts';
import { oauthContract } from '../oauth/oauthContract.ts';
import { problemResponseSchema } from '../problem.ts';
import { type Route, typesOf } from '../route.ts';
import { sessionCookie } from '../session/sessionCookie.ts';

type Json = Record<string, unknown>;

const errors: Record<number, string> = {
  400: 'The request is malformed; every fault is listed',
  401: 'Invalid credentials or bearer token; the WWW-Authenticate header says why a token is refused',
  403: 'No valid session, missing permission or scope, or a cross-site request',
  404: 'The object does not exist, or the user may not see it',
  405: 'The path does not support this method; the Allow header lists those it supports',
  408: 'The request was not received completely in time',
  409: 'A value is already taken, or something has changed since it was read',
  413: 'The body is too large',
  415: 'The content type of the body is not supported',
  422: 'Values contradict each other or refer to objects that do not exist; every fault is listed',
  429: 'Too many requests; the Retry-After header says how many seconds to wait, if known',
  431: 'The headers are too large',
  500: 'Internal server error; the log has the details under the request ID',
  503: 'A store cannot be reached, its disk is full, or the server is shutting down; the Retry-After header says how many seconds to wait',
};

/** Errors that the server can return to any call, before or outside of its route. */
const errorsOfAll = [400, 405, 408, 431, 500, 503];

/** Errors that say when to call again, in seconds. */
const errorsWithRetry = ['429', '503'];

/**
 * The OpenAPI 3.1 document of a route table. With encryption, JSON responses may also be the text of `encryptText`,
 * marked by the header json-encrypt.
 */
export function buildOpenApi(
  routes: readonly Route[],
  { isEncrypted, edition }: { isEncrypted: boolean; edition: Edition | null },
): Json {
  const programs = keyRoles.map((role) => programIn(edition, role));
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, {
      isEncrypted: isEncrypted && !isAlwaysPlain(route.path),
      programs,
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bidhouse management API',
      version: '1.0.0',
      description: 'Amounts are decimal strings in USD. Times are ISO 8601 in UTC. IDs are integers.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problems: jsonSchema(problemResponseSchema, 'output') },
      responses: Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          `Error${status}`,
          {
            description,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Problems' } },
              ...(isEncrypted ? encryptedContent : {}),
            },
            ...(errorsWithRetry.includes(status)
              ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
              : {}),
          },
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The session of a user. By http, the name has no “__Host-”',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of an API key with these scopes, or the API token of an account, which has all of them',
        },
        oauth2: {
          type: 'oauth2',
          description: 'An access token for the client credentials of an API key',
          flows: { clientCredentials: { tokenUrl: oauthContract.issueToken.path, scopes: scopeTexts } },
        },
      },
    },
  };
}

const encryptedContent = {
  'text/plain': {
    schema: { type: 'string', description: 'The encrypted JSON as Base64, marked by the json-encrypt header' },
  },
};

/** The permissions of scopes, for readers of the document. */
const scopeTexts: Record<ApiScope, string> = Object.fromEntries(
  apiAreas.flatMap(({ area, label, help }) => [
    [`${area}:read`, `Read: ${label}. ${help}`],
    [`${area}:write`, `Read and change: ${label}. ${help}`],
  ]),
) as Record<ApiScope, string>;

function operation(
  route: Route,
  { isEncrypted, programs }: { isEncrypted: boolean; programs: readonly RightsHolder[] },
): Json {
  const responses: Record<string, unknown> = {};
  for (const [status, response] of Object.entries(route.responses)) {
    const schema = response.schema ? jsonSchema(response.schema, 'output') : {};
    const content: Json = Object.fromEntries(typesOf(response).map((type) => [type, { schema }]));
    const isAlsoText = isEncrypted && 'application/json' in content;
    responses[status] = {
      description: response.description,
      // 204 = no content.
      ...(status === '204' ? {} : { content: { ...content, ...(isAlsoText ? encryptedContent : {}) } }),
    };
  }
  if (route.fourEyes) {
    responses['202'] = {
      description: `Waits for a second person, and nothing is changed yet: changes of ${route.fourEyes.join(', ')} under FOUR_EYES`,
      content: {
        'application/json': { schema: jsonSchema(waitingResponseSchema, 'output') },
        ...(isEncrypted ? encryptedContent : {}),
      },
    };
  }
  for (const status of errorsOf(route)) responses[status] ??= { $ref: `#/components/responses/Error${status}` };
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.chapter],
    security: securityOf(route, programs),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
        }
      : {}),
    ...(route.streamBody
      ? { requestBody: { required: true, content: textContent(route.streamBody.contentTypes) } }
      : {}),
    responses,
  };
}

function textContent(contentTypes: readonly string[]): Json {
  return Object.fromEntries(contentTypes.map((contentType) => [contentType, { schema: { type: 'string' } }]));
}

/** The rights of a program whose key belongs to a user with this role. */
const programIn = (edition: Edition | null, role: Role): RightsHolder => ({
  role,
  showDsp: true,
  config: { database: edition },
  scope: { advertiserIds: null, subpublisherIds: null },
  isProgram: true,
});

/** Who may call a route: everyone, signed-in users, and programs with the scopes that it needs. */
function securityOf(route: Route, programs: readonly RightsHolder[]): Json[] {
  const { access, isForPeople } = route;
  if (access === 'public') return [];
  if (isForPeople || !programs.some((program) => mayCall(access, program))) return [{ session: [] }];
  const scopes = scopesOfRoute(route);
  return [{ session: [] }, { apiKey: scopes }, { oauth2: scopes }];
}

/** The errors of a route: those of the server, of its checks, and of its handler. */
function errorsOf(route: Route): number[] {
  const found = [...errorsOfAll, ...(route.rejects ?? [])];
  // A request body is read even when the route takes none.
  if (route.method !== 'GET') found.push(413, 415);
  // Calls are limited (callCounter), as are attempts to set values that are unique across accounts.
  if (route.access !== 'public') found.push(401, 403, 429);
  if (route.method !== 'GET' || route.isUnsafeGet) found.push(403);
  // No one else could approve its change.
  if (route.fourEyes) found.push(409);
  return [...new Set(found)].sort((one, other) => one - other);
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

/** GET /api/demand/tags/{id} → getDemandTagsById. */
function operationId(route: Route): string {
  const words = route.path
    .replace(/^\/api\//, '')
    .split('/')
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('{') ? `By${capital(word.slice(1, -1))}` : capital(word.replace(/\W/g, ''))));
  return route.method.toLowerCase() + words.join('');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
