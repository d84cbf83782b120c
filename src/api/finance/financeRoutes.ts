import type { ApiDeps } from '../deps.ts';
import type { Route } from '../route.ts';
import { invoiceRoutes } from './invoiceRoutes.ts';
import { itemRoutes } from './itemRoutes.ts';
import { monthRoutes } from './monthRoutes.ts';
import { partnerRoutes } from './partnerRoutes.ts';
import { priceRoutes } from './priceRoutes.ts';

/** The finance routes of the platform's operator. */
export function financeRoutes(deps: ApiDeps): Route[] {
  return [
    ...monthRoutes(deps),
    ...invoiceRoutes(deps),
    ...itemRoutes(deps),
    ...priceRoutes(deps),
    ...partnerRoutes(deps),
  ];
}
