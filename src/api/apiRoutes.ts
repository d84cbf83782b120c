import { type Entity, channel, entityList, tag } from '#model/index.ts';
import { observedKinds, type ObservedName } from '#model/supply/observedInventory.ts';
import { changeContract } from './changes/changeContract.ts';
import { configContract } from './configAsCode/configContract.ts';
import { reviewContract } from './creatives/reviewContract.ts';
import { cutoffContract } from './cutoffs/cutoffContract.ts';
import { scanContract } from './scans/scanContract.ts';
import { cspReportContract } from './cspReports/cspReportContract.ts';
import { csvContract } from './csv/csvContract.ts';
import { dashboardContract } from './dashboard/dashboardContract.ts';
import { dealsContract } from './deals/dealsContract.ts';
import { deletionContract } from './deletion/deletionContract.ts';
import { attachContract } from './entities/attach/attachContract.ts';
import { bulkContract } from './entities/bulk/bulkContract.ts';
import { channelTagContract } from './entities/channelTagContract.ts';
import { cloneContract } from './entities/clone/cloneContract.ts';
import { entityContract } from './entities/entityContract.ts';
import { groupContract } from './entities/groupContract.ts';
import { factorContract } from './factors/factorContract.ts';
import { waitingContract } from './fourEyes/waitingContract.ts';
import { exportContract } from './exports/exportContract.ts';
import { invoiceContract } from './finance/invoiceContract.ts';
import { itemContract } from './finance/itemContract.ts';
import { monthContract } from './finance/monthContract.ts';
import { partnerContract } from './finance/partnerContract.ts';
import { priceContract } from './finance/priceContract.ts';
import { keyContract } from './keys/keyContract.ts';
import { memberContract } from './lists/memberContract.ts';
import { logContract } from './log/logContract.ts';
import { dailyMailContract } from './dailyMail/dailyMailContract.ts';
import { mailContract } from './mail/mailContract.ts';
import { mediaContract } from './media/mediaContract.ts';
import { oauthContract } from './oauth/oauthContract.ts';
import { personalDataContract } from './personalData/personalDataContract.ts';
import { platformContract } from './platform/platformContract.ts';
import { verificationContract } from './verification/verificationContract.ts';
import { peopleContract, signInContract } from './people/peopleContract.ts';
import { profileContract } from './profile/profileContract.ts';
import { forecastContract } from './forecast/forecastContract.ts';
import { reportContract } from './reports/reportContract.ts';
import { savedReportContract } from './reports/savedReportContract.ts';
import { scheduleContract } from './schedules/scheduleContract.ts';
import { sdkContract } from './sdk/sdkContract.ts';
import { searchContract } from './search/searchContract.ts';
import { adsTxtContract } from './sellers/adsTxtContract.ts';
import { sessionContract } from './session/sessionContract.ts';
import { securityContract } from './security/securityContract.ts';
import { shareContract } from './shares/shareContract.ts';
import { scimContract } from './scim/scimContract.ts';
import { providerContract } from './sso/providerContract.ts';
import { ssoContract } from './sso/ssoContract.ts';
import { systemContract } from './system/systemContract.ts';
import { trafficListContract } from './trafficLists/trafficListContract.ts';
import { supplierContract } from './suppliers/supplierContract.ts';
import { targetingContract } from './targeting/targetingContract.ts';
import { bidderTestContract } from './bidderTest/bidderTestContract.ts';
import { vastTesterContract } from './vastTester/vastTesterContract.ts';
import { tooltipContract } from './tooltips/tooltipContract.ts';
import { usesContract } from './uses/usesContract.ts';
import { viewContract } from './views/viewContract.ts';
import { whatIfContract } from './whatif/whatIfContract.ts';
import { whyContract } from './why/whyContract.ts';
import { sharedListRoute, sharedLists } from './entities/sharedListContract.ts';
import { observedRoute } from './observed/observedContract.ts';
import type { RouteDeclaration } from './routeDeclaration.ts';

/** The contracts of all features; their order does not matter. */
const contracts = [
  adsTxtContract,
  changeContract,
  channelTagContract,
  configContract,
  cspReportContract,
  dashboardContract,
  dealsContract,
  deletionContract,
  exportContract,
  factorContract,
  invoiceContract,
  itemContract,
  keyContract,
  logContract,
  mailContract,
  dailyMailContract,
  mediaContract,
  monthContract,
  oauthContract,
  partnerContract,
  peopleContract,
  providerContract,
  scimContract,
  personalDataContract,
  platformContract,
  verificationContract,
  priceContract,
  profileContract,
  forecastContract,
  reportContract,
  reviewContract,
  savedReportContract,
  scheduleContract,
  sdkContract,
  searchContract,
  securityContract,
  sessionContract,
  shareContract,
  supplierContract,
  ssoContract,
  systemContract,
  trafficListContract,
  cutoffContract,
  scanContract,
  targetingContract,
  vastTesterContract,
  bidderTestContract,
  tooltipContract,
  viewContract,
  waitingContract,
  whatIfContract,
  whyContract,
] as const;

/** The contracts of an entity, as far as it has their routes. */
function contractsOf<E extends Entity>(entity: E) {
  return [
    entityContract(entity),
    bulkContract(entity),
    cloneContract(entity),
    groupContract(entity),
    csvContract(entity),
    memberContract(entity),
    usesContract(entity),
    signInContract(entity),
    attachContract(entity, entity.name === tag.name ? channel : tag),
  ] as const;
}

type RoutesIn<C> = C extends unknown ? C[keyof C] : never;

type Fixed =
  | RoutesIn<(typeof contracts)[number]>
  | ReturnType<typeof sharedListRoute<(typeof sharedLists)[number]['path']>>
  | ReturnType<typeof observedRoute<ObservedName>>;

type OfEntity<E extends Entity> = RoutesIn<ReturnType<typeof contractsOf<E>>[number]>;

type ByMethod<D extends RouteDeclaration> = {
  [M in RouteDeclaration['method']]: { [Each in Extract<D, { method: M }> as Each['path']]: Each };
};

/** Every call of the API by method and path, except those of entities. */
export type ApiRoutes = ByMethod<Fixed>;

/** The calls of entities by method and path; {entity} stands for the entity's path. */
export type EntityRoutes<E extends Entity> = ByMethod<OfEntity<E>>;

/** Every declared route: the OpenAPI document contains exactly these. */
export function declaredRoutes(): RouteDeclaration[] {
  return [
    ...contracts.flatMap((contract): RouteDeclaration[] => Object.values(contract)),
    ...sharedLists.map((list) => sharedListRoute(list)),
    ...observedKinds.map((kind) => observedRoute(kind)),
    ...entityList.flatMap((entity) =>
      contractsOf(entity).flatMap((contract): RouteDeclaration[] => Object.values(contract)),
    ),
  ];
}
