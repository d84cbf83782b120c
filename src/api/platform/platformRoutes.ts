import type { ApiDeps } from '../deps.ts';
import { implement, ok, type Route } from '../route.ts';
import { platformContract } from './platformContract.ts';

/** Routes of the operator's settings for the entire platform. */
export function platformRoutes({ platform }: Pick<ApiDeps, 'platform'>): Route[] {
  return [
    implement(platformContract.read, async () => {
      return ok(await platform.read());
    }),
    implement(platformContract.change, async ({ body, author }) => {
      return ok(await platform.write(body, author));
    }),
  ];
}
