/** The head of a response, as far as it matters for reading one body (RFC 9112, sections 4 to 6). */
export interface ResponseHead {
  status: number;
  /** Bytes of the body, or how its end is found. */
  framing: number | 'chunked' | 'until close';
  /** Milliseconds for which the connection may be used again: 0 if the server closes it, infinite if it names no limit. */
  keepAliveMs: number;
  /** Empty if missing. */
  headers: { 'content-type': string; 'content-encoding': string };
}

/** Status line and field lines, whose names are tokens (RFC 9110, section 5.6.2). */
const headPattern =
  /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n[!#$%&'*+\-.^`|~\w]+:[\t\x20-\x7e\x80-\xff]*)*$/;
const fieldPattern = /^[!#$%&'*+\-.^`|~\w]+:[\t\x20-\x7e\x80-\xff]*$/;

/** Whether a line, without its end, is a field line (RFC 9112, section 5). */
export function isFieldLine(line: string): boolean {
  return fieldPattern.test(line);
}

/**
 * Reads a response head in Latin-1, without its empty line. Returns null for anything that servers may not send or that
 * readers understand differently: folded lines, other line ends, invalid or repeated lengths, a length beside a transfer
 * coding, and transfer codings other than `chunked`.
 */
export function readResponseHead(head: string): ResponseHead | null {
  const matched = headPattern.exec(head);
  if (!matched) return null;
  const isCurrent = matched[1] === '1';
  const status = Number(matched[2]);
  const fields = readFields(head);
  const framing = framingOf(fields['content-length'], fields['transfer-encoding'], isCurrent);
  if (framing === null) return null;
  // An interim response and one with status 204 have no body, whatever they declare. What they declare may follow
  // nevertheless.
  const isEmpty = status < 200 || status === 204;
  const isEndKnown = isEmpty ? framing === 0 || framing === 'until close' : framing !== 'until close';
  const isReusable = isEndKnown && isPersistent(fields.connection, isCurrent);
  return {
    status,
    framing: isEmpty ? 0 : framing,
    keepAliveMs: isReusable ? keepAliveOf(fields['keep-alive']) : 0,
    headers: { 'content-type': fields['content-type'] ?? '', 'content-encoding': fields['content-encoding'] ?? '' },
  };
}

type FieldName =
  | 'content-type'
  | 'content-encoding'
  | 'content-length'
  | 'transfer-encoding'
  | 'connection'
  | 'keep-alive';

const fieldNames: ReadonlySet<string> = new Set<FieldName>([
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
]);

/** The fields that matter; repeated ones are joined (RFC 9110, section 5.3). */
function readFields(head: string): Partial<Record<FieldName, string>> {
  const fields: Partial<Record<FieldName, string>> = {};
  for (let at = head.indexOf('\r\n'); at !== -1;) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    const name = head.slice(at + 2, colon).toLowerCase();
    if (fieldNames.has(name)) {
      const written = head.slice(colon + 1, end === -1 ? undefined : end);
      // Some readers do not know a coding with a tab around its name.
      const value = name === 'transfer-encoding' && written.includes('\t') ? written : written.trim();
      const earlier = fields[name as FieldName];
      fields[name as FieldName] = earlier === undefined ? value : `${earlier}, ${value}`;
    }
    at = end;
  }
  return fields;
}

/** RFC 9112, section 6.3, strictly: null for an invalid or ambiguous length. */
function framingOf(
  length: string | undefined,
  coding: string | undefined,
  isCurrent: boolean,
): ResponseHead['framing'] | null {
  if (coding !== undefined)
    return length === undefined && isCurrent && coding.toLowerCase() === 'chunked' ? 'chunked' : null;
  if (length === undefined) return 'until close';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Whether the connection persists (RFC 9112, section 9.3). */
function isPersistent(connection: string | undefined, isCurrent: boolean): boolean {
  if (connection === undefined) return isCurrent;
  const options = connection
    .toLowerCase()
    .split(',')
    .map((option) => option.trim());
  return !options.includes('close') && (isCurrent || options.includes('keep-alive'));
}

function keepAliveOf(field = ''): number {
  const seconds = /timeout=(\d+)/i.exec(field)?.[1];
  return seconds === undefined ? Infinity : Number(seconds) * 1000;
}
