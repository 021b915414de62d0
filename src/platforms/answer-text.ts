/** Far more than any page of goods; a merchant's site must not be able to fill the memory of a service for many. */
const LARGEST_MB = 10;
const LARGEST = LARGEST_MB * 1024 * 1024;

/** The answer is larger than is read. */
export class TooLarge extends Error {
  constructor() {
    super(`more than ${LARGEST_MB} MB`);
    this.name = 'TooLarge';
  }
}

/** The body as text, read as UTF-8 whatever it says of itself. Throws `TooLarge`, also for what becomes so by unpacking. */
export async function textOf(response: Response): Promise<string> {
  const { body, headers } = response;
  if (Number(headers.get('content-length')) > LARGEST) {
    await body?.cancel();
    throw new TooLarge();
  }
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (size > LARGEST) throw new TooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
