import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The column that stores a sealed secret, and its row: a sealed text opens there only. */
export interface SecretPlace {
  /** Name of the table in PostgreSQL: "suppliers". */
  table: string;
  /** Name of the column in PostgreSQL. */
  column: string;
  /** The value that identifies the row, and never changes: an ID or UID. */
  row: string | number;
}

/**
 * Encrypts secrets that are stored for others and needed again as they are: keys, passwords of other systems. A sealed
 * secret is `v1.KEY.IV.DATA`: the ID of the key, and IV and encrypted text with their authentication in base64url.
 *
 * A new column of sealed secrets, nullable text, needs `seal` where it is written, `open` where the secret is used (the
 * API has a sealer in its dependencies), and an entry of `sealedColumns`, so that it survives a change of SECRET. No
 * response of the API, log or export has the secret or the sealed text.
 */
export interface SecretSealer {
  seal(text: string, place: SecretPlace): string;
  /** The text of a secret sealed under the current secret or one of the others. Throws UnreadableSecret. */
  open(sealed: string, place: SecretPlace): string;
  /** The beginning of every text that is sealed under the current secret. */
  currentPrefix: string;
}

/** A sealed secret that cannot be opened. `unknownKey`: none of the accepted secrets sealed it. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
  readonly reason: 'unknownKey' | 'damaged';

  constructor(reason: UnreadableSecret['reason'], { table, column, row }: SecretPlace) {
    const place = `${table}.${column} of row ${row}`;
    super(
      reason === 'unknownKey'
        ? `${place} is sealed with a key that neither SECRET nor SECRET_PREVIOUS has. Add the former secret to SECRET_PREVIOUS, or enter the value again.`
        : `${place} is damaged, or was sealed for another place. Enter the value again.`,
    );
    this.reason = reason;
  }
}

const version = 'v1';
const cipherName = 'aes-256-gcm';
const keyBytes = 32;
const keyIdBytes = 6;
const ivBytes = 12;
const tagBytes = 16;

/** Whether a text is a sealed secret, and not one in clear text: those have no dots. */
export function isSealed(text: string): boolean {
  return text.startsWith(`${version}.`);
}

/** Creates a sealer whose keys are derived from secrets in hexadecimal. `otherSecrets` open, but do not seal. */
export function createSecretSealer({
  secret,
  otherSecrets,
}: {
  secret: string;
  otherSecrets: readonly string[];
}): SecretSealer {
  const secrets = new Map([...otherSecrets, secret].map((each) => [keyIdOf(each), each]));
  const currentPrefix = `${version}.${keyIdOf(secret)}.`;
  const keys = new Map<string, Buffer>();
  const keyOf = (from: string, { table, column }: SecretPlace) => {
    const name = `${keyIdOf(from)} ${table}.${column}`;
    const known = keys.get(name) ?? derive(from, `${table}.${column}`, keyBytes);
    keys.set(name, known);
    return known;
  };
  return {
    currentPrefix,
    seal(text, place) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(cipherName, keyOf(secret, place), iv).setAAD(boundTo(place));
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${currentPrefix}${iv.toString('base64url')}.${data.toString('base64url')}`;
    },
    open(sealed, place) {
      const [format, keyId = '', ivText = '', dataText = '', ...rest] = sealed.split('.');
      const [iv, data] = [Buffer.from(ivText, 'base64url'), Buffer.from(dataText, 'base64url')];
      if (format !== version || rest.length > 0 || iv.length !== ivBytes || data.length < tagBytes)
        throw new UnreadableSecret('damaged', place);
      const from = secrets.get(keyId);
      if (from === undefined) throw new UnreadableSecret('unknownKey', place);
      const decipher = createDecipheriv(cipherName, keyOf(from, place), iv, { authTagLength: tagBytes })
        .setAAD(boundTo(place))
        .setAuthTag(data.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        throw new UnreadableSecret('damaged', place);
      }
    },
  };
}

/** Identifies a secret without revealing it. */
function keyIdOf(secret: string): string {
  return derive(secret, 'key ID', keyIdBytes).toString('hex');
}

function derive(secret: string, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', `bidhouse sealed secret: ${use}`, bytes));
}

function boundTo({ table, column, row }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([version, table, column, String(row)]));
}
