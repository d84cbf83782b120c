import { cutSql, stringLiteral, type SqlPiece } from './sqlText.ts';

/** A parameter that cannot be bound; `code` is ClickHouse's error code. */
export class BadParameter extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const placeholder = /\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}/g;
const composite = /^(?:Array|Tuple)\b/;
const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '0': '\0', a: '\x07', v: '\v' };

/**
 * Replaces `{name:Type}` by the value of `param_name` as a literal of that type, as ClickHouse's own HTTP interface
 * does: values are in the Escaped (tab-separated) notation, `\N` is NULL, an Identifier becomes a quoted name. The only
 * unsupported type is Map, which has no cast from text. Throws BadParameter 456 for a missing value.
 */
export function bindParameters(sql: string, values: ReadonlyMap<string, string>): string {
  return joinQuotedTypes(cutSql(sql))
    .map((piece) =>
      piece.kind === 'code'
        ? piece.text.replace(placeholder, (_, name: string, type: string) => {
            const value = values.get(name);
            if (value === undefined) throw new BadParameter(456, `Substitution \`${name}\` is not set.`);
            return literal(type, value);
          })
        : piece.text,
    )
    .join('');
}

/** Joins quoted text inside a type, as in `{day:DateTime('UTC')}`, with the code around it. */
function joinQuotedTypes(pieces: readonly SqlPiece[]): SqlPiece[] {
  const joined: SqlPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isInsideType = last?.kind === 'code' && /\{\s*[A-Za-z_]\w*\s*:[^{}]*$/.test(last.text);
    if (last && isInsideType) joined[joined.length - 1] = { kind: 'code', text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}

function literal(type: string, value: string): string {
  if (value === '\\N') return `CAST(NULL, ${stringLiteral(type)})`;
  // A composite value has its own quoting inside, and no escaping around it.
  const text = composite.test(type) ? value : unescape(value);
  if (type === 'Identifier') return text.split('.').map(quotedName).join('.');
  if (type === 'String') return stringLiteral(text);
  return `CAST(${stringLiteral(text)}, ${stringLiteral(type)})`;
}

function quotedName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

function unescape(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);
}
