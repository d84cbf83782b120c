import type { ApiDeps } from '../deps.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { attachmentHeader } from '../reports/attachmentHeader.ts';
import { textOfUpload } from '../upload.ts';
import { applyDocument } from './applyDocument.ts';
import { configContract } from './configContract.ts';
import { readAccount } from './readAccount.ts';
import { maxWrittenMembers, writeDocument } from './writeDocument.ts';

/** Routes of configuration as code: all objects of an account as one document, and applying it after a plan. */
export function configRoutes(deps: ApiDeps): Route[] {
  const { entities, lists, snapshotNotifier } = deps;
  return [
    implement(configContract.read, async ({ user }) => {
      const account = await readAccount(entities, user);
      const name = user.accountName ?? '';
      return {
        status: 200,
        stream: writeDocument(name, account, async (list) => {
          const { members } = await lists.page(list, { page: 1, size: maxWrittenMembers });
          return members;
        }),
        headers: {
          'content-type': 'application/yaml; charset=utf-8',
          'content-disposition': attachmentHeader(name, 'yaml'),
        },
      };
    }),
    implement(configContract.apply, async ({ upload, query, user, author }) => {
      const outcome = await applyDocument(deps, await textOfUpload(upload), { ...query, user, author });
      snapshotNotifier.notify();
      if (outcome.type === 'unreadable') return reject(422, outcome.faults);
      if (outcome.type === 'changedSince') return reject(409, outcome.faults);
      const { response } = outcome;
      return !query.isDryRun && response.problems.length > 0 ? reject(422, response.problems) : ok(response);
    }),
  ];
}
