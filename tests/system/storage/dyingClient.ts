import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Opens a transaction, notifies its parent, and waits to be killed. */
const [, , url, depth] = process.argv;
const client = new Client({ connectionString: url });
await client.connect();
await client.query('BEGIN');
if (depth !== 'begun') await client.query("INSERT INTO account (name) VALUES ('dying')");
if (depth === 'running') void client.query('SELECT pg_sleep(0.5)');
process.send?.('standing');
await sleep(60_000);
