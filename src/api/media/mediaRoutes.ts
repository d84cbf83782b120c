import type { CreativeRow, MediaFile } from '#model/index.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import { uploadsFolder } from '#storage/media/openMedia.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { rejectFaults } from '../rejectFaults.ts';
import { implement, notFound, ok, reject, type JsonResponse, type Rejection, type Route } from '../route.ts';
import { limitPerUser } from '../vastTester/limitPerUser.ts';
import { addingFile, changeFiles, removingFile } from './changeFiles.ts';
import { mediaContract } from './mediaContract.ts';
import { fileFault, formOfType } from './mediaFaults.ts';
import { previewRoute } from './previewRoute.ts';
import { probeUpload } from './probeUpload.ts';
import { probeVast } from './probeVast.ts';
import { storeBundle, storeFile } from './storeUpload.ts';
import { processUpload } from './processUpload.ts';

/** Maximum duration of a VAST probe in ms, and maximum concurrent probes per user. */
const probeMs = 5000;
const maxProbes = 4;

/** Routes of creatives' files: uploads, removals, probes of VAST creatives, and previews. */
export function mediaRoutes(deps: ApiDeps): Route[] {
  const { config, entities: store, media, snapshotNotifier, now } = deps;
  const paced = limitPerUser(maxProbes);
  // The maximum size is a setting.
  const { streamBody } = mediaContract.addFile;
  const addFile = {
    ...mediaContract.addFile,
    streamBody: { ...streamBody, limitBytes: config.MEDIA_MAX_MB * 1024 * 1024 },
  };
  return [
    implement(addFile, async ({ params, query, user, author, upload }) => {
      const scope = scopeOf(user);
      const row = await store.get('creative', params.id, scope);
      if (!row) return notFound();
      const rejection = refusedUpload(row, query.role);
      if (rejection) return rejection;
      return processUpload(uploadsFolder(config.DATA_DIR), upload, async (taken) => {
        if (taken.bytes === 0) return reject(422, [fileFault('empty', 'The file is empty')]);
        const probed = await probeUpload(row.type, taken);
        if ('faults' in probed) return reject(422, probed.faults);
        const { bundle, ending, about } = probed;
        const file = bundle ? await storeBundle(media, taken, bundle) : await storeFile(media, taken, ending);
        const added: MediaFile = { role: query.role, file, name: query.name, ...about };
        const change = addingFile(added, query.replace);
        const outcome = await changeFiles(deps, row.id, { scope, author }, change);
        snapshotNotifier.notify();
        return responseOf(outcome, 201);
      });
    }),
    implement(mediaContract.removeFile, async ({ params, query, user, author }) => {
      const change = removingFile(params.file, query.role);
      const outcome = await changeFiles(deps, params.id, { scope: scopeOf(user), author }, change);
      snapshotNotifier.notify();
      return responseOf(outcome, 200);
    }),
    implement(mediaContract.probe, async ({ params, user, ip, requestId, signal }) => {
      const row = await store.get('creative', params.id, scopeOf(user));
      if (!row) return notFound();
      const start = startOf(row);
      if (!start) {
        return reject(422, [{ code: 'no_vast', message: 'The creative has no third-party VAST to test', path: '' }]);
      }
      const fetcher = createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES });
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(probeMs)]);
        const probe = await paced(user.id, () =>
          probeVast(start, { fetcher, ip, requestId, now: now(), signal: limited }),
        );
        return probe ? ok(probe) : tooMany;
      } finally {
        await fetcher.close();
      }
    }),
    previewRoute(deps),
  ];
}

const tooMany = reject(
  429,
  [{ code: 'too_many_at_once', message: 'Several of your tests are running. Wait until one of them ends.', path: '' }],
  { 'retry-after': String(probeMs / 1000) },
);

/** The rejection of a file that the creative cannot have in a role, before any byte is read; null when it can. */
function refusedUpload({ type }: CreativeRow, role: MediaFile['role']): Rejection<422> | null {
  if (!formOfType[type]) return reject(422, [fileFault('no_files', 'Creatives of this type have no files')]);
  if (role === 'main' || type === 'native') return null;
  return reject(422, [{ code: 'no_icon', message: 'Only native ads have an icon', path: 'role' }]);
}

function startOf({ type, vastUrl, vastXml }: CreativeRow) {
  if (type === 'vastUrl' && vastUrl !== '') return { kind: 'url', url: vastUrl } as const;
  return type === 'vast' && vastXml !== '' ? ({ kind: 'markup', xml: vastXml } as const) : null;
}

function responseOf<Status extends number>(
  outcome: WriteOutcome<CreativeRow>,
  status: Status,
): JsonResponse<Status, CreativeRow> | Rejection<404 | 409 | 422> {
  if (outcome.type === 'done') return ok(outcome.row, status);
  if (outcome.type === 'missing') return notFound();
  const { faults } = outcome;
  return faults.some(({ code }) => code === 'not_found') ? reject(404, faults) : rejectFaults(faults);
}
