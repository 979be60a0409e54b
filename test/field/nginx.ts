import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../tools/postgres-server.ts';

const INSTALLED = '/usr/sbin/nginx';

/** Returns nginx: that of the machine, or of Debian's package, unpacked. */
function program(folder: string): string {
  if (existsSync(INSTALLED)) return INSTALLED;
  execFileSync('apt-get', ['download', 'nginx'], { cwd: folder, stdio: 'pipe' });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', name, '.'], { cwd: folder, stdio: 'pipe' });
  }
  return join(folder, INSTALLED);
}

/** Compresses everything, keeps connections open, and names clients with their ports. */
const configOf = (folder: string, port: number, upstream: URL): string => `
daemon off;
pid ${folder}/pid;
user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  gzip on;
  gzip_proxied any;
  gzip_types application/json;
  upstream forewarn { server ${upstream.host}; keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://forewarn;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For "$remote_addr:$remote_port";
    }
  }
}
`;

/** Starts nginx before a server. */
export async function startNginx(upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), 'forewarn-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port, new URL(upstream)));
  const nginx = spawn(program(folder), ['-p', folder, '-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const remove = (): void => {
    nginx.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', remove);
  let said = '';
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(nginx, 'exit');
  while (!(await isOpen(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    await delay(LOOK_AGAIN_MS);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      process.off('exit', remove);
      nginx.kill('SIGTERM');
      await ended;
      remove();
    },
  };
}

const LOOK_AGAIN_MS = 20;

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const opened = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return opened;
}
