import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { declaredRoutes } from '#api/apiRoutes.ts';
import { entityList } from '#model/index.ts';
import { startTestApi, type TestApi } from '../startTestApi.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const reference = z.strictObject({ $ref: z.string().regex(/^#\/components\/(schemas|responses)\/\w+$/) });
const schemaObject = z.record(z.string(), z.unknown());
const content = z.record(z.string().regex(/^\w+\/[\w.+-]+$/), z.strictObject({ schema: schemaObject }));
const response = z.strictObject({
  description: z.string().min(1),
  content: content.optional(),
  headers: z.record(z.string(), z.strictObject({ schema: schemaObject })).optional(),
});
const operation = z.strictObject({
  operationId: z.string().regex(/^[a-z]\w+$/),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  security: z.array(z.partialRecord(z.enum(['session', 'apiKey', 'oauth2']), z.array(z.string()))).max(3),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean(),
        description: z.string().optional(),
        schema: schemaObject,
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.union([reference, response])),
});

/** The requirements of OpenAPI 3.1 for the parts that the document uses. */
const documentSchema = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), schemaObject),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), schemaObject),
  }),
});

async function readDocument() {
  const answer = await api.anonymous('GET', '/api/openapi.json');
  expect(answer.status).toBe(200);
  return documentSchema.parse(answer.body);
}

test('the server implements exactly the declared routes', () => {
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const served = new Set(api.routes.map(nameOf));
  const declared = declaredRoutes();
  const names = new Set(declared.map(nameOf));
  expect([...served].filter((name) => !names.has(name))).toEqual(['GET /api/openapi.json']);
  // Operations are declared for all entities: some are not cloned, removed, attached or lists.
  const isOfEntity = (path: string) => entityList.some((entity) => path.startsWith(`/api/${entity.path}`));
  const missing = declared.filter((route) => !served.has(nameOf(route)) && !isOfEntity(route.path));
  expect(missing.map(nameOf)).toEqual([]);
});

test('the document has the structure of OpenAPI 3.1 and no dangling references', async () => {
  const document = await readDocument();
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((each) => each?.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, kind, name] of JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect(document.components).toHaveProperty([kind ?? '', name ?? '']);
  }
  expect(JSON.stringify(document)).not.toContain('undefined');
  expect(JSON.stringify(document)).not.toContain('#/$defs');
});

test('contains every route with its parameters, its body and its errors', async () => {
  const document = await readDocument();
  for (const route of api.routes) {
    const name = `${route.method} ${route.path}`;
    const method = route.method.toLowerCase() as 'get';
    const found = document.paths[route.path]?.[method];
    expect(found, name).toBeDefined();
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(found?.parameters?.filter((each) => each.in === 'path').map((each) => each.name) ?? [], name).toEqual(
      inPath,
    );
    expect(found?.requestBody !== undefined, name).toBe(Boolean(route.body ?? route.streamBody));
    const ofAll = ['400', '405', '408', '431', '500', '503'];
    const ofHandler = (route.rejects ?? []).map(String);
    expect(Object.keys(found?.responses ?? {}), name).toEqual(expect.arrayContaining([...ofAll, ...ofHandler]));
    if (route.access !== 'public') expect(found?.responses, name).toHaveProperty('401');
    if (route.access !== 'public' && route.access !== 'internal') expect(found?.responses, name).toHaveProperty('403');
    if (route.body ?? route.streamBody)
      for (const status of ['400', '413', '415']) expect(found?.responses, name).toHaveProperty(status);
  }
  const count = Object.values(document.paths).reduce((sum, path) => sum + Object.keys(path).length, 0);
  expect(count).toBe(api.routes.length);
});

test('a tag has a schema for requests and one for responses', async () => {
  const document = await readDocument();
  const create = JSON.stringify(document.paths['/api/demand/tags']?.post?.requestBody);
  expect(create).toContain('"vastXml"');
  expect(create).not.toContain('"uid"');
  const answer = JSON.stringify(document.paths['/api/demand/tags']?.post?.responses);
  expect(answer).toContain('"uid"');
  expect(JSON.stringify(document.paths['/api/users'])).not.toContain('"password"');
});

test('calls declare the caller that they need: none, a user or a program', async () => {
  const { paths } = await readDocument();
  const session = { session: [] };
  const scoped = (scope: string) => [session, { apiKey: [scope] }, { oauth2: [scope] }];
  expect(paths['/api/auth/login']?.post?.security).toEqual([]);
  expect(paths['/api/demand/tags']?.post?.security).toEqual(scoped('demand:write'));
  expect(paths['/api/demand/managers']?.get?.security).toEqual(scoped('account:read'));
  expect(paths['/api/finance/months/{month}/close']?.post?.security).toEqual(scoped('finance:write'));
  for (const path of ['/api/demand/managers', '/api/demand/token', '/api/keys']) {
    expect(paths[path]?.post?.security, path).toEqual([session]);
  }
});
