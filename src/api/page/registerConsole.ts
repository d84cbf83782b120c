import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { hasPage } from '#model/entity/entityPages.ts';
import { isConsolePath, isSharedPath } from '../consoleRoutes.ts';
import type { ApiDeps } from '../deps.ts';
import { sendProblems } from '../problems.ts';
import { healthPaths } from '../health.ts';
import { respondsToHead, type Route, withFormerPath } from '../route.ts';
import type { CallerOf } from '../session/callerOf.ts';
import { sharedHeaders } from '../shares/sharedRoutes.ts';
import { contentSecurityPolicy, openConsoleShell, stageSecurityPolicy } from './consoleShell.ts';

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
  if (existsSync(consoleDir)) {
    app.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/stage/')) return;
      // The stage has an opaque origin, so even its own files are cross-origin.
      void reply
        .header('content-security-policy', stageSecurityPolicy)
        .header('cross-origin-resource-policy', 'cross-origin');
    });
    await app.register(fastifyStatic, {
      root: consoleDir,
      wildcard: false,
      index: false,
      globIgnore: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The names of built files contain a hash of their content.
        const isHashed = /[\\/]assets[\\/]/.test(path);
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
      },
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
    const { user } = isShared ? { user: null } : await callerOf(request);
    const page = await shell(user, config, now());
    if (page === null) {
      return sendProblems(request, reply, 503, [
        { code: 'not_built', message: 'The console has not been built', path: '' },
      ]);
    }
    return reply
      .code(isPage(decoded(path)) ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy(config.ADS_URL))
      .header('x-frame-options', 'DENY')
      .headers(isShared ? sharedHeaders : {})
      .type('text/html; charset=utf-8')
      .send(page);
  });
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
