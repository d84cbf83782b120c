import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accountRoles, authorNameOf, isScoped, scanVendors, type ScanVendor } from '#model/index.ts';
import { scanImportRoles } from '#model/scanImportRoles.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { problemSchema } from '../entities/rowSchema.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { textOfUpload } from '../upload.ts';
import { importResults } from './importResults.ts';
import { neededColumns, type PostbidState, type ResultColumn, type ResultColumns } from './postbidContract.ts';
import { daysInForce, daysOfImport } from './resultDays.ts';

const chapter = 'Postbid';

/** Largest file. */
const limitBytes = 10 * 1024 * 1024;
/** An import that takes longer was broken off. */
const longestImportMs = 120_000;
/** Imports that the list shows. */
const mostImports = 200;

const vendors = scanVendors.map(({ value }) => value) as [ScanVendor, ...ScanVendor[]];
const heading = (what: string) =>
  z.string().max(200, 'At most 200 characters').optional().describe(`Heading of ${what}`);

const columnsQuery = {
  day: heading('the day or hour, UTC; without it only the headings are told'),
  category: heading('the category'),
  imps: heading('impressions'),
  viewable: heading('viewable impressions'),
  channel: heading('the channel, by name or id'),
  tag: heading('the tag, by name or id'),
  subpublisher: heading('the sub-publisher, by name or id'),
  advertiser: heading('the advertiser, by name or id'),
  site: heading('the site'),
  app: heading('the bundle or store id of the app'),
  publisher: heading('the publisher id that requests declare'),
  environment: heading('the environment'),
  country: heading('the country, by code or name'),
  device: heading('the kind of device'),
  os: heading('the operating system'),
} satisfies Record<ResultColumn, z.ZodType>;

const importQuery = z.object({
  vendor: z.enum(vendors, `One of: ${vendors.join(', ')}`),
  account: z.coerce.number().int().positive().optional().describe('The account; admins name it'),
  fileName: z.string().max(200, 'At most 200 characters').default('results.csv'),
  isDryRun: z.enum(['true', 'false'], 'Must be true or false').default('false'),
  ...columnsQuery,
});

const importAnswer = z.object({
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  count: z.int(),
  imps: z.int(),
  invalid: z.int(),
  days: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  replaced: z.int().describe('Days of which something was imported before'),
  faults: z.array(problemSchema).describe('Paths as lines.7.imps'),
  isApplied: z.boolean(),
});

const stateSchema = z.object({
  vendors: z.array(z.object({ vendor: z.enum(vendors), isConfigured: z.boolean(), setting: z.string() })),
  imports: z.array(
    z.object({
      id: z.int(),
      demandId: z.int(),
      accountName: z.string(),
      vendor: z.enum(vendors),
      fileName: z.string(),
      lines: z.int(),
      imps: z.int(),
      firstDay: z.string(),
      lastDay: z.string(),
      userName: z.string().nullable(),
      createdAt: z.string(),
      isFinished: z.boolean().describe('False = it was broken off'),
      daysInForce: z.int().describe('Its days that no later import has replaced'),
    }),
  ),
});

/** What vendors found of the impressions that they measure. */
export function postbidRoutes(deps: ApiDeps): Route[] {
  const { scanImports, entities, facts, loads } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/postbid/imports',
      summary: 'List the imported reports of postbid vendors, and the vendors that can measure',
      chapter,
      access: { roles: ['super', 'admin', ...accountRoles] },
      answers: { 200: { description: 'The newest import first', schema: stateSchema } },
      handler: async ({ user }) => ok(await readState(deps, user)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/postbid/imports',
      summary: 'Import what a postbid vendor found, from CSV: all lines, or none; its days replace earlier ones',
      chapter,
      access: { roles: scanImportRoles },
      query: importQuery,
      streamBody: { contentTypes: ['text/csv'], limitBytes },
      answers: { 200: { description: 'What the lines tell, or came to', schema: importAnswer } },
      refuses: [403, 404, 422],
      async handler({ query, upload, user, author }) {
        const { vendor, account, fileName, isDryRun: dryRun, ...columns } = query;
        const isDryRun = dryRun === 'true';
        const demandId = user.demandId ?? account ?? null;
        if (isScoped(user)) return limited();
        if (demandId === null) return refuse(422, [{ code: 'required', message: 'Name the account', path: 'account' }]);
        const owner =
          account === undefined || account === demandId ? await entities.get('demand', demandId, 'all') : null;
        if (!owner) return notFound();
        if (vendor === 'pix' ? !owner.showPostbidPix : !owner.showPostbidWh) {
          const message = `Postbid ${vendor} is not enabled for the account`;
          return refuse(422, [{ code: 'no_postbid', message, path: 'vendor' }]);
        }
        const missing = neededColumns.filter((key) => columns[key] === undefined);
        if (!isDryRun && missing.length > 0) {
          const message = 'Say which column holds it';
          return refuse(
            422,
            missing.map((path) => ({ code: 'required', message, path })),
          );
        }
        const answer = await importResults(deps, {
          demandId,
          vendor,
          fileName,
          text: await textOfUpload(upload),
          columns: missing.length > 0 ? null : (columns as ResultColumns),
          isDryRun,
          author,
        });
        return !isDryRun && answer.faults.length > 0 ? refuse(422, answer.faults) : ok(answer);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/postbid/imports/{id}',
      summary: 'Remove an imported report of a vendor with what it told',
      chapter,
      access: { roles: scanImportRoles },
      params: idParam,
      answers: { 200: { description: 'Removed', schema: z.object({}) } },
      refuses: [403, 404, 409],
      async handler({ params, user, author }) {
        if (isScoped(user)) return limited();
        const row = await scanImports.get(params.id, user.demandId);
        if (!row) return notFound();
        if (!row.isFinished && deps.now().getTime() - Date.parse(row.createdAt) < longestImportMs) return running();
        const { demandId, vendor, id: importId } = row;
        const gone = (await daysOfImport(facts, importId)).map(({ day }) =>
          JSON.stringify({ demandId, vendor, day, importId, isRemoved: 1 }),
        );
        await loads.insertRows('scan_days', gone.join('\n'), { token: randomUUID() });
        await scanImports.remove(author, row);
        return ok({});
      },
    }),
  ];
}

/** A file is about the whole account, and replaces whole days of it: it is not for those who see a part of the account alone. */
function limited(): Reply<403> {
  const message = 'Your login sees a part of the account; results are imported for all of it';
  return refuse(403, [{ code: 'not_allowed', message, path: '' }]);
}

function running(): Reply<409> {
  return refuse(409, [{ code: 'still_running', message: 'It is being imported; try again in a moment', path: '' }]);
}

async function readState({ scanImports, entities, facts, config }: ApiDeps, user: SessionUser): Promise<PostbidState> {
  const { demandId } = user;
  const rows = isScoped(user) ? [] : await scanImports.list(demandId, mostImports);
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
