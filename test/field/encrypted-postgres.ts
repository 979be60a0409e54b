import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '../../tools/memory-folder.ts';
import { packagedPostgres } from '../../tools/packaged-postgres.ts';
import { initDatabase, serverUser, usableBinaries } from '../../tools/postgres-binaries.ts';
import { freePort, untilReady } from '../../tools/postgres-server.ts';

/** A Postgres server that encrypts, as managed ones do, with a CA of its own. */
export interface EncryptedPostgres {
  readonly port: number;
  /** The file with the certificate of the CA. */
  readonly ca: string;
  /** The file with the certificate of another CA. */
  readonly otherCa: string;
  readonly socket: string;
  stop(): Promise<void>;
}

const NAME = 'localhost';
/** The database `plain` takes only connections that are not encrypted, and all others only those that are. */
const ACCESS = `
local all all trust
hostssl plain all all reject
hostnossl plain all all trust
hostssl all all all trust
`;

/** Starts a server that encrypts, in a temporary folder that is removed when it stops. */
export async function startEncryptedPostgres(): Promise<EncryptedPostgres> {
  const folder = mkdtempSync(join(memoryFolder() ?? '/tmp', 'forewarn-tls-'));
  // Not in a folder of the test run, into which the server's user can't see.
  const user = serverUser();
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  };
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  for (const ca of ['ca', 'other']) {
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-subj',
      `/CN=${ca}`,
      '-keyout',
      `${ca}.key`,
      '-out',
      `${ca}.pem`,
    );
  }
  openssl('req', ...newKey, '-subj', `/CN=${NAME}`, '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(at('names'), `subjectAltName=DNS:${NAME}`);
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-days', '2', '-out', 'server.pem');

  const binaries = usableBinaries(await packagedPostgres(), folder, user);
  initDatabase(binaries, at('data'), user, folder);
  writeFileSync(at('data/pg_hba.conf'), ACCESS);
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const file of ['server.key', 'server.pem']) chownSync(at(file), user.uid, user.gid);
  }
  const port = await freePort();
  const settings = [
    'listen_addresses=localhost',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'ssl=on',
    `ssl_cert_file=${at('server.pem')}`,
    `ssl_key_file=${at('server.key')}`,
  ];
  const server = spawn(
    binaries.postgres,
    ['-D', at('data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
  );
  const end = (): void => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', end);
  await untilReady(server);
  return {
    port,
    ca: at('ca.pem'),
    otherCa: at('other.pem'),
    socket: folder,
    stop: async () => {
      process.off('exit', end);
      const ended = once(server, 'exit');
      end();
      await ended;
    },
  };
}
