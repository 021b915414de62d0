import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of a process and its children, exited ones included; undefined where the system does not report it. */
export function processorMsOf(main: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, parent, ...fields] = statOf(pid);
    if (Number(pid) !== main && Number(parent) !== main) continue;
    const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number);
    ticks += (user ?? 0) + (system ?? 0);
    if (Number(pid) === main) ticks += (endedUser ?? 0) + (endedSystem ?? 0);
  }
  return ticks * TICK_MS;
}

/** Fields of `/proc/<pid>/stat` after the process's name; empty for a process that has just exited. */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
