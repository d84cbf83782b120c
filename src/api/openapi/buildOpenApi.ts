import { z } from 'zod';
import { problemAnswerSchema } from '../entities/rowSchema.ts';
import type { Route } from '../route.ts';
import { sessionCookie } from '../session/sessionCookie.ts';

type Json = Record<string, unknown>;

const errors: Record<number, string> = {
  400: 'The call is malformed; every fault is named',
  401: 'Wrong credentials or bearer token',
  403: 'No valid session, beyond the user’s rights, or called from another site',
  404: 'No such object among those that the user may see',
  405: 'The path has no such method',
  409: 'A value is already taken',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'The values do not fit together or point to nothing; every fault is named',
  429: 'Too many of these calls; Retry-After says how long to wait',
  500: 'A fault of the server, named by the request id alone',
  503: 'A store is away, or its disk is full; Retry-After says when to call again',
};

/** The OpenAPI 3.1 document of a route table. */
export function buildOpenApi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bidhouse management API',
      version: '1.0.0',
      description: 'Money is decimal USD text; points in time are ISO 8601 in UTC; ids are integers.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problems: jsonSchema(problemAnswerSchema, 'output') },
      responses: Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [
          `Error${status}`,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problems' } } },
            ...(status === '429' || status === '503'
              ? { headers: { 'Retry-After': { schema: { type: 'integer' } } } }
              : {}),
          },
        ]),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  };
}

function operation(route: Route): Json {
  const answers: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(route.answers)) {
    answers[status] = {
      description: answer.description,
      content: {
        [answer.contentType ?? 'application/json']: {
          schema: answer.schema ? jsonSchema(answer.schema, 'output') : {},
        },
      },
    };
  }
  for (const status of errorsOf(route)) answers[status] ??= { $ref: `#/components/responses/Error${status}` };
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.chapter],
    security: route.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
        }
      : {}),
    ...(route.streamBody
      ? { requestBody: { required: true, content: textContent(route.streamBody.contentTypes) } }
      : {}),
    responses: answers,
  };
}

function textContent(contentTypes: readonly string[]): Json {
  return Object.fromEntries(contentTypes.map((contentType) => [contentType, { schema: { type: 'string' } }]));
}

/** The errors that a route can answer with. */
function errorsOf(route: Route): number[] {
  const found = [405, 500, 503];
  const hasBody = Boolean(route.body || route.streamBody);
  if (route.params || route.query || hasBody) found.push(400);
  if (route.params) found.push(404);
  if (hasBody) found.push(413, 415);
  if (route.access !== 'public') found.push(403);
  if (route.method !== 'GET' || route.isUnsafeGet) found.push(403);
  if (typeof route.access === 'object' && 'entity' in route.access && hasBody) found.push(409, 422);
  if (route.path === '/api/auth/login') found.push(401, 429);
  if (route.path.startsWith('/api/tools/')) found.push(429);
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
