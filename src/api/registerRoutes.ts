import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayOpen } from '#model/entity/entityPages.ts';
import { type Entity, entities, seesMoney } from '#model/index.ts';
import type { Admission } from './admission.ts';
import { authorOf } from './authorOf.ts';
import { parseCall, sentBy } from './parseCall.ts';
import type { Problem } from './problem.ts';
import { moneyFaultsOfList } from './money/moneyFaults.ts';
import { withoutMoney } from './money/withoutMoney.ts';
import { sendProblems } from './problems.ts';
import {
  respondsToHead,
  type Call,
  isStreamed,
  type JsonResponse,
  type Rejection,
  type RouteResponse,
  type Route,
  withFormerPath,
} from './route.ts';
import type { SessionUser } from './session/sessionContract.ts';
import { passBodiesOn, readUpload } from './upload.ts';

/**
 * Registers a table of routes with Fastify. Each call is checked in one order: origin, rights, values; then handled.
 */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], admission: Admission): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  for (const route of routes.flatMap(withFormerPath)) {
    const options = {
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(isStreamed(route) ? { compress: false as const } : {}),
      config: { chapter: route.chapter, isStreamed: isStreamed(route) },
      exposeHeadRoute: respondsToHead(route),
      ...(route.limitBytes === undefined ? {} : { bodyLimit: route.limitBytes }),
      // Rights are checked before the body is read: callers without rights learn nothing about it.
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const counted = await admission.countCall?.(route, request);
        void reply.headers(counted?.headers ?? {});
        const rejection = counted?.rejection ?? (await admission.rejectionOf(route, request));
        if (!rejection) return undefined;
        const { status, problem } = rejection;
        await admission.audit?.rejected(
          { route, request, caller: await admission.callerOf(request) },
          status,
          problem.code,
        );
        void reply.headers(rejection.headers ?? {});
        return sendProblems(request, reply, status, [problem]);
      },
      handler: (request: FastifyRequest, reply: FastifyReply) =>
        handle(admission, route, request, reply, closing.signal),
    };
    const { streamBody } = route;
    if (!streamBody) {
      app.route(options);
      continue;
    }
    // Body parsers belong to a scope, not to a route.
    void app.register(async (scope) => {
      passBodiesOn(scope, streamBody.contentTypes);
      scope.route(options);
    });
  }
}

async function handle(
  { callerOf, audit, fourEyes }: Admission,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<unknown> {
  const sent = sentBy(route, request);
  const parsed = parseCall(route, sent);
  const { params, query, body } = parsed;
  const caller = await callerOf(request);
  const hidden = hiddenIn(route, parsed, caller.user);
  const faults = [...parsed.faults, ...hidden];
  const isBodyAlone = parsed.isBodyAlone && hidden.length === 0;
  if (faults.length > 0 && !(isBodyAlone && route.additionalFaults)) return sendProblems(request, reply, 400, faults);

  const disconnect = new AbortController();
  reply.raw.once('close', () => disconnect.abort());
  await audit?.used({ request, caller });
  const call: Call<unknown, unknown, unknown, SessionUser | null> = {
    ...{ params, query, body },
    upload: readUpload(request.body, route.streamBody?.limitBytes ?? 0),
    uploadType: (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    user: caller.user,
    requestId: request.id,
    ip: request.ip,
    // The key of a program has no part in a public call, such as setting a password.
    author: authorOf(request, route.access === 'public' ? { ...caller, key: null } : caller),
    sessionToken: caller.token,
    // The app of internal calls reads none.
    cookies: request.cookies ?? {},
    authorization: request.headers.authorization ?? null,
    isSecure: caller.isSecure,
    host: caller.host,
    signal: AbortSignal.any([disconnect.signal, closing]),
  };
  if (faults.length > 0) {
    const author = { ...call.author, beforeRecording: recordNothing };
    const additional = await route.additionalFaults?.({ ...call, author, body: sent.body } as unknown as Call<
      never,
      never,
      unknown,
      never
    >);
    return sendProblems(request, reply, 400, withoutDuplicates([...faults, ...(additional ?? [])]));
  }
  const response = await (fourEyes?.run(route, call, sent) ?? route.handler(call as Call<never, never, never, never>));
  if ('problems' in response) {
    await audit?.rejected({ route, request, caller }, response.status, response.problems[0]?.code ?? '');
    return send(request, reply, withOpenFixes(response, caller.user));
  }
  if ('stream' in response) await audit?.downloaded({ route, request, caller }, response);
  if (!('body' in response)) return send(request, reply, response);
  return send(request, reply, formerlyNamedToo(route, seenBy(caller.user, route, response)));
}

/** Ends the transaction of a call with faults that would change something. */
async function recordNothing(): Promise<void> {
  throw new Error('A call with faults must not change anything');
}

/** Faults of the money by which a call sorts, filters or edits rows, though the role of its user hides it. */
function hiddenIn(
  { access }: Route,
  { query, body }: { query: unknown; body: unknown },
  user: SessionUser | null,
): Problem[] {
  if (user === null || seesMoney(user)) return [];
  const entity: Entity | null = typeof access === 'object' && 'entity' in access ? entities[access.entity] : null;
  if (!entity) return moneyFaultsOfList({ fields: {} }, query, user);
  return [query, body].flatMap((part) => moneyFaultsOfList(entity, part, user));
}

/** The response as a user sees it: without money where the user's role hides it. */
function seenBy(user: SessionUser | null, { responses }: Route, response: JsonResponse): JsonResponse {
  const schema = responses[response.status]?.schema;
  if (!schema || user === null || seesMoney(user)) return response;
  return { ...response, body: withoutMoney(schema, response.body) };
}

function send(request: FastifyRequest, reply: FastifyReply, response: RouteResponse): unknown {
  const { status, headers = {} } = response;
  void reply.code(status).headers(headers);
  if ('stream' in response) return reply.send(Readable.from(response.stream));
  if ('problems' in response) return sendProblems(request, reply, status, response.problems);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(response.body));
}

/** Removes links to pages that the caller cannot open. */
function withOpenFixes(rejection: Rejection, user: SessionUser | null): Rejection {
  const problems = rejection.problems.map(({ fix, ...problem }) =>
    fix && user && mayOpen(fix, user) ? { ...problem, fix } : problem,
  );
  return { ...rejection, problems };
}

function withoutDuplicates(problems: readonly Problem[]): Problem[] {
  const isSame = (a: Problem, b: Problem) => a.code === b.code && a.path === b.path && a.message === b.message;
  return problems.filter((problem, at) => problems.findIndex((other) => isSame(other, problem)) === at);
}

/** The body under former names too, where the call responds with them. */
function formerlyNamedToo({ formerNames, respondsWithFormerNames }: Route, response: JsonResponse): JsonResponse {
  const { body } = response;
  if (!formerNames || !respondsWithFormerNames || typeof body !== 'object' || body === null) return response;
  const former = [...formerNames].map(([name, current]) => [name, Reflect.get(body, current)] as const);
  return { ...response, body: { ...body, ...Object.fromEntries(former) } };
}
