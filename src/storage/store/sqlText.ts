/** A piece of SQL text: code, or text that is not code (string, quoted name, comment). */
export interface SqlPiece {
  kind: 'code' | 'quoted' | 'comment';
  text: string;
}

const quotedOrComment =
  /'(?:[^'\\]|\\[\s\S]|'')*'?|"(?:[^"\\]|\\[\s\S]|"")*"?|`(?:[^`\\]|\\[\s\S]|``)*`?|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Splits ClickHouse SQL into code, quoted text and comments, in order; joined they are the original text. */
export function cutSql(sql: string): SqlPiece[] {
  const pieces: SqlPiece[] = [];
  let at = 0;
  for (const match of sql.matchAll(quotedOrComment)) {
    if (match.index > at) pieces.push({ kind: 'code', text: sql.slice(at, match.index) });
    const isComment = /^(?:--|#|\/\*)/.test(match[0]);
    pieces.push({ kind: isComment ? 'comment' : 'quoted', text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < sql.length) pieces.push({ kind: 'code', text: sql.slice(at) });
  return pieces;
}

/** The first word of the statement in upper case; empty where there is none. */
export function firstWord(pieces: readonly SqlPiece[]): string {
  const code = pieces
    .filter((piece) => piece.kind !== 'comment')
    .map((piece) => piece.text)
    .join(' ');
  return (/^[\s(]*([A-Za-z]+)/.exec(code)?.[1] ?? '').toUpperCase();
}

/** Whether anything but space and comments follows a `;`. */
export function hasManyStatements(pieces: readonly SqlPiece[]): boolean {
  const text = pieces
    .filter((piece) => piece.kind !== 'comment')
    .map((piece) => (piece.kind === 'quoted' ? 'q' : piece.text))
    .join('');
  return /;\s*[^;\s]/.test(text);
}

/** A ClickHouse string literal. */
export function stringLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`;
}
