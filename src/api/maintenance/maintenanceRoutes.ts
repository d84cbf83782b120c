import { z } from 'zod';
import type { SealingOutcome, SecretStepOutcome } from '#runtime/control/maintenance.ts';
import { isOlder } from '#storage/migrations/oldestRelease.ts';
import { systemAuthor } from '#storage/entities/changeLog.ts';
import { firstSealingRelease } from '#storage/sealing/sealedSecretStore.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, type JsonResponse, ok, type Route } from '../route.ts';

const stepOutcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('needed'), secrets: z.int().describe('Stored secrets that need a former secret') }),
]);

const sealingOutcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sealed'), rows: z.int() }),
  z.object({ type: z.literal('olderNodes'), nodes: z.array(z.string()) }),
]);

/** Internal: commands that an operator runs on a machine, which leave a security event. */
export function maintenanceRoutes(deps: ApiDeps): Route[] {
  const { sealedSecrets, security, nodes, snapshotNotifier } = deps;
  const record = (command: string) =>
    security.record(systemAuthor, { type: 'commandRun', demandId: null, details: { command } });
  return [
    implement(
      {
        method: 'POST',
        path: '/internal/secretSteps',
        summary: 'Report a step of a change of the secret',
        chapter: 'Internal',
        access: 'internal',
        body: z.strictObject({ step: z.enum(['rotate', 'finish']) }),
        responses: { 200: { description: 'Whether the step can be done', schema: stepOutcomeSchema } },
      },
      async ({ body }): Promise<JsonResponse<200, SecretStepOutcome>> => {
        if (body.step === 'finish') {
          await sealedSecrets.reseal();
          const secrets = await sealedSecrets.countOld();
          if (secrets > 0) return ok({ type: 'needed', secrets });
        }
        await record(body.step === 'rotate' ? 'rotate-secret' : 'rotate-secret --finish');
        return ok({ type: 'done' });
      },
    ),
    implement(
      {
        method: 'POST',
        path: '/internal/sealSecrets',
        summary: 'Store the secrets of entities encrypted from now on',
        chapter: 'Internal',
        access: 'internal',
        body: z.strictObject({}),
        responses: {
          200: { description: 'The sealed rows, or nodes that run an older release', schema: sealingOutcomeSchema },
        },
      },
      async (): Promise<JsonResponse<200, SealingOutcome>> => {
        const running = (await nodes.list()).filter(({ state }) => state === 'running');
        const older = running.filter(({ version }) => isOlder(version, firstSealingRelease));
        if (older.length > 0) return ok({ type: 'olderNodes', nodes: older.map(({ node }) => node) });
        const rows = await sealedSecrets.beginSealing();
        snapshotNotifier.notify();
        await record('seal-secrets');
        return ok({ type: 'sealed', rows });
      },
    ),
  ];
}
