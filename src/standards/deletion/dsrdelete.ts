import { type SupportedIdentifier, supportedIdentifiers } from './deletionIdentifier.ts';

/** Paths of a participant's file below its domain: in the root, and where version 2.0 shows it. */
export const dsrdeletePaths = ['/dsrdelete.json', '/.well-known/iabtl/dsrdelete.json'] as const;
/** Path of our key set, where version 2.0 shows it. */
export const jwksPath = '/.well-known/iabtl/jwks.json';

/** A participant's dsrdelete.json, of either version. */
export interface Dsrdelete {
  /** https URL that takes deletion requests; null = none. */
  endpoint: string | null;
  identifiers: SupportedIdentifier[];
  /** Keys in the file itself (1.0); null = none. */
  keys: object[] | null;
  /** https URL of the key set (2.0); null = none. */
  jwksUri: string | null;
  /** https URL of the file that applies instead (2.0); null = this one. */
  elsewhere: string | null;
  /** Seconds after which it should be read again; null = not stated. */
  pollFrequency: number | null;
  /** Whether requests are made only by a script of the participant. */
  needsScript: boolean;
}

/** Maximum keys and identifiers that are read. */
const maxEntries = 100;

/** Reads a dsrdelete.json (Discovery); null unless it is a JSON object. Entries that are malformed are ignored. */
export function readDsrdelete(text: string): Dsrdelete | null {
  const file = objectIn(text);
  if (!file) return null;
  return {
    endpoint: urlIn(file['endpoint']),
    identifiers: entriesIn(file['identifiers']).flatMap(({ id, type, format }: Partial<SupportedIdentifier>) =>
      typeof type === 'string' && typeof format === 'string'
        ? { id: typeof id === 'number' ? id : 0, type, format }
        : [],
    ),
    keys: Array.isArray(file['publicKey']) ? entriesIn(file['publicKey']) : null,
    jwksUri: urlIn(file['jwksUri']),
    elsewhere: urlIn(file['dsrdeleteJsonUri']),
    pollFrequency: secondsIn(file['pollFrequency']),
    needsScript: file['vendorScriptRequirement'] === true,
  };
}

/** Reads a key set (RFC 7517, 5) and its `pollFrequency`; null unless it has a list of keys. */
export function readJwks(text: string): { keys: object[]; pollFrequency: number | null } | null {
  const file = objectIn(text);
  if (!file || !Array.isArray(file['keys'])) return null;
  return { keys: entriesIn(file['keys']), pollFrequency: secondsIn(file['pollFrequency']) };
}

/** Seconds after which partners should read our files again. */
const ownPollFrequency = 86_400;

/** Our dsrdelete.json in both versions: `publicKey` has the keys of 1.0, `jwksUri` and `pollFrequency` those of 2.0. */
export function buildDsrdelete(endpoint: string, jwksUri: string, keys: readonly object[]): object {
  return {
    endpoint,
    pollFrequency: ownPollFrequency,
    identifiers: supportedIdentifiers,
    publicKey: keys,
    jwksUri,
    vendorScriptRequirement: false,
  };
}

/** Our key set (RFC 7517, 5). */
export function buildJwks(keys: readonly object[]): object {
  return { pollFrequency: ownPollFrequency, keys };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function entriesIn(list: unknown): object[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, maxEntries).filter((each: unknown) => typeof each === 'object' && each !== null);
}

function urlIn(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 2048 && /^https:\/\/[^/?#\s]/i.test(value) ? value : null;
}

/** Version 2.0 calls it a number, and shows it as a text. */
function secondsIn(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
