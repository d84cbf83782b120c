import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildOpenApi } from '#api/openapi/buildOpenApi.ts';
import { implement, reject } from '#api/route.ts';
import { openResponseContract, type ObservedResponse } from './responseContract.ts';

const row = z.object({ id: z.int(), until: z.iso.datetime().nullable(), note: z.string().optional() });
const routes = [
  implement(
    {
      method: 'GET',
      path: '/api/things/{id}',
      summary: 'Read a thing',
      chapter: 'Tags',
      access: 'session',
      params: z.object({ id: z.string() }),
      responses: { 200: { description: 'The thing', schema: row } },
      rejects: [404],
    },
    async () => reject(404, []),
  ),
  implement(
    {
      method: 'GET',
      path: '/api/things/export.csv',
      summary: 'Export things',
      chapter: 'Tags',
      access: 'public',
      responses: { 200: { description: 'The things', contentType: ['text/csv; charset=utf-8', 'application/pdf'] } },
    },
    async () => reject(503, []),
  ),
];
const faultsOf = openResponseContract(buildOpenApi(routes, { isEncrypted: false, edition: null }));

const json = { 'content-type': 'application/json; charset=utf-8' };
const answer = (part: Partial<ObservedResponse>, body: unknown = { id: 1, until: null }): ObservedResponse => ({
  method: 'GET',
  url: '/api/things/7?x=1',
  status: 200,
  headers: json,
  text: JSON.stringify(body),
  ...part,
});
const problems = { problems: [{ code: 'a', message: 'b', path: '' }], requestId: 'r' };

test('a declared response is not a fault', () => {
  expect(faultsOf(answer({}))).toEqual([]);
  expect(faultsOf(answer({}, { id: 1, until: '2026-11-01T00:00:00.000Z', note: 'x' }))).toEqual([]);
  for (const status of [400, 401, 403, 404, 405, 408, 431, 500, 503]) {
    expect(faultsOf(answer({ status }, problems)), String(status)).toEqual([]);
  }
  expect(faultsOf(answer({ method: 'HEAD', text: '' }))).toEqual([]);
  const pdf = { 'content-type': 'application/pdf' };
  expect(faultsOf(answer({ url: '/api/things/export.csv', headers: pdf, text: '%PDF' }))).toEqual([]);
  expect(faultsOf(answer({ url: '/api/nothing', status: 404 }, problems))).toEqual([]);
});

test.each([
  ['a status', answer({ status: 409 }, problems), 'the status is not declared'],
  ['a status of another method', answer({ status: 204 }), 'the status is not declared'],
  ['another content type', answer({ headers: { 'content-type': 'text/html' } }), 'application/json is declared'],
  ['no content type', answer({ headers: {}, text: '' }), 'nothing came'],
  ['a body that is not JSON', answer({ text: '{' }), 'the body is not JSON'],
  ['a field that is missing', answer({}, { id: 1 }), 'until'],
  ['an undeclared field', answer({}, { id: 1, until: null, secret: 1 }), 'secret'],
  ['a value of another type', answer({}, { id: '1', until: null }), '/id must be integer'],
  ['a time in another form', answer({}, { id: 1, until: 'soon' }), '/until must match'],
  ['an error without its problems', answer({ status: 404 }, { error: 'Not Found' }), 'problems'],
  ['JSON where a file is declared', answer({ url: '/api/things/export.csv' }), 'text/csv or application/pdf'],
])('%s is a fault', (_what, given, words) => {
  expect(faultsOf(given).join('\n')).toContain(words);
});
