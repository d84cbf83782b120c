import { decodedBy, decoders as textDecoders } from '#standards/markup/decodedBy.ts';
import { findRedirects } from './findRedirects.ts';
import { isEncodedText } from './isEncodedText.ts';
import { isOther, joinedText } from '#standards/markup/memberPath.ts';
import { minerNames } from './minerHosts.ts';
import { readScript, type ScriptToken } from '#standards/markup/readScript.ts';
import { scanHosts, scanUrls } from './scanUrls.ts';
import type { ScannedText, ScanReport } from './scanReport.ts';
import { scriptFunctions, type ScriptFunctions } from './scriptFunctions.ts';

/** Functions that run text, and those that decode it. */
const runners = new Set(['eval', 'Function', 'execScript']);
const decoders = new Set([...textDecoders, 'fromCharCode']);

/** Minimum characters of an encoded text that is run. */
const minEncoded = 80;
/** Minimum numbers in a text that is written as codes of characters. */
const minCodes = 20;
/** Characters of an extract of code. */
const extractLength = 80;
/** Names that obfuscating programs give, and their minimum number. */
const obfuscatedName = /^_0x[0-9a-f]{3,8}$/;
const minObfuscatedNames = 20;

/** Scans JavaScript; `isClick` = it runs after a click. The texts in it are scanned later. */
export function scanScript(report: ScanReport, script: ScannedText, isClick = false): void {
  scanHosts(report, script);
  const tokens = readScript(script.text);
  const functions = scriptFunctions(tokens, isClick);
  const extractAt = ({ at }: ScriptToken) => script.text.slice(at, at + extractLength);
  for (const { code, token } of findRedirects(tokens, functions, isClick)) {
    report.add(code, extractAt(token), script, token.at);
  }
  for (const token of tokens) {
    if (token.type === 'name' && minerNames.has(token.value)) report.add('miner', token.value, script, token.at);
  }
  scanTexts(report, script, tokens);
  findObfuscation(report, script, tokens, functions);
}

/** Scans the texts of a script: URLs, HTML that it may write, code that it may run. */
function scanTexts(report: ScanReport, script: ScannedText, tokens: readonly ScriptToken[]): void {
  for (let index = 0; index < tokens.length; index += 1) {
    const joined = joinedText(tokens, index);
    const token = tokens[index];
    if (!joined || !token) continue;
    scanScriptText(report, script, joined.value, token.at);
    index = joined.end - 1;
  }
}

/** Scans a text that a script may write as HTML or run as code. */
export function scanScriptText(report: ScanReport, script: ScannedText, text: string, at: number): void {
  if (text.includes('//') || /%2f%2f/i.test(text)) scanUrls(report, text, script, at);
  const isHtml = /<\s*(?:script|meta|iframe|a|body|img|svg|object|embed|base|form)\b/i.test(text);
  const isCode = /\b(?:top|parent|opener|eval|CoinHive)\b/.test(text) && /[=(.[]/.test(text);
  if (isHtml) report.scanLater({ kind: 'html', text }, script, at);
  else if (isCode && /\blocation\b|\(/.test(text)) report.scanLater({ kind: 'script', text }, script, at);
}

function findObfuscation(
  report: ScanReport,
  script: ScannedText,
  tokens: readonly ScriptToken[],
  functions: ScriptFunctions,
): void {
  let names = 0;
  for (const [index, token] of tokens.entries()) {
    const extract = () => script.text.slice(token.at, token.at + extractLength);
    if (token.type === 'name' && obfuscatedName.test(token.value)) {
      names += 1;
      if (names === minObfuscatedNames) report.add('obfuscated', token.value, script, token.at);
    }
    if (token.type === 'text' && (isEncodedText(token.value) || isWrittenInEscapes(token))) {
      report.add('obfuscated', extract(), script, token.at);
    }
    if (token.type !== 'name' || !isOther(tokens[index + 1], '(')) continue;
    const end = functions.closeOf(index + 1);
    if (decoders.has(token.value)) decodeArgument(report, script, tokens, index);
    const isWriting = token.value === 'write' || token.value === 'writeln';
    if ((runners.has(token.value) || isWriting) && hasEncodedText(tokens, index + 2, end, isWriting)) {
      report.add('obfuscated', extract(), script, token.at);
    }
  }
}

/** Maximum tokens of an argument that are looked at. */
const maxArgument = 200;

/** Whether an argument has a long text without blanks, or decodes one. */
function hasEncodedText(tokens: readonly ScriptToken[], start: number, end: number, isWriting: boolean): boolean {
  for (let index = start; index < Math.min(end, start + maxArgument); index += 1) {
    const token = tokens[index];
    if (token?.type === 'name' && decoders.has(token.value) && isOther(tokens[index + 1], '(')) return true;
    if (
      !isWriting &&
      token?.type === 'text' &&
      token.value.length >= minEncoded &&
      !token.value.slice(0, minEncoded).includes(' ')
    )
      return true;
  }
  return false;
}

/** Whether a text is written mostly in escapes, which no one types. */
function isWrittenInEscapes({ value, length }: ScriptToken): boolean {
  return value.length >= 24 && length >= value.length * 3.5;
}

/** Scans what `atob("…")`, `unescape("…")` or `fromCharCode(…)` stands for. */
function decodeArgument(report: ScanReport, script: ScannedText, tokens: readonly ScriptToken[], index: number): void {
  const token = tokens[index];
  if (!token) return;
  if (token.value === 'fromCharCode') {
    const codes = codesAt(script.text, tokens, index + 2);
    if (codes === null) return;
    report.add('obfuscated', script.text.slice(token.at, token.at + extractLength), script, token.at);
    scanDecoded(report, script, codes.map((code) => String.fromCharCode(code)).join(''), token.at);
    return;
  }
  const joined = joinedText(tokens, index + 2);
  if (!joined) return;
  if (joined.value.length >= minEncoded) {
    report.add('obfuscated', script.text.slice(token.at, token.at + extractLength), script, token.at);
  }
  const decoded = decodedBy(token.value, joined.value);
  if (decoded !== joined.value) scanDecoded(report, script, decoded, token.at);
}

function scanDecoded(report: ScanReport, script: ScannedText, text: string, at: number): void {
  report.scanLater({ kind: text.includes('<') ? 'html' : 'script', text }, script, at);
}

/** The numbers of an argument such as `116, 111, 112`; null for few of them. */
function codesAt(text: string, tokens: readonly ScriptToken[], start: number): number[] | null {
  const codes: number[] = [];
  for (let index = start; isOther(tokens[index], '0'); index += 2) {
    const { at, length } = tokens[index] as ScriptToken;
    codes.push(Number(text.slice(at, at + Math.min(length, 20))));
    if (!isOther(tokens[index + 1], ',')) break;
  }
  return codes.length >= minCodes && codes.every((code) => code > 0 && code < 65_536) ? codes : null;
}
