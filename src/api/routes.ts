import { z } from 'zod';
import { type Edition, entityList, hasPart } from '#model/index.ts';
import type { ApiDeps } from './deps.ts';
import { changeRoutes } from './changes/changeRoutes.ts';
import { cspReportRoutes } from './cspReports/cspReportRoutes.ts';
import { cutoffRoutes } from './cutoffs/cutoffRoutes.ts';
import { scanRoutes } from './scans/scanRoutes.ts';
import { csvRoutes } from './csv/csvRoutes.ts';
import { configRoutes } from './configAsCode/configRoutes.ts';
import { attachRoutes } from './entities/attach/attachRoutes.ts';
import { channelTagRoute } from './entities/channelTagRoute.ts';
import { cloneRoutes } from './entities/clone/cloneRoutes.ts';
import { reviewRoutes } from './creatives/reviewRoutes.ts';
import { dailyMailRoutes } from './dailyMail/dailyMailRoutes.ts';
import { dashboardRoutes } from './dashboard/dashboardRoutes.ts';
import { dealsRoutes } from './deals/dealsRoutes.ts';
import { deletionRoutes } from './deletion/deletionRoutes.ts';
import { entityRoutes } from './entities/entityRoutes.ts';
import { groupRoutes } from './entities/groupRoutes.ts';
import { limitUniquenessChecks } from './entities/limitUniquenessChecks.ts';
import { confirmationRoutes } from './factors/confirmationRoutes.ts';
import { ownFactorRoutes } from './factors/ownFactorRoutes.ts';
import { secondStepRoutes } from './factors/secondStepRoutes.ts';
import { exportRoutes } from './exports/exportRoutes.ts';
import { financeRoutes } from './finance/financeRoutes.ts';
import { sharedListRoutes } from './entities/sharedListRoutes.ts';
import { keyRoutes } from './keys/keyRoutes.ts';
import { memberRoutes } from './lists/memberRoutes.ts';
import { logRoutes } from './log/logRoutes.ts';
import { mailRoutes } from './mail/mailRoutes.ts';
import { buildOpenApi } from './openapi/buildOpenApi.ts';
import { mediaRoutes } from './media/mediaRoutes.ts';
import { oauthRoutes } from './oauth/oauthRoutes.ts';
import { observedRoutes } from './observed/observedRoutes.ts';
import { personalDataRoutes } from './personalData/personalDataRoutes.ts';
import { platformRoutes } from './platform/platformRoutes.ts';
import { verificationRoutes } from './verification/verificationRoutes.ts';
import { linkRoutes } from './people/linkRoutes.ts';
import { ownSignInRoutes } from './people/ownSignInRoutes.ts';
import { signInRoutes } from './people/signInRoutes.ts';
import { profileRoutes } from './profile/profileRoutes.ts';
import { tokenRoutes } from './profile/tokenRoutes.ts';
import { implement, ok, type Route } from './route.ts';
import type { Access } from './routeDeclaration.ts';
import { forecastRoutes } from './forecast/forecastRoutes.ts';
import { reportRoutes } from './reports/reportRoutes.ts';
import { savedReportRoutes } from './reports/savedReportRoutes.ts';
import { scheduleRoutes } from './schedules/scheduleRoutes.ts';
import { sdkRoutes } from './sdk/sdkRoutes.ts';
import { scimGroupRoutes } from './scim/scimGroupRoutes.ts';
import { scimUserRoutes } from './scim/scimUserRoutes.ts';
import { searchRoutes } from './search/searchRoutes.ts';
import { adsTxtRoutes } from './sellers/adsTxtRoutes.ts';
import { securityRoutes } from './security/securityRoutes.ts';
import { sessionRoutes } from './session/sessionRoutes.ts';
import { ownIdentityRoutes } from './sso/ownIdentityRoutes.ts';
import { providerRoutes } from './sso/providerRoutes.ts';
import { ssoRoutes } from './sso/ssoRoutes.ts';
import { systemRoutes } from './system/systemRoutes.ts';
import { trafficListRoutes } from './trafficLists/trafficListRoutes.ts';
import { switchRoute } from './session/switchRoute.ts';
import { viewedRoleRoutes } from './session/viewedRoleRoutes.ts';
import { sharedRoutes } from './shares/sharedRoutes.ts';
import { shareRoutes } from './shares/shareRoutes.ts';
import { supplierRoutes } from './suppliers/supplierRoutes.ts';
import { bidderTestRoutes } from './bidderTest/bidderTestRoutes.ts';
import { vastTesterRoutes } from './vastTester/vastTesterRoutes.ts';
import { targetingRoutes } from './targeting/targetingRoutes.ts';
import { tooltipRoutes } from './tooltips/tooltipRoutes.ts';
import { usesRoutes } from './uses/usesRoutes.ts';
import { viewRoutes } from './views/viewRoutes.ts';
import { whatIfRoutes } from './whatif/whatIfRoutes.ts';
import { waitingRoutes } from './fourEyes/waitingRoutes.ts';
import { watchRoutes } from './why/watchRoutes.ts';
import { whyRoutes } from './why/whyRoutes.ts';

/**
 * Builds every route of the management API in the installation's edition: the one table behind the server, the OpenAPI document and the tenancy test.
 */
export function buildRoutes(opened: ApiDeps): Route[] {
  const deps: ApiDeps = { ...opened, ...limitUniquenessChecks(opened) };
  const edition = deps.config.DATABASE_EDITION ?? null;
  const routes: Route[] = [
    ...sessionRoutes(deps),
    switchRoute(deps),
    ...secondStepRoutes(deps),
    ...ownFactorRoutes(deps),
    ...confirmationRoutes(deps),
    ...viewedRoleRoutes(deps),
    ...linkRoutes(deps),
    ...ownSignInRoutes(deps),
    ...signInRoutes(deps),
    ...ssoRoutes(deps),
    ...ownIdentityRoutes(deps),
    ...providerRoutes(deps),
    ...scimUserRoutes(deps),
    ...scimGroupRoutes(deps),
    ...profileRoutes(deps),
    ...tokenRoutes(deps),
    ...keyRoutes(deps),
    ...oauthRoutes(deps),
    ...platformRoutes(deps),
    ...systemRoutes(deps),
    ...trafficListRoutes(deps),
    ...cspReportRoutes(deps),
    ...personalDataRoutes(deps),
    ...deletionRoutes(deps),
    ...sharedListRoutes(deps),
    ...entityList.flatMap((entity) => entityRoutes(deps, entity)),
    ...groupRoutes(deps),
    ...changeRoutes(deps),
    ...memberRoutes(deps),
    ...mediaRoutes(deps),
    ...targetingRoutes(deps),
    ...usesRoutes(deps),
    ...csvRoutes(deps),
    ...cloneRoutes(deps),
    ...attachRoutes(deps),
    ...configRoutes(deps),
    channelTagRoute(deps),
    ...reviewRoutes(deps),
    ...dealsRoutes(deps),
    ...supplierRoutes(deps),
    ...adsTxtRoutes(deps),
    ...sdkRoutes(deps),
    ...observedRoutes(deps),
    ...searchRoutes(deps),
    ...dashboardRoutes(deps),
    ...cutoffRoutes(deps),
    ...scanRoutes(deps),
    ...logRoutes(deps),
    ...securityRoutes(deps),
    ...tooltipRoutes(deps),
    ...vastTesterRoutes(deps),
    ...bidderTestRoutes(deps),
    ...viewRoutes(deps),
    ...waitingRoutes(deps, () => routes),
    ...whyRoutes(deps),
    ...whatIfRoutes(deps),
    ...forecastRoutes(deps),
    ...watchRoutes(deps),
    ...financeRoutes(deps),
    ...verificationRoutes(deps),
    ...reportRoutes(deps.reports),
    ...savedReportRoutes(deps),
    ...exportRoutes(deps),
    ...scheduleRoutes(deps),
    ...mailRoutes(deps),
    ...dailyMailRoutes(deps),
    ...shareRoutes(deps),
    ...sharedRoutes(deps),
  ].filter(({ access }) => isInEdition(access, edition));
  let document: ReturnType<typeof buildOpenApi> | null = null;
  const openApi: Route = implement(
    {
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'Get the OpenAPI document',
      chapter: 'About',
      access: 'public',
      responses: { 200: { description: 'OpenAPI 3.1 document', schema: z.record(z.string(), z.unknown()) } },
    },
    // Built on the first request: it would delay the start by a second.
    async () => ok((document ??= buildOpenApi(routes, { isEncrypted: deps.config.ENCRYPT_RESPONSES, edition }))),
  );
  routes.push(openApi);
  return routes;
}

/** Whether an edition has the entity that a route is about. */
function isInEdition(access: Access, edition: Edition | null): boolean {
  if (typeof access === 'string' || 'roles' in access) return true;
  return hasPart(edition, 'namesOf' in access ? access.namesOf : access.entity);
}
