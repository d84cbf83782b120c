/** The loggable part of whatever was thrown: no value that a statement was run with, and no header of a request. */
export interface DescribedError {
  /** The message and those of its causes, in one line. */
  text: string;
  /** The code of the innermost cause that has one: of the system, a SQLSTATE, or ClickHouse's number. */
  code: string | null;
  /** Where it was thrown, without the message; empty where that is not known. */
  stack: string;
}

/** Longest text of a statement, and of everything else. */
const maxStatementLength = 300;
const maxTextLength = 2000;
const maxFrames = 12;
const maxCauses = 5;

/**
 * Describes what was thrown by its messages, codes and place alone. Clients of databases put statements with their values
 * into messages, and values into further fields (`params`, `detail`, `where`): of statements the text is taken without
 * literals, and no field but the code is read.
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

/** The same as text alone, with its code where the message does not name it. */
export function errorText(error: unknown): string {
  const { text, code } = describeError(error);
  return code === null || text.includes(code) ? text : `${text} (${code})`;
}

/** An error of a database client, as far as it is looked at here. */
interface ClientError extends Error {
  code?: unknown;
  /** Drizzle's: the text of the statement. */
  query?: unknown;
  /** PostgreSQL's. */
  severity?: unknown;
  /** The operating system's. */
  address?: unknown;
  hostname?: unknown;
  port?: unknown;
}

/** The address and port that the innermost cause names, as far as it does. */
export function peerOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const peers = causesOf(error).map(({ address, hostname, port }) => [address ?? hostname, port].join(':'));
  return peers.findLast((peer) => peer !== ':') ?? '';
}

function causesOf(error: Error): ClientError[] {
  const chain: ClientError[] = [];
  for (let each: unknown = error; each instanceof Error && chain.length < maxCauses;) {
    chain.push(each);
    // Of several attempts to connect, the first says as much as all of them.
    each = each instanceof AggregateError && each.cause === undefined ? (each.errors as unknown[])[0] : each.cause;
  }
  return chain;
}

function messageOf({ name, message, query, severity, code }: ClientError): string {
  if (typeof query === 'string') return `Failed query: ${withoutLiterals(oneLine(query)).slice(0, maxStatementLength)}`;
  // Class 22 names the value that it refuses, at the end of the message (PostgreSQL, appendix A).
  if (typeof severity === 'string') return String(code).startsWith('22') ? message.replace(/"[^]*"/, '"…"') : message;
  if (name === 'ClickHouseError' || /\bDB::Exception\b/.test(message)) return beforeQuotes(message);
  return message;
}

/**
 * A message of ClickHouse up to its first quote, and its name for the error. It quotes values in every way, and cuts off
 * long statements inside of them, so that nobody can say where a quotation ends.
 */
function beforeQuotes(message: string): string {
  const start = /^[^'"`‘“]*/.exec(message)?.[0] ?? '';
  if (start.length === message.length) return message;
  const errorName = /\(([A-Z][A-Z_]+)\)/.exec(message)?.[1];
  return `${start}…${errorName === undefined ? '' : ` (${errorName})`}`;
}

/** A statement whose text literals are cut out, doubled quotes and one that does not end included. */
function withoutLiterals(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*(?:'|$)/g, "'…'");
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return frames
    .slice(0, maxFrames)
    .map((line) => line.trim())
    .join('\n');
}

function oneLine(text: string): string {
  // Drizzle, and those who quote it, put the values behind a statement.
  return text
    .replace(/\bparams: [^]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
