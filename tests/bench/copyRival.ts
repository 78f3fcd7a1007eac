import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The rival of the export: the same rows by `COPY … TO STDOUT` through the same driver into a file, nothing else. */
const [, , file = ''] = process.argv;
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
const columns = process.env['COPY_SELECT'] ?? 'select * from organizations';
await pipeline(client.query(copyTo(`copy (${columns}) to stdout with (format csv, header)`)), createWriteStream(file));
await client.end();
