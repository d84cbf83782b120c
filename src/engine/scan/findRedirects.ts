import { isOther, type MemberPath, memberPathAt } from '#standards/markup/memberPath.ts';
import type { ScriptToken } from '#standards/markup/readScript.ts';
import type { ScriptFunctions } from './scriptFunctions.ts';

/** A place where a script leaves the page, opens a window or clicks. */
export interface FoundRedirect {
  /** `redirect` = without a click; `possible_redirect` = maybe. */
  code: 'redirect' | 'possible_redirect';
  token: ScriptToken;
}

/** Names of the frames around an ad. */
const outerFrames = new Set(['top', 'parent', 'opener']);
const windows = new Set(['window', 'self', 'globalThis', 'this', 'frames', 'document', 'defaultView']);
const navigating = new Set(['replace', 'assign']);
const assignments = new Set(['=', '+=']);

/** Maximum aliases of outer frames that are followed in one script. */
const maxAliases = 200;

/** Finds the redirects of a script. `isClick` = all of it runs after a click, which may open a window. */
export function findRedirects(
  tokens: readonly ScriptToken[],
  functions: ScriptFunctions,
  isClick: boolean,
): FoundRedirect[] {
  const found: FoundRedirect[] = [];
  const aliases = new Map<string, readonly string[]>();
  for (let index = 0; index < tokens.length; index += 1) {
    const path = memberPathAt(tokens, index);
    const token = tokens[index];
    if (token && !isClick && isOwnClick(tokens, index) && functions.isImmediate(index)) {
      found.push({ code: 'possible_redirect', token });
    }
    if (!path || !token) continue;
    noteAlias(tokens, index, path, aliases);
    const effect = effectOf(tokens, path, aliases.get(path.names[0] ?? ''));
    if (effect !== null && !isClick) {
      const code = redirectCode(effect, functions.isImmediate(index));
      if (code) found.push({ code, token });
    }
    // The last member is looked at once more, as it may be a click.
    index = Math.max(index, path.end - 2);
  }
  return found;
}

/** Nearly all ads open windows in answer to clicks; few leave the page. */
function redirectCode(effect: 'leaves' | 'opens', isImmediate: boolean): FoundRedirect['code'] | null {
  if (isImmediate) return 'redirect';
  return effect === 'leaves' ? 'possible_redirect' : null;
}

/** Notes a name that is given to an outer frame or its location: `var page = window.top`. */
function noteAlias(
  tokens: readonly ScriptToken[],
  index: number,
  { names }: MemberPath,
  aliases: Map<string, readonly string[]>,
): void {
  const name = tokens[index - 2];
  if (!isOther(tokens[index - 1], '=') || name?.type !== 'name' || isOther(tokens[index - 3], '.')) return;
  const full = [...(aliases.get(names[0] ?? '') ?? names.slice(0, 1)), ...names.slice(1)];
  const isOuter = full.some((each) => outerFrames.has(each)) && full.every((each) => isFrameOrLocation(each));
  // However a frame is reached, its alias is as short: paths of aliases of aliases would grow without end.
  const path = full.at(-1) === 'location' ? ['top', 'location'] : ['top'];
  if (isOuter && aliases.size < maxAliases) aliases.set(name.value, path);
}

function isFrameOrLocation(name: string): boolean {
  return outerFrames.has(name) || windows.has(name) || name === 'location';
}

/** The effect of what is done with a path. */
function effectOf(
  tokens: readonly ScriptToken[],
  { names, end }: MemberPath,
  alias: readonly string[] | undefined,
): 'leaves' | 'opens' | null {
  if (alias && names.length === 1) return null;
  const full = alias ? [...alias, ...names.slice(1)] : names;
  const next = tokens[end];
  const isCalled = isOther(next, '(');
  const isAssigned = next?.type === 'other' && assignments.has(next.value);
  const last = full.at(-1) ?? '';
  const location = full.lastIndexOf('location');
  const frames = full.slice(0, Math.max(location, 0));
  const isOuter = frames.some((name) => outerFrames.has(name)) && frames.every(isFrameOrLocation);
  if (isOuter && isAssigned && full.length - location <= 2) return 'leaves';
  if (isOuter && isCalled && navigating.has(last) && full.length - location === 2) return 'leaves';
  if (!isCalled) return null;
  const owners = full.slice(0, -1);
  const isOfWindow = owners.every((name) => windows.has(name) || outerFrames.has(name));
  const isOwn = owners.includes('document') || owners.includes('this') || tokens[end - 2]?.value === 'function';
  return last === 'open' && isOfWindow && !isOwn && !isMethod(tokens, end) ? 'opens' : null;
}

/** Whether a script clicks a link or sends a form, as `a.click()`. */
function isOwnClick(tokens: readonly ScriptToken[], index: number): boolean {
  const token = tokens[index];
  if (token?.type !== 'name' || (token.value !== 'click' && token.value !== 'submit')) return false;
  return isOther(tokens[index - 1], '.') && isOther(tokens[index + 1], '(') && isOther(tokens[index + 2], ')');
}

/** Whether a name with a parenthesis is the method of an object or class: its parenthesis is followed by a brace. */
function isMethod(tokens: readonly ScriptToken[], parenthesis: number): boolean {
  let depth = 0;
  for (let index = parenthesis; index < Math.min(tokens.length, parenthesis + 60); index += 1) {
    if (isOther(tokens[index], '(')) depth += 1;
    if (isOther(tokens[index], ')')) depth -= 1;
    if (depth === 0) return isOther(tokens[index + 1], '{');
  }
  return false;
}
