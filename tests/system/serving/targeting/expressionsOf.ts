import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parseSync, Visitor, type Argument, type CallExpression, type NewExpression } from 'oxc-parser';

/** The regular expressions of a module. */
export interface ModuleExpressions {
  /** Path from the root of the repository. */
  module: string;
  expressions: readonly { source: string; flags: string }[];
  /** Number of expressions that it builds from strings at run time. */
  built: number;
}

/** The regular expressions of every module, of ours and of packages, in the bundle of an entry point. */
export async function expressionsOf(root: string, entryPoint: string): Promise<ModuleExpressions[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    outfile: 'bundle.js',
    logLevel: 'silent',
  });
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([module, { bytesInOutput }]) => (bytesInOutput > 0 ? [module] : [])),
  );
  return modules
    .filter((module) => !module.endsWith('.json'))
    .toSorted()
    .map((module) => readModule(module, readFileSync(join(root, module), 'utf8')));
}

function readModule(module: string, text: string): ModuleExpressions {
  const { program, errors } = parseSync(module, text);
  if (errors.length > 0) throw new Error(`${module}: ${errors[0]?.message}`);
  const found = new Map<string, { source: string; flags: string }>();
  let built = 0;
  const add = (source: string, flags: string) => found.set(`${flags}/${source}`, { source, flags });
  const construct = ({ callee, arguments: [source, flags] }: NewExpression | CallExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [written, options] = [constantOf(source), flags === undefined ? '' : constantOf(flags)];
    if (written === null || options === null) built += 1;
    else add(written, options);
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.regex.pattern, node.regex.flags);
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(program);
  return { module, expressions: [...found.values()], built };
}

function constantOf(node: Argument | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}
