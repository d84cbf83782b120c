import { withoutLiterals } from './withoutLiterals.ts';

/** The loggable part of a thrown value: without values of statements and headers of requests. */
export interface DescribedError {
  /** The message and those of its causes, in one line. */
  text: string;
  /**
   * The code of the innermost cause that has one: of the operating system, a SQLSTATE, or a ClickHouse error number.
   */
  code: string | null;
  /** Stack frames without the message; empty when unknown. */
  stack: string;
}

/** Maximum length of a statement, and of the complete text. */
const maxStatementLength = 300;
const maxTextLength = 2000;
const maxFrames = 12;
const maxCauses = 5;

/**
 * Describes a thrown value by its messages, codes and stack only. Database clients put statements with their values
 * into messages, and values into other fields (`params`, `detail`, `where`): statements are logged without literals,
 * and no field except the code is read.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { text: oneLine(String(error)).slice(0, maxTextLength), code: null, stack: '' };
  const chain = causesOf(error);
  const codes = chain.flatMap(({ code }) =>
    typeof code === 'string' || typeof code === 'number' ? [String(code)] : [],
  );
  const texts = chain.map((each) => oneLine(messageOf(each))).filter((text) => text !== '');
  return {
    text: texts.join(': ').slice(0, maxTextLength) || error.name,
    code: codes.at(-1) ?? null,
    stack: framesOf(error),
  };
}

/** The same as one text, with the code where the message does not contain it. */
export function errorText(error: unknown): string {
  const { text, code } = describeError(error);
  return code === null || text.includes(code) ? text : `${text} (${code})`;
}

/** The fields of a database client's error that are read here. */
interface ClientError extends Error {
  code?: unknown;
  /** Drizzle: the text of the statement. */
  query?: unknown;
  /** PostgreSQL. */
  severity?: unknown;
  /** Operating system. */
  address?: unknown;
  hostname?: unknown;
  port?: unknown;
}

/** Address and port of the innermost cause that has them; empty without any. */
export function peerOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const peers = causesOf(error).map(({ address, hostname, port }) => [address ?? hostname, port].join(':'));
  return peers.findLast((peer) => peer !== ':') ?? '';
}

function causesOf(error: Error): ClientError[] {
  const chain: ClientError[] = [];
  for (let each: unknown = error; each instanceof Error && chain.length < maxCauses;) {
    chain.push(each);
    // Among several connection attempts, the first is representative.
    each = each instanceof AggregateError && each.cause === undefined ? (each.errors as unknown[])[0] : each.cause;
  }
  return chain;
}

function messageOf({ name, message, query, severity, code }: ClientError): string {
  if (typeof query === 'string') return `Failed query: ${withoutLiterals(oneLine(query)).slice(0, maxStatementLength)}`;
  // Messages of class 22 end with the rejected value (PostgreSQL, appendix A).
  if (typeof severity === 'string') return String(code).startsWith('22') ? message.replace(/"[^]*"/, '"…"') : message;
  if (name === 'ClickHouseError' || /\bDB::Exception\b/.test(message)) return beforeQuotes(message);
  return message;
}

/**
 * A message of ClickHouse up to its first quote, with its error name. ClickHouse quotes values in many ways and
 * truncates long statements within them, so the end of a quotation cannot be determined.
 */
function beforeQuotes(message: string): string {
  const start = /^[^'"`‘“]*/.exec(message)?.[0] ?? '';
  if (start.length === message.length) return message;
  const errorName = /\(([A-Z][A-Z_]+)\)/.exec(message)?.[1];
  return `${start}…${errorName === undefined ? '' : ` (${errorName})`}`;
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join('\n');
}

function oneLine(text: string): string {
  // Drizzle appends the values to a statement, and other messages quote that.
  return text
    .replace(/\bparams: [^]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
