import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { childrenOf, lineCounter, sourceFiles, type SyntaxNode } from './sourceTree.ts';

/** A text that users of Bidhouse can read: in the console, an API response, a mail, an invoice or a log. */
export interface UserText {
  /** Path inside the project, with slashes. */
  file: string;
  /** Line number, from 1. */
  line: number;
  /** The attribute (`@label`), property (`.help`), call (`fault()`) or variable (`=title`) whose value it is. */
  place: string;
  /** The text as written, on one line; `{…}` stands for each inserted value. */
  text: string;
}

/** Files whose texts are names given by others, or data of the demo network. */
const namesOfOthers = [
  'src/model/reference/',
  'src/model/money/currencies.ts',
  'src/demo/',
  'src/standards/vast/fixtures/',
];

/** Attributes and properties with machine-readable values. */
const machinePlaces = new Set(
  ['className', 'rel', 'sandbox', 'viewBox', 'd', 'shortcut', 'code', 'type', 'ua', 'content-type', 'value', 'is', 'id']
    .concat([
      'gridTemplateColumns',
      'backgroundColor',
      'background',
      'integration',
      'user-agent',
      'extends',
      'formerLabels',
    ])
    .flatMap((name) => [`@${name}`, `.${name}`]),
);

/** Calls with machine-readable arguments. */
const machineCalls =
  /(?:^|\.)(?:cx|querySelector(?:All)?|matchMedia|closest|matches|startsWith|endsWith|regex|query|command|exec)\(\)$/;

const sqlWords =
  /\b(?:SELECT|FROM|WHERE|INSERT|GROUP BY|ORDER BY|UNION ALL|HAVING|CREATE|ALTER|DROP|SET|AS \w+|NULLS|jsonb_\w+|toInt\d+|Float64)\b/;
const programWords = /<\/?\w+[ >]|=>|\);|^curl |Mozilla\/|^\w+\/[\w.+-]+; ?charset|var\(--/;

/** All user-visible texts of the project's source, in the order of files and lines. */
export function readUserTexts(root: string): UserText[] {
  return sourceFiles(root, ['src'])
    .filter((file) => !/\.test\.tsx?$/.test(file) && !namesOfOthers.some((folder) => file.startsWith(folder)))
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** The texts of one source file. */
export function textsOf(file: string, source: string): UserText[] {
  const found: UserText[] = [];
  const lineOf = lineCounter(source);
  visit(parseSync(file, source).program as unknown as SyntaxNode, []);
  return found;

  function visit(node: SyntaxNode, parents: SyntaxNode[]): void {
    const text = textOf(node);
    if (text !== undefined && isProse(text)) {
      const place = placeOf(node, parents);
      if (place !== undefined) found.push({ file, line: lineOf(node.start), place, text });
    }
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  }
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return oneLine(node.value);
  if (node.type === 'JSXText') return oneLine(String(node.value)).trim();
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return oneLine(parts.join('{…}'));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** True when a text has words for people: two in a row, or one that begins like a sentence. */
function isProse(text: string): boolean {
  if (!/[A-Za-z,.:;)”’] [A-Za-z(“{]/.test(text) && !/^[A-Z][a-z]+/.test(text)) return false;
  return !sqlWords.test(text) && !programWords.test(text) && !isClassList(text);
}

const classWord = /[a-z][-:[]|^(?:flex|grid|truncate|hidden|relative|absolute|underline)$/;

/**
 * True when a text is a list of Tailwind classes: words without capitals, most of them with a dash, a colon or a
 * bracket.
 */
function isClassList(text: string): boolean {
  const words = text.replaceAll('{…}', '').trim().split(' ');
  if (!words.every((word) => /^[!-]?[a-z0-9:_[\]/.%()#,&>*+='"-]+$/.test(word))) return false;
  const classes = words.filter((word) => classWord.test(word));
  return classes.length > words.length / 3;
}

/** The context of a text; undefined if no person reads it. */
function placeOf(node: SyntaxNode, parents: SyntaxNode[]): string | undefined {
  let child = node;
  for (const parent of parents) {
    if (isForMachines(parent, child)) return undefined;
    const place = placeIn(parent, child, parents);
    if (place !== undefined) return machinePlaces.has(place) || machineCalls.test(place) ? undefined : place;
    child = parent;
  }
  return '';
}

function isForMachines(parent: SyntaxNode, child: SyntaxNode): boolean {
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TaggedTemplateExpression':
      return true;
    case 'ExportNamedDeclaration':
      return parent.source === child;
    case 'SwitchCase':
      return parent.test === child;
    case 'BinaryExpression':
      return ['===', '!==', 'in'].includes(String(parent.operator));
    case 'Property':
      return parent.key === child;
    default:
      return false;
  }
}

function placeIn(parent: SyntaxNode, child: SyntaxNode, parents: SyntaxNode[]): string | undefined {
  switch (parent.type) {
    case 'JSXAttribute':
      return `@${nameOf(parent.name)}`;
    case 'JSXElement':
    case 'JSXFragment':
      return '<>';
    case 'Property':
      return `.${nameOf(parent.key)}`;
    case 'VariableDeclarator':
      return `=${nameOf(parent.id)}`;
    case 'CallExpression':
      return parent.callee === child ? undefined : `${nameOf(parent.callee)}()`;
    case 'NewExpression':
      return `new ${nameOf(parent.callee)}()`;
    case 'ReturnStatement':
    case 'ArrowFunctionExpression': {
      const owner = parents.slice(parents.indexOf(parent)).find(({ type }) => ownsReturn.has(type));
      return `=> ${nameOf(owner?.id ?? owner?.key ?? owner?.callee)}`;
    }
    default:
      return undefined;
  }
}

const ownsReturn = new Set([
  'FunctionDeclaration',
  'VariableDeclarator',
  'Property',
  'CallExpression',
  'MethodDefinition',
]);

function nameOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const node = value as SyntaxNode;
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return String(node.name);
    case 'Literal':
      return String(node.value);
    case 'MemberExpression':
      return `${nameOf(node.object)}.${nameOf(node.property)}`;
    case 'CallExpression':
      return nameOf(node.callee);
    default:
      return '';
  }
}
