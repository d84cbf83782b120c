import { expect, test } from 'vitest';
import { startTestApi } from '../startTestApi.ts';

test('[FACTOR-06] every route that needs a confirmation is known', async () => {
  const api = await startTestApi();
  const found = api.routes.filter(({ confirmation }) => confirmation).map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /api/demand/logins/{id}/signIn/factors",
      "DELETE /api/demand/managers/{id}/signIn/factors",
      "DELETE /api/session/factors/{factorId}",
      "DELETE /api/session/identity",
      "DELETE /api/sso",
      "DELETE /api/sso/domains/{domain}",
      "DELETE /api/users/{id}/signIn/factors",
      "GET /api/config.yaml",
      "GET /api/security-log/export",
      "GET /api/session/confirmed",
      "GET /api/switch",
      "GET /api/users/{id}/personal-data",
      "POST /api/demand/logins/{id}/signIn/link",
      "POST /api/demand/managers/{id}/signIn/link",
      "POST /api/demand/token",
      "POST /api/finance/months/{month}/accounts/{id}/settlements",
      "POST /api/finance/settlements/{id}/reverse",
      "POST /api/keys",
      "POST /api/keys/{id}/rotate",
      "POST /api/session/factors/app",
      "POST /api/session/factors/app/secret",
      "POST /api/session/factors/passkey",
      "POST /api/session/factors/passkey/challenge",
      "POST /api/session/identity",
      "POST /api/session/recoveryCodes",
      "POST /api/sso",
      "POST /api/sso/domains",
      "POST /api/sso/domains/{domain}/verify",
      "POST /api/users/{id}/signIn/link",
      "POST /api/waiting/{id}/approve",
      "PUT /api/demand/signInPolicy",
      "PUT /api/session/password",
      "PUT /api/sso",
    ]
  `);
  for (const { confirmation, access } of api.routes) if (confirmation) expect(access).not.toBe('public');
  await api.close();
});
