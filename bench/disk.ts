import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { quantile } from './compare.ts';

export interface DiskTime {
  p50: number;
  p99: number;
}

const PAGE = Buffer.alloc(4096, 1);

/** Milliseconds that this disk needs to sync one page, which every commit waits for. */
export function measureDisk(folder: string, times: number): DiskTime {
  const file = openSync(join(folder, 'disk'), 'a');
  try {
    const took = Array.from({ length: times }, () => {
      const began = performance.now();
      writeSync(file, PAGE);
      fdatasyncSync(file);
      return performance.now() - began;
    });
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
  } finally {
    closeSync(file);
  }
}
