import { z } from 'zod';
import { sdkApp, sdkConfig } from '#model/index.ts';
import { idParam } from '../addressValues.ts';
import { rowSchema } from '../entities/rowSchema.ts';
import type { Contract } from '../routeDeclaration.ts';

const figures = z.object({ reqs: z.int(), slots: z.int(), imps: z.int(), errors: z.int() });

/** An app's sums over a day. */
export type AppFigures = z.output<typeof figures>;

const versionSchema = z.object({
  id: z.int(),
  name: z.string(),
  status: z.int(),
  percent: z.number().describe('Rollout, 0 to 100'),
  publishedAt: z.string().nullable(),
  forceOff: z.boolean().describe('Whether it switches off the SDK'),
  minSupportedSdk: z.string().describe('Older SDK releases are switched off; empty = none'),
});

/** A version of an app's settings, without the settings. */
export type AppVersion = z.output<typeof versionSchema>;

const appSchema = z.object({
  id: z.int(),
  name: z.string(),
  platform: z.string(),
  status: z.int(),
  placements: z.object({ active: z.int(), all: z.int() }).describe('Active placements, and all that are not archived'),
  versions: z.array(versionSchema).describe('Versions that are not archived'),
  now: figures.describe('Traffic with the app’s bundle in the last 24 hours'),
  before: figures.describe('In the 24 hours before'),
});

/** The health of an SDK app. */
export type AppHealth = z.output<typeof appSchema>;

const healthResponse = z.object({ apps: z.array(appSchema) });

/** Response of GET /api/sdk/health: all apps that are not archived, by name. */
export type SdkHealth = z.output<typeof healthResponse>;

/** Endpoint, keys, settings and health of SDK apps. */
export const sdkContract = {
  rotateKey: {
    method: 'POST',
    path: '/api/sdk/apps/{id}/rotateKey',
    summary: 'Create a new SDK key for an app; the current one works for another 24 hours',
    chapter: sdkApp.pluralLabel,
    access: { entity: 'sdkApp', action: 'update' },
    params: idParam,
    responses: { 200: { description: 'The app with its new key', schema: rowSchema(sdkApp) } },
    rejects: [404, 409, 422],
  },
  readConfigUrl: {
    method: 'GET',
    path: '/api/sdk/apps/{id}/configUrl',
    summary: 'Read the URL where an app requests its settings and placements',
    chapter: sdkApp.pluralLabel,
    access: { entity: 'sdkApp', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'The URL with the app’s key', schema: z.object({ url: z.url() }) } },
    rejects: [404],
  },
  readHealth: {
    method: 'GET',
    path: '/api/sdk/health',
    summary: 'Read the status of the apps that use the SDK',
    chapter: sdkApp.pluralLabel,
    access: { entity: 'sdkApp', action: 'read' },
    responses: { 200: { description: 'Apps that are not archived, by name', schema: healthResponse } },
  },
  publish: {
    method: 'POST',
    path: '/api/sdk/configs/{id}/publish',
    summary: 'Publish a version of an app’s settings; it cannot be changed afterwards',
    chapter: sdkConfig.pluralLabel,
    access: { entity: 'sdkConfig', action: 'update' },
    params: idParam,
    responses: { 200: { description: 'The published version', schema: rowSchema(sdkConfig) } },
    rejects: [404, 409, 422],
  },
} as const satisfies Contract;
