import type { FastifyInstance } from 'fastify';
import { sendProblem } from './sendResponse.ts';

/**
 * Prepares an app without routes to reject the methods that its paths do not support. The returned function is called
 * once all routes are added: every other method of their paths is answered with 405 and those they support in `Allow`
 * (RFC 9110, 15.5.6).
 */
export function rejectOtherMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? [];
    methods.push(...[method].flat());
    methodsByPath.set(url, methods);
  });
  return () => {
    // The routes added here are not supported methods.
    for (const [url, methods] of [...methodsByPath]) {
      const allowed = methods.toSorted().join(', ');
      app.route({
        method: app.supportedMethods.filter((method) => !methods.includes(method)),
        url,
        handler: ({ raw }, reply) => {
          reply.hijack();
          reply.raw.setHeader('allow', allowed);
          const message = `This path accepts ${allowed} only`;
          sendProblem(raw, reply.raw, 405, { code: 'method_not_allowed', message });
        },
      });
    }
  };
}
