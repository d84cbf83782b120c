import { expect, test } from 'vitest';
import { startDeletions } from '#deletion/startDeletions.ts';
import { openDeletions } from '#storage/deletions/deletionStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import { readConfig } from '../../../src/config.ts';
import { openTestDatabase } from '../../stores/openTestDatabase.ts';
import { startPublisherServer } from '../crawler/publisherServer.ts';
import { openFacts } from '../events/openFacts.ts';
import { buildParticipant, deviceId, publish } from './participant.ts';

test('data is deleted while a partner does not respond', async () => {
  const [database, facts, server] = await Promise.all([openTestDatabase(), openFacts(), startPublisherServer()]);
  const partner = buildParticipant('slow.example');
  publish(server, partner);
  let calls = 0;
  // Never answered.
  server.answers.set(`${partner.domain} /delete`, () => void (calls += 1));
  const postgres = openPostgres(database.url);
  const store = openDeletions(postgres.db);
  const at = new Date(Date.now() - 60_000).toISOString();
  await store.accept(
    {
      version: '2.0',
      requester: 'publisher.example',
      requestJti: 'rq1',
      requestDigest: 'digest',
      origin: 'publisher.example',
      originJti: 'or1',
      originToken: 'a.b.c',
      identifierType: 'idfa',
      identifierFormat: 'plaintext',
      identifierHash: '0123456789abcdef',
      identifier: deviceId.toLowerCase(),
      receivedAt: at,
      dueAt: at,
    },
    [partner.domain],
  );
  const config = readConfig(
    { SECRET: 'ab'.repeat(32), SELLER_DOMAIN: 'ssp.example', CRAWL_VIA: server.url, LOG_LEVEL: 'error' },
    { isDemo: false },
  );
  const deletions = startDeletions(config, { databaseUrl: database.url, clickhouseUrl: facts.url });
  await expect.poll(() => calls).toBe(1);
  await expect
    .poll(() => store.list({ limit: 1 }))
    .toMatchObject([{ deletedAt: expect.any(String), deliveries: [{ state: 'waiting', outcome: '' }] }]);
  await deletions.close();
  await Promise.all([postgres.close(), server.close()]);
  await Promise.all([database.close(), facts.close()]);
});
