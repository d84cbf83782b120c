import { parseSync } from 'oxc-parser';
import { childrenOf, lineCounter, type SyntaxNode } from './sourceTree.ts';
import type { TextProblem } from './textRules.ts';

type WordRule = readonly [pattern: RegExp, instead: string];

/** Parts of names (`toldPrice` has `told` and `price`) that stop readers, and what to write instead. */
const bannedParts: readonly WordRule[] = [
  [/^(?:un)?told$|^tell(?:s|ing)?$/, 'declared, reported, notified, recorded'],
  [/^kept$|^keep(?:s|ing|er)?$/, 'retained, stored, cached, remaining'],
  [/^fates?$/, 'outcome'],
  [/^doors?$/, 'integration'],
  [/^books?$/, 'ledger'],
  [/^rest(?:s|ed|ing)$/, 'paused, cooldown'],
  [/^(?:un)?heard$|^hear(?:s|ing)?$/, 'received, track'],
  [/^forg(?:ets?|otten|etting|etful)$/, 'invalidate, prune, discard'],
  [/^dear(?:er|est)$/, 'higher-priced, highest'],
  [/^mend(?:s|ed)?$/, 'fix'],
  [/^sightings?$/, 'observed'],
  [/^tid(?:y|ied|ying)$/, 'prune, clean up'],
  [/^(?:owed|dues)$/, 'payable'],
  [/^hindrances?$/, 'blocker'],
  [/^misfits?$/, 'mismatch'],
  [/^(?:un)?said$|^unasked$/, 'what it says or requests'],
  [/^catalogues?$/, 'report fields, observed inventory'],
  [/^refusals?$/, 'rejection'],
];

/** Names with such parts that others gave: libraries, standards, the specification. */
const namesOfOthers = new Set(['keepPreviousData', 'keepMounted', 'keepOpen']);

/** Stored names that may stand in a file: values, and what an earlier version wrote. Files called `former…` hold such alone. */
const storedNames: readonly (readonly [file: RegExp, names: RegExp])[] = [
  [/\/former\w*(?:\.test)?\.ts$/, /./],
  [/^src\/events\/record\/recordCodec(?:\.test)?\.ts$/, /^told$/],
  [/^src\/engine\/(?:forecast|replay)\//, /^fates$/],
  [/(?:exchangeNotices|supplierNotices\.test)\.ts$/, /^told$/],
];

/** HTTP's own word. */
const keepAlive = /keep_?alive/i;

/** Words that stop readers of comments and of titles of tests. */
const bannedWords: readonly WordRule[] = [
  [/\b(?:un)?told\b|\btell(?:s|ing)?\b/i, 'declares, reports, notifies, records'],
  [/\bkept\b/i, 'retained, stored, cached, remaining'],
  [/\bfates?\b/i, 'outcome'],
  [/\bdoors?\b/i, 'integration'],
  [/\bhear(?:s|d|ing)?\b/i, 'receives'],
  [/\bforg(?:ets?|otten|etting)\b/i, 'invalidates, prunes, discards'],
  [/\b(?:dearer|dearest)\b/i, 'higher-priced, highest'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\btid(?:y|ies|ied)\b/i, 'prunes, cleans up'],
  [
    /\b(?:authoris|colour|catalogue|favour|behaviour|centre|recognis|organis|normalis|optimis(?!t)|summaris|cancell)\w*/i,
    'American spelling',
  ],
  [/\bsightings?\b/i, 'observed'],
  [/\bheld again\b/i, 'replayed'],
  [/\b(?:no|some|every)body\b/i, 'no one, someone, everyone'],
  [/\brefusals?\b/i, 'rejection'],
  [/\bjudg(?:es?|ed|ing)\b/i, 'checks, validates, decides'],
  [/\b(?:an|the|its|their|each|every|one|no) answers?\b/i, 'response, result'],
  [/\bwhere(?:of|by)\b|\bthereof\b/i, 'of which, by which'],
];

/** A comment about what a thing is starts with the thing. */
const openers = /^[\s*/]*What\b(?!-if)/;

/** Faults of the words of one source file: its names, its comments and the titles of its tests. */
export function checkCode(file: string, source: string): TextProblem[] {
  const { program, comments } = parseSync(file, source);
  const lineOf = lineCounter(source);
  const faults: TextProblem[] = [];
  for (const { value, start } of comments) {
    const text = value
      .replaceAll(/`[^`]*`|https?:\S+/g, '_')
      .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
      .trim();
    if (openers.test(text)) faults.push({ file, line: lineOf(start), text, fault: '“What …”: start with the subject' });
    addWords(text, start);
  }
  addName(file.replace(/^.*\//, '').replace(/(?:\.test)?\.\w+$/, ''), 0);
  visit(program as unknown as SyntaxNode, null);
  return faults;

  function addWords(text: string, start: number): void {
    for (const [pattern, instead] of bannedWords) {
      const found = pattern.exec(text);
      if (found) faults.push({ file, line: lineOf(start), text, fault: `“${found[0]}”: write ${instead}` });
    }
  }

  function visit(node: SyntaxNode, parent: SyntaxNode | null): void {
    const name = nameOf(node, parent);
    if (name !== undefined && !isAllowed(name)) addName(name, node.start);
    const title = testTitleOf(node);
    if (title !== undefined) addWords(title, node.start);
    for (const child of childrenOf(node)) visit(child, node);
  }

  function isAllowed(name: string): boolean {
    if (namesOfOthers.has(name) || keepAlive.test(name)) return true;
    return storedNames.some(([files, names]) => files.test(file) && names.test(name));
  }

  function addName(name: string, start: number): void {
    for (const part of partsOf(name)) {
      const rule = bannedParts.find(([pattern]) => pattern.test(part));
      if (rule) faults.push({ file, line: lineOf(start), text: name, fault: `“${part}”: write ${rule[1]}` });
    }
  }
}

/** The name that a node is: an identifier, or a text that stands for one, as in `row['at']` and `'a' | 'b'`. */
function nameOf(node: SyntaxNode, parent: SyntaxNode | null): string | undefined {
  if (/^(?:JSX|Private)?Identifier$/.test(node.type)) return String(node.name);
  if (node.type !== 'Literal' || typeof node.value !== 'string' || !/^[\w$]+$/.test(node.value)) return undefined;
  const isName =
    parent?.type === 'TSLiteralType' ||
    (parent?.type === 'MemberExpression' && parent.property === node) ||
    (/^(?:Property|TSPropertySignature)$/.test(parent?.type ?? '') && parent?.key === node);
  return isName ? node.value : undefined;
}

/** `toldAtMs` → told, at, ms. */
function partsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
}

/** Title of a call of `test`, `describe` or one of their variants. */
function testTitleOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [title] = node.arguments as SyntaxNode[];
  const text = title && textOf(title);
  return text !== undefined && /^(?:test|describe|it)$/.test(rootName(node.callee as SyntaxNode)) ? text : undefined;
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function rootName(callee: SyntaxNode): string {
  if (callee.type === 'Identifier') return String(callee.name);
  const inner = (callee.type === 'CallExpression' ? callee.callee : callee.object) as SyntaxNode | undefined;
  return inner ? rootName(inner) : '';
}
