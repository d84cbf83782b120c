import type { ScriptToken } from './readScript.ts';

/** A name with its members, as `window["top"].location`. */
export interface MemberPath {
  names: string[];
  /** Index of the token behind it. */
  end: number;
}

/** Maximum members that are read of one path. */
const maxMembers = 12;

/** The path that begins at a token; null if none does, because it is no name or is a member itself. */
export function memberPathAt(tokens: readonly ScriptToken[], start: number): MemberPath | null {
  const first = tokens[start];
  if (first?.type !== 'name' || isOther(tokens[start - 1], '.') || isOther(tokens[start - 1], '?.')) return null;
  const names = [first.value];
  let end = start + 1;
  while (names.length < maxMembers) {
    const next = tokens[end];
    const member = tokens[end + 1];
    if ((isOther(next, '.') || isOther(next, '?.')) && member?.type === 'name') {
      names.push(member.value);
      end += 2;
      continue;
    }
    const bracket = isOther(next, '?.') ? end + 1 : end;
    if (!isOther(tokens[bracket], '[')) break;
    const text = joinedText(tokens, bracket + 1);
    if (!text || !isOther(tokens[text.end], ']')) break;
    names.push(text.value);
    end = text.end + 1;
  }
  return { names, end };
}

/** Maximum texts that are joined. */
const maxJoined = 30;

/** Texts at a token that are joined by `+`; null if there is none. */
export function joinedText(tokens: readonly ScriptToken[], start: number): { value: string; end: number } | null {
  if (tokens[start]?.type !== 'text') return null;
  let value = tokens[start].value;
  let end = start + 1;
  for (let count = 0; count < maxJoined && isOther(tokens[end], '+'); count += 1) {
    const next = tokens[end + 1];
    if (next?.type !== 'text') break;
    value += next.value;
    end += 2;
  }
  return { value, end };
}

/** Whether a token is punctuation. */
export function isOther(token: ScriptToken | undefined, value: string): boolean {
  return token?.type === 'other' && token.value === value;
}
