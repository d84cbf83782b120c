import type { FileFetcher, FileResponse } from '#outbound/fetchFile.ts';
import { type Dsrdelete, dsrdeletePaths, readDsrdelete, readJwks } from '#standards/deletion/dsrdelete.ts';
import type { DeletionFault } from '#standards/deletion/deletionResult.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';

/** A participant of the framework: its dsrdelete.json, and the public keys that are in it or where it says. */
export interface Participant {
  file: Dsrdelete;
  keys: object[];
}

/** A participant, or why there is none. */
export type ParticipantResult =
  | { ok: true; participant: Participant }
  | {
      ok: false;
      fault: Extract<
        DeletionFault,
        'domain_connection_failed' | 'dsrdelete_file_not_found' | 'jwksuri_not_found' | 'jwks_keys_file_not_found'
      >;
    };

const maxBytes = 256 * 1024;

/**
 * Reads the files of a participant over https (Discovery): its dsrdelete.json, or the one that this names instead, and
 * the key set that it names. Redirects are followed only within the root domain, since the domain is what is trusted.
 * Never throws.
 */
export async function readParticipant(
  fetcher: Pick<FileFetcher, 'fetchFile'>,
  domain: string,
  signal: AbortSignal,
): Promise<ParticipantResult> {
  const fetchFrom = (url: string) => fetchJson(fetcher, url, signal);
  const [root, wellKnown] = dsrdeletePaths;
  const first = await fetchFrom(`https://${domain}${root}`);
  const found = isMissing(first) ? await fetchFrom(`https://${domain}${wellKnown}`) : first;
  const own = fileIn(found);
  const response = own?.elsewhere ? await fetchFrom(own.elsewhere) : found;
  const file = own?.elsewhere ? fileIn(response) : own;
  if (!file) return failed(hasNoConnection(response) ? 'domain_connection_failed' : 'dsrdelete_file_not_found');
  if (file.jwksUri === null) {
    return file.keys ? { ok: true, participant: { file, keys: file.keys } } : failed('jwksuri_not_found');
  }
  const keySet = await fetchFrom(file.jwksUri);
  const jwks = isRead(keySet) ? readJwks(keySet.text) : null;
  if (!jwks) return failed('jwks_keys_file_not_found');
  const pollFrequency = Math.min(file.pollFrequency ?? Infinity, jwks.pollFrequency ?? Infinity);
  const participant = {
    file: { ...file, pollFrequency: Number.isFinite(pollFrequency) ? pollFrequency : null },
    // Participants may support both versions, with different keys.
    keys: [...jwks.keys, ...(file.keys ?? [])],
  };
  return { ok: true, participant };
}

type Answered = Extract<FileResponse, { type: 'answered' }>;
type Fault = Extract<ParticipantResult, { ok: false }>['fault'];

function failed(fault: Fault): ParticipantResult {
  return { ok: false, fault };
}

function fetchJson(fetcher: Pick<FileFetcher, 'fetchFile'>, url: string, signal: AbortSignal): Promise<FileResponse> {
  const root = rootDomainOf(url);
  return fetcher.fetchFile(url, {
    accept: 'application/json, */*;q=0.1',
    maxBytes,
    signal,
    mayFollow: ({ protocol, hostname }) => protocol === 'https:' && root !== null && rootDomainOf(hostname) === root,
  });
}

function isRead(response: FileResponse): response is Answered {
  return response.type === 'answered' && response.status >= 200 && response.status <= 299;
}

function hasNoConnection(response: FileResponse): boolean {
  return response.type === 'failed' && ['conn_error', 'timeout', 'refused_address'].includes(response.reason);
}

function isMissing(response: FileResponse): boolean {
  return response.type === 'answered' && (response.status === 404 || response.status === 410);
}

function fileIn(response: FileResponse): Dsrdelete | null {
  return isRead(response) ? readDsrdelete(response.text) : null;
}
