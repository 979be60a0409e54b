import process from 'node:process';

const CHECK_INTERVAL_MS = 200;

/** Ends this process, as SIGTERM does, once its parent has ended: npx starts a program in a shell, and passes no signal on to it. */
export function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_INTERVAL_MS);
  timer.unref();
}
