import { z } from 'zod';
import { entities, fileRoles } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { rowSchema } from '../entities/rowSchema.ts';
import type { Contract } from '../routeDeclaration.ts';

const mediaSchema = z.object({
  url: z.string(),
  type: z.string(),
  width: z.int().min(0),
  height: z.int().min(0),
  isReachable: z.boolean().nullable().describe('null = unknown'),
});

const vastProbeSchema = z.object({
  errorCode: z.int().nullable().describe('The VAST error that a player would report; null if there is an ad'),
  isOverlay: z.boolean().describe('Whether the ad is an overlay (non-linear), without media files'),
  depth: z.int().min(0).describe('Wrappers before the ad'),
  durationS: z.number().nullable(),
  adSystem: z.string(),
  clickUrl: z.string().nullable(),
  isSecure: z.boolean().describe('Whether everything is loaded over HTTPS'),
  media: z.array(mediaSchema),
  faults: z
    .array(z.object({ message: z.string(), subject: z.string().optional() }))
    .describe('What players would reject'),
});

/** The ad that a VAST creative leads to. */
export type VastProbe = z.output<typeof vastProbeSchema>;

const previewSchema = z.object({
  url: z.string().describe('URL of a page to embed in a frame; valid for ten minutes'),
  mediaUrl: z.string().describe('URL where the files of creatives are served'),
});

/** Media types that browsers and programs send for files. The actual type is read from the bytes. */
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
] as const;

const name = z.string('Must be text').trim().max(255, 'At most 255 characters').default('');

const role = z.enum(fileRoles, `One of: ${fileRoles.join(', ')}`);

const storedName = z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/, 'Must be the name of a file');

const uploadQuery = z.strictObject({ role: role.default('main'), name, replace: storedName.optional() });

const removeParams = idParam.extend({ file: storedName });

const removeQuery = z.strictObject({ role: role.optional() });

const path = '/api/demand/creatives/{id}';

const common = {
  chapter: entities.creative.pluralLabel,
  access: { entity: 'creative', action: 'update' },
} as const;

const schema = rowSchema(entities.creative);

/** Default maximum file size; the setting MEDIA_MAX_MB overrides it. */
const limitBytes = 200 * 1024 * 1024;

/** The files of creatives: uploads, removals, probes of VAST creatives, and previews. */
export const mediaContract = {
  addFile: {
    ...common,
    method: 'POST',
    path: `${path}/files`,
    summary: 'Add a file to a creative. Its type is detected from its content, and the creative must be reviewed again',
    params: idParam,
    query: uploadQuery,
    streamBody: { contentTypes: uploadTypes, limitBytes },
    responses: { 201: { description: 'The creative with the file', schema } },
    rejects: [404, 409, 422],
  },
  removeFile: {
    ...common,
    method: 'DELETE',
    path: `${path}/files/{file}`,
    summary: 'Remove a file from a creative. The role selects one if the file is used twice',
    params: removeParams,
    query: removeQuery,
    responses: { 200: { description: 'The creative without the file', schema } },
    rejects: [404, 409, 422],
  },
  probe: {
    ...common,
    method: 'POST',
    path: `${path}/probe`,
    summary: 'Resolve a third-party VAST creative to its ad and list its problems',
    params: idParam,
    responses: { 200: { description: 'The resolved ad', schema: vastProbeSchema } },
    rejects: [404, 422, 429],
  },
  preview: {
    method: 'GET',
    path: `${path}/preview`,
    summary: 'Read the URL of a preview that shows the creative as viewers see it',
    chapter: entities.creative.pluralLabel,
    access: { entity: 'creative', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'The URL of the preview, valid for ten minutes', schema: previewSchema } },
    rejects: [404],
  },
} as const satisfies Contract;
