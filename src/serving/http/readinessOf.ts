import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Check, createReadiness, Unready } from '#runtime/readiness.ts';
import { sendJson } from './sendResponse.ts';
import type { OptionalDependency, ServingDeps } from '../servingDeps.ts';

/**
 * Creates the handler of /readyz: ready while everything that serving requires is available. Optional dependencies are
 * listed too, with how serving continues without them.
 */
export function readinessOf({
  requiredChecks,
  optionalDependencies,
}: Pick<ServingDeps, 'requiredChecks' | 'optionalDependencies'>): (
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
    const json = JSON.stringify({ status: isReady ? 'ok' : 'not ready', checks });
    sendJson(request, response, json, {}, isReady ? 200 : 503);
  };
}

function checkOf({ ping }: OptionalDependency): Check {
  return () =>
    ping().catch(() => {
      throw new Unready('cannot be reached');
    });
}
