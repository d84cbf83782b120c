import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { demoPassword, type Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { signIn } from './apiClient.ts';
import { startHistory } from './startHistory.ts';
import { seededRandom } from './seededRandom.ts';
import { publisherIdOf } from './demoInventory.ts';
import { demoNetwork } from './demoNetwork.ts';
import { addOwnerFileRoutes } from './addOwnerFileRoutes.ts';
import { addPartnerRoutes } from './addPartnerRoutes.ts';
import { addPrebidServerRoutes } from './prebidserver/addPrebidServerRoutes.ts';
import { closePastMonths } from './closePastMonths.ts';
import { addPublisherRoutes } from './publisher.ts';
import { addBuyerRoutes } from './rtb/addBuyerRoutes.ts';
import { seedNetwork, type SeededNetwork } from './seed.ts';
import { startSuppliers, type RunningSuppliers } from './suppliers/startSuppliers.ts';
import { waitUntilServed } from './waitUntilServed.ts';
import { startVendorReports } from './startVendorReports.ts';
import { startViewers, type Viewers } from './viewers.ts';

/** The built pages and media, beside the server in dist/. */
const assets = fileURLToPath(new URL('../demo/', import.meta.url));

/** Seed of the partners' and buyers' behavior. */
const partnerSeed = 7;

/** Starts the demo network: partners, publisher, objects, history and viewers. */
export async function startDemoRole(config: Config, stores: StoreUrls): Promise<RunningRole> {
  const base = `http://localhost:${config.DEMO_PORT}`;
  const apiUrl = `http://localhost:${config.PORT}`;
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'demo', secrets: secretsOf(config) });
  let network: SeededNetwork | null = null;
  let viewers: Viewers | null = null;
  let suppliers: RunningSuppliers | null = null;
  const shutdown = new AbortController();

  const app = Fastify({ forceCloseConnections: true });
  addPartnerRoutes(app, base, seededRandom(partnerSeed));
  const buyerStats = addBuyerRoutes(app, base, partnerSeed);
  addPrebidServerRoutes(app, base, partnerSeed, buyerStats);
  const [frontPage] = demoNetwork.channels;
  const place = { adsUrl: config.ADS_URL, publisherId: frontPage ? publisherIdOf(frontPage) : '' };
  addPublisherRoutes(app, place, () =>
    (network?.channels ?? []).flatMap((channel) => {
      const plan = demoNetwork.channels.find((each) => each.name === channel.name);
      if (!plan) return [];
      const tagUrl = `${config.ADS_URL}/vast/${channel.uid}?pubid=${publisherIdOf(plan)}&section=${plan.sections?.[0] ?? 'programme'}`;
      const { uid, name } = channel;
      return [{ key: plan.key, name, uid, format: plan.format ?? ('video' as const), tagUrl }];
    }),
  );
  addOwnerFileRoutes(app);
  addFileRoutes(app);
  await app.listen({ port: config.DEMO_PORT, host: config.HOST });

  // The API may still be starting: the demo is ready when its objects exist.
  for (;;) {
    try {
      network = await seedNetwork(config, apiUrl, {
        partnerUrl: base,
        mediaFolder: join(assets, 'media'),
      });
      break;
    } catch (error) {
      if (shutdown.signal.aborted || !(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  await waitUntilServed(`${config.ADS_URL}/vast/${network.lastChannel.uid}`, config.SERVING_WORKERS);
  if (config.DEMO_VIEWS_PER_SECOND > 0) {
    viewers = startViewers(network, config.ADS_URL, config.DEMO_VIEWS_PER_SECOND, seededRandom(Date.now()));
    suppliers = startSuppliers(
      network.buying.suppliers,
      config.ADS_URL,
      config.DEMO_VIEWS_PER_SECOND,
      seededRandom(Date.now() + 1),
    );
  }
  const history = startHistory(network, { config, stores, logger });

  const closed = history.written
    .then(async (written) => {
      const admin = written && (await signIn(apiUrl, config.ADMIN_LOGIN, config.ADMIN_PASSWORD ?? demoPassword));
      if (written && admin) await closePastMonths(admin, written);
    })
    .catch((error: unknown) => logger.error(`The demo’s past months could not be closed: ${errorText(error)}`));

  const demand = await signIn(apiUrl, 'demand', demoPassword);
  const vendorReports = demand && startVendorReports(demand, history.written);

  return {
    async close() {
      shutdown.abort();
      vendorReports?.stop();
      viewers?.stop();
      suppliers?.stop();
      await Promise.all([history.close().then(() => closed), app.close()]);
    },
  };
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mp4': 'video/mp4',
};

/** Serves the pages' files, and media with byte ranges, as players request them. */
function addFileRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
    send(request.params.name, '', undefined, reply),
  );
  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
    send(request.params.name, 'media', request.headers.range, reply),
  );
}

async function send(name: string, folder: string, range: string | undefined, reply: FastifyReply): Promise<unknown> {
  const path = join(assets, folder, name);
  const type = contentTypes[extname(name)];
  if (!/^[\w.-]+$/.test(name) || !type || !existsSync(path)) return reply.code(404).send('Not found');
  const body = await readFile(path);
  void reply.headers({ 'content-type': type, 'accept-ranges': 'bytes' });
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return reply.send(body);
  const start = match[1] === '' ? Math.max(0, body.length - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? body.length - 1 : Math.min(Number(match[2]), body.length - 1);
  if (start > end) return reply.code(416).header('content-range', `bytes */${body.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${body.length}`)
    .send(body.subarray(start, end + 1));
}
