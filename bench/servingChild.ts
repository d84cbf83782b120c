import { startServingRole } from '#serving/role.ts';
import { readConfig } from '../src/config.ts';

// One ad-serving process on its own: it goes on with the snapshot it kept, for no control plane is there.
await startServingRole(readConfig(process.env, { isDemo: false }), 0);
process.stdout.write('ready\n');
