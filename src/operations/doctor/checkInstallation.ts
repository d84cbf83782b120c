import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyConflict, folderMark } from '#events/nodes/nodePlace.ts';
import { checkOtherNodes } from '#events/nodes/registerNode.ts';
import { loaderFolders } from '#events/loaderFolders.ts';
import { readNodeName } from '#events/spool/ensureNodeName.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { readOtherSecrets } from '#runtime/secretFiles.ts';
import type { Postgres } from '#storage/postgres.ts';
import { checkFacts, findInstallation } from '#storage/nodes/installationStore.ts';
import { openNodeStore, type ListedNode } from '#storage/nodes/nodeStore.ts';
import type { readEnvironment } from '../../config.ts';
import type { MainRole } from '../../processes/startArguments.ts';
import { openServers, type Servers } from '../migrate/openServers.ts';
import { checkFourEyes } from './checkFourEyes.ts';
import { checkStoredSecrets } from './checkStoredSecrets.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

type Settings = ReturnType<typeof readEnvironment>;

/** The secrets of a start with these settings; null where the start would create one. */
export function secretsOfStart({
  SECRET,
  SECRET_PREVIOUS,
  DATA_DIR,
}: Pick<Settings, 'SECRET' | 'SECRET_PREVIOUS' | 'DATA_DIR'>): { secret: string; otherSecrets: string[] } | null {
  const path = join(DATA_DIR, 'secret');
  const secret = SECRET ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
  if (secret === undefined) return null;
  return { secret, otherSecrets: SECRET_PREVIOUS.length > 0 ? SECRET_PREVIOUS : readOtherSecrets(DATA_DIR) };
}

/** Checks that this machine fits the installation in PostgreSQL and its other nodes. Reads only. */
export async function checkInstallation(settings: Settings, roles: readonly MainRole[]): Promise<Finding[]> {
  const check = 'installation';
  const servers = openServers(settings);
  try {
    const { postgres } = servers;
    if (postgres === null) return [];
    const { rows } = await postgres.pool.query<{ exists: boolean }>(
      `SELECT to_regclass('installations') IS NOT NULL AS exists`,
    );
    if (!rows[0]?.exists) return [passed(check, 'new: the first start creates it')];
    const node = readNodeName(loaderFolders(settings).stateDir) ?? '';
    const others = (await openNodeStore(postgres.pool).list()).filter(
      (each) => each.node !== node && each.state !== 'left',
    );
    return [
      ...(await checkIdentity(servers, postgres, settings)),
      ...(settings.FOUR_EYES && roles.includes('api') ? [await checkFourEyes(postgres)] : []),
      ...(roles.includes('worker') ? await checkWorkers(postgres, node, settings) : []),
      ...(others.length > 0 ? checkShared(settings, roles, others) : [passed('other nodes', 'none')]),
    ];
  } catch (error) {
    return [unchecked(check, `it cannot be read in PostgreSQL: ${errorText(error)}`)];
  } finally {
    await servers.close();
  }
}

/** Whether the secret and the facts are those of the installation. */
async function checkIdentity(servers: Servers, postgres: Postgres, settings: Settings): Promise<Finding[]> {
  const { pool } = postgres;
  const secrets = secretsOfStart(settings);
  const found = await findInstallation(pool, secrets ?? { secret: '', otherSecrets: [] }).catch(faultOf);
  if (found === null) return [passed('SECRET', 'the first start records it')];
  if ('check' in found)
    return [
      secrets === null ? { ...found, detail: 'not set, and DATA_DIR has none, but the installation has one' } : found,
    ];
  const findings = [
    passed('SECRET', 'it is that of the installation'),
    ...(secrets === null ? [] : [await checkStoredSecrets(postgres, secrets)]),
  ];
  const { clickhouse } = servers;
  if (clickhouse === null) return findings;
  const facts = await checkFacts(pool, clickhouse, found.id).catch((error: unknown) =>
    error instanceof SettingsConflict
      ? fault(error.setting, error.reason, error.fix)
      : unchecked('facts', `CLICKHOUSE_URL cannot be used: ${errorText(error)}`),
  );
  return [
    ...findings,
    typeof facts === 'object' ? facts : passed('facts', 'ClickHouse has those of this installation'),
  ];
}

async function checkWorkers(
  { pool }: Postgres,
  node: string,
  { CLICKHOUSE_URL, DATA_DIR }: Settings,
): Promise<Finding[]> {
  const conflict = await checkOtherNodes(pool, node, CLICKHOUSE_URL === undefined ? 'embedded' : 'server').catch(
    faultOf,
  );
  const running = await openNodeStore(pool).findRunning(node);
  const isCopy = running !== null && running.place !== '' && running.place !== folderMark(DATA_DIR);
  return [...(conflict === undefined ? [] : [conflict]), ...(isCopy ? [faultOf(copyConflict(node, running))] : [])];
}

/** The finding of a conflict. Throws any other error. */
function faultOf(error: unknown): Extract<Finding, { fix: string }> {
  if (!(error instanceof SettingsConflict)) throw error;
  const { setting, reason, fix } = error;
  return { check: setting, state: 'fault', detail: reason, fix };
}

/** Largest difference between the clocks of a node and PostgreSQL. */
const maxSkewMs = 1000;
/** Time in which a worker has usually read what is written. */
const maxReadMs = 5000;

/** The settings that several nodes need. */
function checkShared(settings: Settings, roles: readonly MainRole[], others: readonly ListedNode[]): Finding[] {
  const names = others.map(({ node, state, version }) => `${node} (${version}, ${state})`).join(', ');
  const findings: Finding[] = [passed('other nodes', names), checkClocks(others), checkMedia(settings)];
  if (roles.includes('serving'))
    findings.push(
      finding(
        'REDIS_URL',
        settings.REDIS_URL !== undefined,
        settings.REDIS_URL === undefined
          ? 'not set, and there are other nodes: bids that Prebid fetches are on the node that cached them'
          : 'set, as several nodes need it',
        'Set REDIS_URL to the same Redis or Valkey server on every node.',
      ),
    );
  return findings;
}

/**
 * The clocks of other nodes, by that of PostgreSQL. Every two seconds, a worker writes until when it has read everything,
 * by its own clock: later than PostgreSQL’s, its clock is fast. Earlier, either its clock is slow or it has something to
 * read.
 */
function checkClocks(others: readonly ListedNode[]): Finding {
  const check = 'clocks of other nodes';
  const fix = 'Synchronize the clocks of these machines by NTP: rows have the time of the machine that serves.';
  const running = others.filter(({ state }) => state === 'running');
  const aheadOf = ({ unreadSince, seenAt }: ListedNode) => Date.parse(unreadSince) - Date.parse(seenAt);
  const fast = running.filter((each) => aheadOf(each) > maxSkewMs);
  const behind = running.filter((each) => aheadOf(each) < -maxReadMs);
  const names = (nodes: readonly ListedNode[]) => nodes.map(({ node }) => node).join(', ');
  if (fast.length > 0) {
    const texts = fast.map((each) => `${each.node} by at least ${(aheadOf(each) / 1000).toFixed(1)} s`);
    return fault(check, `ahead of PostgreSQL’s: ${texts.join(', ')}`, fix);
  }
  if (behind.length > 0)
    return unchecked(
      check,
      `${names(behind)}: behind PostgreSQL’s, or records have been unread for more than ${maxReadMs / 1000} s. Run this there`,
    );
  if (running.length === 0) return unchecked(check, 'none of them runs');
  return passed(check, `${names(running)}: not ahead of PostgreSQL’s, and at most ${maxReadMs / 1000} s behind it`);
}

function checkMedia({ MEDIA_URL, DATA_DIR }: Settings): Finding {
  const check = 'MEDIA_URL';
  if (MEDIA_URL !== undefined) return passed(check, 'set, as several nodes need it');
  const media = join(DATA_DIR, 'media');
  if (existsSync(media) && statSync(media).dev !== statSync(DATA_DIR).dev)
    return unchecked(check, `not set, and ${media} is a mount of its own: make sure that all nodes share it`);
  return fault(
    check,
    'not set, and there are other nodes: creative files are on the node that received them, and others respond with 404',
    'Set MEDIA_URL to the same bucket on every node, or mount one folder at DATA_DIR/media of all of them.',
  );
}
