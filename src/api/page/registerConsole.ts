import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { headersOf } from '#runtime/headers/headersOf.ts';
import type { ResponseKind } from '#runtime/headers/responseHeaders.ts';
import { hasPage } from '#model/entity/entityPages.ts';
import { isConsolePath, isSharedPath } from '../consoleRoutes.ts';
import type { ApiDeps } from '../deps.ts';
import { sendProblems } from '../problems.ts';
import { healthPaths } from '../health.ts';
import { respondsToHead, type Route, withFormerPath } from '../route.ts';
import type { CallerOf } from '../session/callerOf.ts';
import { openConsoleShell } from './consoleShell.ts';

/**
 * Serves the built console: its files, and its page for every other path outside the API, with status 404 when the
 * console has no such page in the installation's edition. Unknown paths of the API return 404, unsupported methods of a path, page or file 405.
 */
export async function registerConsole(
  app: FastifyInstance,
  { config, consoleDir, now }: ApiDeps,
  { routes, callerOf }: { routes: readonly Route[]; callerOf: CallerOf },
): Promise<void> {
  const shell = openConsoleShell(consoleDir);
  const edition = config.DATABASE_EDITION ?? null;
  const isPage = (path: string) => isConsolePath(path) && hasPage(edition, path.replace(/\/$/, ''));
  const methodsOf = methodTable([
    ...routes.flatMap(withFormerPath).flatMap(methodsOfRoute),
    ...healthPaths.flatMap(readablePath),
  ]);
  const { origin: adsOrigin } = new URL(config.ADS_URL);
  const ofPage = headersOf('page', { adsOrigin });
  const ofSharedPage = headersOf('sharedPage', { adsOrigin });
  if (existsSync(consoleDir)) {
    await app.register(async (files) => {
      files.addHook('onRequest', async ({ url }, reply) => void reply.headers(headersOf(kindOfFile(url))));
      await files.register(fastifyStatic, {
        root: consoleDir,
        wildcard: false,
        index: false,
        globIgnore: ['index.html'],
        cacheControl: false,
      });
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isReadable = request.method === 'GET' || request.method === 'HEAD';
    const isReadOnly = isPage(decoded(path)) || app.hasRoute({ method: 'GET', url: path });
    const methods = !isReadable && isReadOnly ? readMethods : methodsOf(path);
    if (methods.length > 0) {
      void reply.header('allow', methods.join(', '));
      return sendProblems(request, reply, 405, [
        { code: 'method_not_allowed', message: `This path accepts ${methods.join(', ')} only`, path: '' },
      ]);
    }
    if (!isReadable || /^\/(api|internal|assets)(\/|$)/.test(path)) {
      return sendProblems(request, reply, 404, [{ code: 'not_found', message: 'There is no such path', path: '' }]);
    }
    const isShared = isSharedPath(path);
    // The page of a shared report is the same for everyone, signed in or not.
    const caller = isShared ? null : await callerOf(request);
    // Pages are for people.
    const user = caller === null || caller.isProgram ? null : caller.user;
    const page = await shell(user, config, now());
    if (page === null) {
      return sendProblems(request, reply, 503, [
        { code: 'not_built', message: 'The console has not been built', path: '' },
      ]);
    }
    return reply
      .code(isPage(decoded(path)) ? 200 : 404)
      .headers(isShared ? ofSharedPage : ofPage)
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

/** The kind of a file of the console by its URL. */
function kindOfFile(url: string): ResponseKind {
  if (url.startsWith('/stage/')) return 'stage';
  // The names of built files contain a hash of their content.
  return url.startsWith('/assets/') ? 'asset' : 'file';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A method of a path; path parameters are in braces. */
interface PathMethod {
  method: string;
  path: string;
}

const readMethods = ['GET', 'HEAD'];

const readablePath = (path: string): PathMethod[] => readMethods.map((method) => ({ method, path }));

/** The methods of a route: routes for GET also accept HEAD, unless they stream. */
function methodsOfRoute(route: Route): PathMethod[] {
  const { method, path } = route;
  return respondsToHead(route) ? readablePath(path) : [{ method, path }];
}

/** Looks up the methods of a path. */
function methodTable(table: readonly PathMethod[]): (path: string) => string[] {
  const patterns = table.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
