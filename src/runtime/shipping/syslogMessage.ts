/** A line for a syslog server. */
export interface SyslogLine {
  /** ISO 8601. */
  at: string;
  severity: 'info' | 'warning';
  /** Name of the kind of message, at most 32 printable ASCII characters. */
  id: string;
  /** Structured data: names of letters and digits, and values. Null values are omitted. */
  data: Readonly<Record<string, string | number | null>>;
  /** The message, in one line. */
  text: string;
}

/** Facility 13: log audit. */
const facility = 13;
const severities = { warning: 4, info: 6 } as const;
/** The SD-ID needs a private enterprise number; this one is reserved for examples (RFC 5612). */
const structureId = 'bidhouse@32473';

/** A message of the syslog protocol (RFC 5424, section 6), without a frame. `host`: name of this machine. */
export function syslogMessage({ at, severity, id, data, text }: SyslogLine, host: string): string {
  const priority = facility * 8 + severities[severity];
  const values = Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${inOneLine(String(value)).replace(/["\\\]]/g, String.raw`\$&`)}"`);
  const header = `<${priority}>1 ${at} ${nameOf(host, 255)} bidhouse ${process.pid} ${nameOf(id, 32)}`;
  return `${header} [${structureId}${values.join('')}] \uFEFF${text.replace(/[\r\n]+/g, ' ')}`;
}

/** A text without control characters, of which some collectors make further lines. */
function inOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function nameOf(text: string, max: number): string {
  return text.replace(/[^\x21-\x7E]/g, '').slice(0, max) || '-';
}
