import type { ScriptToken } from '#standards/markup/readScript.ts';

/** The functions of a script, and which of them run without a click. */
export interface ScriptFunctions {
  /** Whether the code at a token runs without a click, as far as it can be read. */
  isImmediate(token: number): boolean;
  /** The name of the called function for the innermost parenthesis around a token; '' for other parentheses. */
  calleeOf(token: number): string;
  /** The index of the bracket that closes the one at a token; the number of tokens if it stays open. */
  closeOf(token: number): number;
}

interface ScriptFunction {
  /** By which it is called; '' without one. */
  name: string;
  /** The function around it. */
  parent: number;
  runsByItself: boolean;
}

interface Frame {
  /** `=>` for the body of an arrow function without braces. */
  open: string;
  at: number;
  /** The function whose body it is, or that it is in. */
  within: number;
  callee: string;
}

/** Functions that call the function that they get at once or by the clock. */
const callers = new Set(
  (
    'setTimeout setInterval setImmediate requestAnimationFrame requestIdleCallback queueMicrotask then finally catch ' +
    'forEach map filter some every reduce find ready Promise $ jQuery'
  ).split(' '),
);

/** Events that need no click. */
const eventsWithoutClick = new Set(
  (
    'load DOMContentLoaded readystatechange pageshow pagehide message scroll wheel resize mousemove mouseover ' +
    'mouseenter mouseout mouseleave pointermove pointerover pointerenter touchmove focus focusin blur visibilitychange ' +
    'error canplay canplaythrough loadeddata loadedmetadata play playing timeupdate ended animationstart animationend ' +
    'transitionend beforeunload unload online deviceorientation devicemotion hashchange popstate'
  ).split(' '),
);

const listeners = new Set(['addEventListener', 'attachEvent', 'on', 'one', 'bind']);

/** Words before a parenthesis after which a brace begins no function. */
const controls = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Reads the functions of a script; `isClick` = all of it runs after a click. Linear in the number of tokens. */
export function scriptFunctions(tokens: readonly ScriptToken[], isClick: boolean): ScriptFunctions {
  const functions: ScriptFunction[] = [{ name: '', parent: -1, runsByItself: !isClick }];
  const calls: { name: string; within: number }[] = [];
  const within = new Int32Array(tokens.length);
  const callees: string[] = [];
  const closes = new Map<number, number>();
  const opens = new Map<number, number>();
  const frames: Frame[] = [{ open: '', at: -1, within: 0, callee: '' }];
  const valueAt = (index: number) => (tokens[index]?.type === 'text' ? '' : (tokens[index]?.value ?? ''));
  const top = () => frames[frames.length - 1] as Frame;
  const pushFunction = (open: string, at: number, name: string, runsByItself: boolean) => {
    functions.push({ name, parent: top().within, runsByItself });
    frames.push({ open, at, within: functions.length - 1, callee: '' });
  };
  const endArrows = (isCalled: boolean) => {
    while (top().open === '=>') {
      const { within: body } = frames.pop() as Frame;
      if (isCalled) (functions[body] as ScriptFunction).runsByItself = true;
    }
  };

  for (const [index, { type, value }] of tokens.entries()) {
    const isOther = type === 'other';
    if (isOther && (value === ',' || value === ';')) endArrows(false);
    if (isOther && closers[value] !== undefined) {
      endArrows(valueAt(index + 1) === '(');
      // A bracket that closes none is ignored.
      if (top().open === closers[value]) {
        const { at } = frames.pop() as Frame;
        closes.set(at, index);
        opens.set(index, at);
      }
    }
    within[index] = top().within;
    callees[index] = top().callee;
    if (type === 'name') noteCall(index);
    if (!isOther) continue;
    if (value === '(' || value === '[') {
      const callee = value === '(' && tokens[index - 1]?.type === 'name' ? valueAt(index - 1) : '';
      frames.push({ open: value, at: index, within: top().within, callee });
    } else if (value === '{') {
      const head = headOf(index);
      if (head === null) frames.push({ open: '{', at: index, within: top().within, callee: '' });
      else pushFunction('{', index, nameOf(head), runsByItself(head));
    } else if (value === '=>' && valueAt(index + 1) !== '{') {
      const head = arrowHead(index);
      pushFunction('=>', index, nameOf(head), runsByItself(head));
    }
  }
  for (const [at, callee] of closedBodies()) if (callee) (functions[at] as ScriptFunction).runsByItself = true;
  const immediate = immediateOf(functions, calls);
  return {
    isImmediate: (token) => immediate[within[token] ?? 0] === true,
    calleeOf: (token) => callees[token] ?? '',
    closeOf: (token) => closes.get(token) ?? tokens.length,
  };

  /** The first token of the function whose body begins at a brace; null for another brace. */
  function headOf(brace: number): number | null {
    if (valueAt(brace - 1) === '=>') return arrowHead(brace - 1);
    if (valueAt(brace - 1) !== ')') return null;
    const open = opens.get(brace - 1);
    if (open === undefined) return null;
    if (tokens[open - 1]?.type !== 'name') return valueAt(open - 1) === '*' ? open - 2 : null;
    const before = valueAt(open - 1);
    if (controls.has(before)) return null;
    if (before === 'function') return open - 1;
    return valueAt(open - 2) === 'function' ? open - 2 : open - 1;
  }

  function arrowHead(arrow: number): number {
    return valueAt(arrow - 1) === ')' ? (opens.get(arrow - 1) ?? arrow - 1) : arrow - 1;
  }

  /** The name of a function: of its declaration, or of what it is assigned to. */
  function nameOf(head: number): string {
    const isDeclared = valueAt(head) === 'function';
    if (isDeclared && tokens[head + 1]?.type === 'name') return valueAt(head + 1);
    const isMethod = !isDeclared && tokens[head]?.type === 'name' && valueAt(head + 1) === '(';
    if (isMethod) return valueAt(head);
    const at = valueAt(head - 1) === 'async' ? head - 1 : head;
    if (valueAt(at - 1) !== '=' && valueAt(at - 1) !== ':') return '';
    return tokens[at - 2]?.type === 'name' ? valueAt(at - 2) : '';
  }

  /** Whether a function that begins at a token runs as an argument of what calls it at once, or on events without a click. */
  function runsByItself(head: number): boolean {
    const name = nameOf(head);
    if (name.startsWith('on') && eventsWithoutClick.has(name.slice(2))) return true;
    const { open, callee, at } = top();
    return open === '(' && callsAtOnce(callee, at);
  }

  function callsAtOnce(callee: string, parenthesis: number): boolean {
    if (callers.has(callee)) return true;
    const event = tokens[parenthesis + 1];
    return listeners.has(callee) && event?.type === 'text' && eventsWithoutClick.has(event.value.replace(/^on/, ''));
  }

  /** Notes the use of a name as the call of a function, or as an argument of what calls it. */
  function noteCall(index: number): void {
    const name = valueAt(index);
    const before = valueAt(index - 1);
    if (before === 'function') return;
    const { open, callee, at, within: around } = top();
    const isAssigned = before === '=' && valueAt(index - 2).startsWith('on');
    if (valueAt(index + 1) === '(') calls.push({ name, within: around });
    else if (open === '(' && callsAtOnce(callee, at)) calls.push({ name, within: around });
    else if (isAssigned && eventsWithoutClick.has(valueAt(index - 2).slice(2))) calls.push({ name, within: around });
  }

  /** The functions in braces, and whether each is called where it ends. */
  function closedBodies(): [number, boolean][] {
    const bodies: [number, boolean][] = [];
    for (const [open, close] of closes) {
      const body = within[open + 1] ?? 0;
      if (valueAt(open) !== '{' || body === 0 || body === within[open]) continue;
      const after = valueAt(close + 1) === ')' ? close + 2 : close + 1;
      const isCalled =
        valueAt(after) === '(' ||
        (['.', '?.'].includes(valueAt(after)) && ['call', 'apply'].includes(valueAt(after + 1)));
      bodies.push([body, isCalled]);
    }
    return bodies;
  }
}

/** For each function whether it runs without a click: by itself, or called from what does. */
function immediateOf(functions: readonly ScriptFunction[], calls: readonly { name: string; within: number }[]) {
  const immediate = functions.map(() => false);
  const byName = new Map<string, number[]>();
  for (const [index, { name }] of functions.entries()) {
    if (name === '') continue;
    const alike = byName.get(name);
    if (alike) alike.push(index);
    else byName.set(name, [index]);
  }
  const children = functions.map((): number[] => []);
  for (const [index, { parent }] of functions.entries()) if (parent >= 0) children[parent]?.push(index);
  const callsWithin = functions.map((): string[] => []);
  for (const { name, within } of calls) if (byName.has(name)) callsWithin[within]?.push(name);
  const pending = functions[0]?.runsByItself ? [0] : [];
  while (pending.length > 0) {
    const index = pending.pop() as number;
    if (immediate[index]) continue;
    immediate[index] = true;
    for (const child of children[index] ?? []) if (functions[child]?.runsByItself) pending.push(child);
    for (const name of callsWithin[index] ?? []) {
      for (const called of byName.get(name) ?? []) pending.push(called);
      // Each name is followed once.
      byName.delete(name);
    }
  }
  return immediate;
}
