/** Picture of a kind of goods, 200 units wide and high. */
export interface Drawing {
  /** Matches the title, in lower case. */
  words: RegExp;
  /** Main color where neither the variant nor the title has one. */
  color: string;
  /** Shapes with the classes of `renderStyles`. */
  shapes: string;
}
