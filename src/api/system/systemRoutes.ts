import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { systemContract } from './systemContract.ts';

/** Routes of the state of the platform. */
export function systemRoutes({ system, nodes, log }: Pick<ApiDeps, 'system' | 'nodes' | 'log'>): Route[] {
  return [
    implement(systemContract.read, async () => ok(await system.read())),
    implement(systemContract.removeNode, async ({ params, author }) => {
      const found = (await nodes.list()).find(({ node }) => node === params.node);
      if (!found) return notFound();
      if (found.state === 'left') return reject(409, [alreadyLeft]);
      if (!(await nodes.remove(found.node))) return reject(409, [isRunning]);
      await log.record(author, {
        action: 'deleted',
        entity: 'node',
        rowId: null,
        name: found.node,
        demandId: null,
        fields: [{ field: 'unreadSince', from: found.unreadSince, to: null }],
      });
      return ok({});
    }),
  ];
}

const alreadyLeft = { code: 'node_left', message: 'This node has already left', path: 'node' };
const isRunning = {
  code: 'node_running',
  message: 'The worker of this node is running: stop it first, so that it loads what it has',
  path: 'node',
};
