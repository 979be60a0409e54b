// Runs in a network of its own: a Postgres server that others reach by its socket, and a client that loses the network.
// Prints "ready", and, once it has read anything, "lost" when the client has locked the projects and all packets are dropped.
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import pg from 'pg';
import { serverUser } from '../../../tools/postgres-binaries.ts';
import { untilReady } from '../../../tools/postgres-server.ts';

const [, , postgres = '', folder = '', data = '', ...settings] = process.argv;

/** Sets the flags of an interface: SIOCSIFFLAGS with a struct ifreq. Perl is on each Debian, `ip` is not. */
const SET_FLAGS =
  'use Socket; socket(S, PF_INET, SOCK_DGRAM, 0); ioctl(S, 0x8914, pack("a16sx22", "lo", $ARGV[0])) or die $!';
const FLAGS = { up: '1', down: '0' };

const setLoopback = (state: keyof typeof FLAGS): void => {
  const { status, stderr } = spawnSync('perl', ['-e', SET_FLAGS, FLAGS[state]]);
  if (status !== 0) throw new Error(`the loopback can't be set ${state}: ${String(stderr)}`);
};

setLoopback('up');
const options = [
  'listen_addresses=127.0.0.1',
  `unix_socket_directories=${folder}`,
  'fsync=off',
  ...settings,
].flatMap((setting) => ['-c', setting]);
const server = spawn(postgres, ['-D', data, ...options], {
  ...serverUser(),
  stdio: ['ignore', 'ignore', 'pipe'],
  cwd: folder,
});
process.once('exit', () => server.kill('SIGKILL'));
await untilReady(server);
process.stdout.write('ready\n');
for await (const _ of process.stdin) {
  const client = new pg.Client('postgres://postgres@127.0.0.1/postgres');
  await client.connect();
  await client.query('begin');
  await client.query('select from projects for update');
  setLoopback('down');
  process.stdout.write('lost\n');
}
process.exit();
