import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Check, createReadiness, Unready } from '#runtime/readiness.ts';
import { sendJson } from './sendResponse.ts';
import type { OptionalDependency, ServingDeps } from '../servingDeps.ts';

/**
 * Creates the handler of /readyz: ready while everything that serving requires is available and the node does not stop. Optional dependencies are
 * listed too, with how serving continues without them.
 */
export function readinessOf({
  requiredChecks,
  optionalDependencies,
  isNodeLeaving = () => false,
}: Pick<ServingDeps, 'requiredChecks' | 'optionalDependencies' | 'isNodeLeaving'>): (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> {
  const reached = Object.entries(optionalDependencies).map(([name, each]) => [name, checkOf(each)] as const);
  const readiness = createReadiness({ ...requiredChecks, ...Object.fromEntries(reached) });
  return async (request, response) => {
    const checks = await readiness();
    for (const [name, { fallback }] of Object.entries(optionalDependencies)) {
      if (checks[name] !== 'ok') checks[name] = `${checks[name]}; ${fallback}`;
    }
    const isReady = Object.keys(requiredChecks).every((name) => checks[name] === 'ok');
    const status = isNodeLeaving() ? 'stopping' : isReady ? 'ok' : 'not ready';
    sendJson(request, response, JSON.stringify({ status, checks }), {}, status === 'ok' ? 200 : 503);
  };
}

function checkOf({ ping }: OptionalDependency): Check {
  return () =>
    ping().catch(() => {
      throw new Unready('cannot be reached');
    });
}
