/** Answers of the tools by their own schemas. Type-only imports: no code of the service gets into the bundle. */
import type { z } from 'zod';
import type {
  cartAnswer,
  checkoutAnswer,
  productAnswer,
  searchAnswer,
} from '../../src/protocols/shopping/answers.ts';

export type Found = z.output<typeof searchAnswer>;
export type Product = z.output<typeof productAnswer>;
export type Cart = z.output<typeof cartAnswer>;
export type Checkout = z.output<typeof checkoutAnswer>;

/** Pictures by the ids of an answer. */
export type Pictures = Readonly<Record<string, string>>;
