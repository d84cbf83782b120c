import { z } from 'zod';
import { entities, fileRoles, type CreativeRow, type MediaFile } from '#model/index.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { uploadsFolder } from '#storage/media/openMedia.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { rowSchema } from '../entities/rowSchema.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { refuseFaults } from '../refuseFaults.ts';
import { defineRoute, notFound, ok, refuse, type Reply, type Route } from '../route.ts';
import { fewAtOnce } from '../tools/fewAtOnce.ts';
import { addingFile, changeFiles, removingFile } from './changeFiles.ts';
import { fileFault, formOfType } from './mediaFaults.ts';
import { probeUpload } from './probeUpload.ts';
import { probeVast } from './probeVast.ts';
import { storeBundle, storeFile } from './storeUpload.ts';
import { takeUpload } from './takeUpload.ts';
import { previewRoute } from './previewRoute.ts';
import { vastProbeSchema } from './mediaContract.ts';

/** Types under which browsers and programs send files. What is in them is read from their bytes. */
const uploadTypes = [
  'application/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/ogg',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/svg+xml',
];

const name = z.string('Must be text').trim().max(255, 'At most 255 characters').default('');
const role = z.enum(fileRoles, `One of: ${fileRoles.join(', ')}`);
const storedName = z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/, 'Must be the name of a file');

const uploadQuery = z.strictObject({ role: role.default('main'), name, replace: storedName.optional() });
const removeParams = idParam.extend({ file: storedName });
const removeQuery = z.strictObject({ role: role.optional() });

/** What a probe of a VAST creative may take, and probes of one user side by side. */
const probeMs = 5000;
const mostProbes = 4;

/** The files of creatives: uploads, removals, what a VAST creative leads to, and previews. */
export function mediaRoutes(deps: ApiDeps): Route[] {
  const { config, entities: store, media, pulse, now } = deps;
  const paced = fewAtOnce(mostProbes);
  const common = {
    chapter: entities.creative.pluralLabel,
    access: { entity: 'creative', action: 'update' },
  } as const;
  const path = `/api/${entities.creative.path}/{id}`;
  const schema = rowSchema(entities.creative);
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: `${path}/files`,
      summary: 'Add a file to a creative; what it is, is read from its bytes. The creative waits for its review then',
      params: idParam,
      query: uploadQuery,
      streamBody: { contentTypes: uploadTypes, limitBytes: config.MEDIA_MAX_MB * 1024 * 1024 },
      answers: { 201: { description: 'The creative with the file', schema } },
      refuses: [404, 409, 422],
      async handler({ params, query, user, author, upload }) {
        const scope = scopeOf(user);
        const row = await store.get('creative', params.id, scope);
        if (!row) return notFound();
        const refusal = refusedUpload(row, query.role);
        if (refusal) return refusal;
        return takeUpload(uploadsFolder(config.DATA_DIR), upload, async (taken) => {
          if (taken.bytes === 0) return refuse(422, [fileFault('empty', 'The file is empty')]);
          const probed = await probeUpload(row.type, taken);
          if ('faults' in probed) return refuse(422, probed.faults);
          const { bundle, ending, about } = probed;
          const file = bundle ? await storeBundle(media, taken, bundle) : await storeFile(media, taken, ending);
          const added: MediaFile = { role: query.role, file, name: query.name, ...about };
          const change = addingFile(added, query.replace);
          const outcome = await changeFiles(deps, row.id, { scope, author }, change);
          pulse.nudge();
          return replyOf(outcome, 201);
        });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${path}/files/{file}`,
      summary: 'Take a file from a creative; of one that has it twice, in the role that is named',
      params: removeParams,
      query: removeQuery,
      answers: { 200: { description: 'The creative without the file', schema } },
      refuses: [404, 409, 422],
      async handler({ params, query, user, author }) {
        const change = removingFile(params.file, query.role);
        const outcome = await changeFiles(deps, params.id, { scope: scopeOf(user), author }, change);
        pulse.nudge();
        return replyOf(outcome, 200);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: `${path}/probe`,
      summary: 'Follow a creative of a third party’s VAST to its ad, and tell what it is and what is wrong with it',
      params: idParam,
      answers: { 200: { description: 'What it leads to', schema: vastProbeSchema } },
      refuses: [404, 422, 429],
      async handler({ params, user, ip, requestId, signal }) {
        const row = await store.get('creative', params.id, scopeOf(user));
        if (!row) return notFound();
        const start = startOf(row);
        if (!start) {
          return refuse(422, [{ code: 'no_vast', message: 'The creative has no VAST to follow', path: '' }]);
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
      },
    }),
    previewRoute(deps),
  ];
}

const tooMany = refuse(
  429,
  [{ code: 'too_many_at_once', message: 'Several of your probes are running; wait for one of them', path: '' }],
  { 'retry-after': String(probeMs / 1000) },
);

/** Why a creative takes no file in a role, before a byte of it is read. */
function refusedUpload({ type }: CreativeRow, role: MediaFile['role']): Reply<422> | null {
  if (!formOfType[type]) return refuse(422, [fileFault('no_files', 'Creatives of this type have no files')]);
  if (role === 'main' || type === 'native') return null;
  return refuse(422, [{ code: 'no_icon', message: 'Native ads alone have an icon', path: 'role' }]);
}

function startOf({ type, vastUrl, vastXml }: CreativeRow) {
  if (type === 'vastUrl' && vastUrl !== '') return { kind: 'url', url: vastUrl } as const;
  return type === 'vast' && vastXml !== '' ? ({ kind: 'markup', xml: vastXml } as const) : null;
}

function replyOf<Status extends number>(
  outcome: WriteOutcome<CreativeRow>,
  status: Status,
): Reply<Status | 404 | 409 | 422> {
  if (outcome.type === 'done') return ok(outcome.row, status);
  if (outcome.type === 'missing') return notFound();
  const { faults } = outcome;
  return faults.some(({ code }) => code === 'not_found') ? refuse(404, faults) : refuseFaults(faults);
}
