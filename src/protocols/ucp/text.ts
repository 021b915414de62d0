import { z } from 'zod';
import { printable } from '../request-members.ts';

export function text(maxLength: number) {
  return printable(z.string().max(maxLength));
}
