import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Check, createReadiness, Unready } from '#runtime/readiness.ts';
import { sendJson } from './answerHttp.ts';
import type { Helper, ServingDeps } from './servingDeps.ts';

/**
 * Answers /readyz: ready while everything is there that serving needs. What it does without for a while is named beside
 * it, with how it goes on.
 */
export function readinessOf({
  needs,
  helpers,
}: Pick<ServingDeps, 'needs' | 'helpers'>): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const reached = Object.entries(helpers).map(([name, helper]) => [name, checkOf(helper)] as const);
  const readiness = createReadiness({ ...needs, ...Object.fromEntries(reached) });
  return async (request, response) => {
    const checks = await readiness();
    for (const [name, { without }] of Object.entries(helpers)) {
      if (checks[name] !== 'ok') checks[name] = `${checks[name]}; ${without}`;
    }
    const isReady = Object.keys(needs).every((name) => checks[name] === 'ok');
    const json = JSON.stringify({ status: isReady ? 'ok' : 'not ready', checks });
    sendJson(request, response, json, {}, isReady ? 200 : 503);
  };
}

function checkOf({ ping }: Helper): Check {
  return () =>
    ping().catch(() => {
      throw new Unready('cannot be reached');
    });
}
