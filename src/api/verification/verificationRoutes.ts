import { randomUUID } from 'node:crypto';
import { fixInRow } from '#model/entity/entityPages.ts';
import { authorNameOf, isAllowed, isScoped, type PageLink, type VerificationVendor } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, reject, type Rejection, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { textOfUpload } from '../upload.ts';
import { importResults } from './importResults.ts';
import { verificationContract, type VerificationState } from './verificationContract.ts';
import { neededColumns } from './resultColumns.ts';
import { daysInForce, daysOfImport } from './resultDays.ts';

/** Time in ms after which an unfinished import counts as interrupted. */
const maxImportMs = 120_000;
/** Maximum listed imports. */
const maxImports = 200;

/** Routes of vendors' results for the impressions that they measure. */
export function verificationRoutes(deps: ApiDeps): Route[] {
  const { verificationImports, entities, facts, loads } = deps;
  return [
    implement(verificationContract.listImports, async ({ user }) => ok(await readState(deps, user))),
    implement(verificationContract.importResults, async ({ query, upload, user, author }) => {
      const { vendor, account, fileName, isDryRun: dryRun, ...columns } = query;
      const isDryRun = dryRun === 'true';
      const demandId = user.demandId ?? account ?? null;
      if (isScoped(user)) return limited();
      if (demandId === null) return reject(422, [{ code: 'required', message: 'Select the account', path: 'account' }]);
      const owner =
        account === undefined || account === demandId ? await entities.get('demand', demandId, 'all') : null;
      if (!owner) return notFound();
      if (vendor === 'pix' ? !owner.showPostbidPix : !owner.showPostbidWh) {
        const message = `Postbid ${vendor} is not enabled for the account`;
        return reject(422, [{ code: 'no_verification', message, path: 'vendor', ...fixOf(user, demandId, vendor) }]);
      }
      const missing = neededColumns.filter((key) => columns[key] === undefined);
      if (!isDryRun && missing.length > 0) {
        const message = 'Select its column';
        return reject(
          422,
          missing.map((path) => ({ code: 'required', message, path })),
        );
      }
      const response = await importResults(deps, {
        demandId,
        vendor,
        fileName,
        text: await textOfUpload(upload),
        columns: missing.length > 0 ? null : columns,
        isDryRun,
        author,
      });
      return !isDryRun && response.faults.length > 0 ? reject(422, response.faults) : ok(response);
    }),
    implement(verificationContract.removeImport, async ({ params, user, author }) => {
      if (isScoped(user)) return limited();
      const row = await verificationImports.get(params.id, user.demandId);
      if (!row) return notFound();
      if (!row.isFinished && deps.now().getTime() - Date.parse(row.createdAt) < maxImportMs) return running();
      const { demandId, vendor, id: importId } = row;
      const removedDays = (await daysOfImport(facts, importId)).map(({ day }) =>
        JSON.stringify({ demandId, vendor, day, importId, isRemoved: 1 }),
      );
      await loads.insertRows('verification_days', removedDays.join('\n'), { token: randomUUID() });
      await verificationImports.remove(author, row);
      return ok({});
    }),
  ];
}

/** A link to where a vendor is enabled for an account, for users who may change accounts. */
function fixOf({ role }: SessionUser, demandId: number, vendor: VerificationVendor): { fix?: PageLink } {
  if (!isAllowed(role, 'demand', 'update')) return {};
  const field = vendor === 'pix' ? 'showPostbidPix' : 'showPostbidWh';
  return fixInRow('demand', demandId, { label: `Postbid ${vendor}`, field });
}

/**
 * The rejection of users who see only a part of the account: a file covers the entire account, and replaces entire days.
 */
function limited(): Rejection<403> {
  const message = 'To import results, you need access to all partners of the account';
  return reject(403, [{ code: 'not_allowed', message, path: '' }]);
}

function running(): Rejection<409> {
  return reject(409, [
    { code: 'still_running', message: 'The import is still running. Try again in a moment', path: '' },
  ]);
}

async function readState(
  { verificationImports, entities, facts, config }: ApiDeps,
  user: SessionUser,
): Promise<VerificationState> {
  const { demandId } = user;
  const rows = isScoped(user) ? [] : await verificationImports.list(demandId, maxImports);
  const inForce = new Map<number, number>();
  if (rows.length > 0) {
    for (const { importId } of await daysInForce(facts, demandId)) {
      inForce.set(importId, (inForce.get(importId) ?? 0) + 1);
    }
  }
  const nameOf = async (entity: 'demand' | 'user', ids: readonly number[]) => {
    const named = await entities.listNames(entity, { scope: 'all', isArchivedShown: true, ids });
    return new Map(named.map(({ id, name }) => [id, name]));
  };
  const accounts = await nameOf(
    'demand',
    rows.map((row) => row.demandId),
  );
  const users = await nameOf(
    'user',
    rows.flatMap(({ userId }) => userId ?? []),
  );
  return {
    vendors: [
      { vendor: 'pix', isConfigured: config.POSTBID_PIX_URL !== undefined, setting: 'POSTBID_PIX_URL' },
      { vendor: 'wh', isConfigured: config.POSTBID_WH_URL !== undefined, setting: 'POSTBID_WH_URL' },
    ],
    imports: rows.map(({ userId, ...row }) => ({
      ...row,
      accountName: accounts.get(row.demandId) ?? '',
      userName: authorNameOf({ userId }, users.get(userId ?? 0)),
      daysInForce: inForce.get(row.id) ?? 0,
    })),
  };
}
