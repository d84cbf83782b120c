import { expect, test } from 'vitest';
import { z } from 'zod';
import { implement, notFound, ok, reject } from './route.ts';
import type { Contract } from './routeDeclaration.ts';

const contract = {
  read: {
    method: 'GET',
    path: '/api/things/{id}',
    summary: 'Read a thing',
    chapter: 'Things',
    access: 'session',
    params: z.object({ id: z.string().transform(Number) }),
    responses: { 200: { description: 'The thing', schema: z.object({ id: z.int(), kind: z.enum(['one', 'two']) }) } },
    rejects: [404],
  },
  download: {
    method: 'GET',
    path: '/api/things.csv',
    summary: 'All things',
    chapter: 'Things',
    access: 'public',
    responses: { 200: { description: 'The things', contentType: 'text/csv' } },
  },
} as const satisfies Contract;

test('a handler is bound to its declared route', async () => {
  const route = implement(contract.read, async ({ params }) =>
    params.id === 7 ? ok({ id: params.id, kind: 'one' }) : notFound(),
  );
  expect(route).toMatchObject({ method: 'GET', path: '/api/things/{id}', rejects: [404] });
  const call = (id: number) => route.handler({ params: { id } } as never);
  expect(await call(7)).toEqual({ status: 200, body: { id: 7, kind: 'one' } });
  expect(await call(8)).toMatchObject({ status: 404, problems: [{ code: 'not_found' }] });
});

test('a handler with an undeclared response does not compile', () => {
  const routes = [
    // @ts-expect-error a field is missing
    implement(contract.read, async () => ok({ id: 1 })),
    // @ts-expect-error a value is of another type
    implement(contract.read, async () => ok({ id: '1', kind: 'one' })),
    // @ts-expect-error a value is not one of those declared
    implement(contract.read, async () => ok({ id: 1, kind: 'three' })),
    // @ts-expect-error a field is not declared
    implement(contract.read, async () => ok({ id: 1, kind: 'one', secret: 1 })),
    // @ts-expect-error another status
    implement(contract.read, async () => ok({ id: 1, kind: 'one' }, 201)),
    // @ts-expect-error a rejection that is not declared
    implement(contract.read, async () => reject(409, [])),
    // @ts-expect-error the id is a number once it is parsed
    implement(contract.read, async ({ params }) => (params.id === '7' ? notFound() : reject(503, []))),
    // @ts-expect-error JSON where a file is declared
    implement(contract.download, async () => ok('')),
    // @ts-expect-error a file without its type
    implement(contract.download, async () => ({ status: 200, stream: linesOf(), headers: {} })),
    // @ts-expect-error the user may be null
    implement(contract.download, async ({ user }) => reject(503, [{ code: user.name, message: '', path: '' }])),
  ];
  expect(routes).toHaveLength(10);
});

async function* linesOf(): AsyncGenerator<string> {
  yield 'id\n';
}
