// Preloaded by long-running scripts. npm starts a script in a shell, and a signal to npm ends only that shell, except with
// `exec`, which cmd.exe lacks. JavaScript, so that Node loads no compiler first, nor warns of it, as 24.0 does.
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 100;
const parent = process.ppid;

if (isMainThread) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_INTERVAL_MS).unref();
}
