import { type CommerceError, type ErrorDetail, type LineRefusal, lineText } from '../commerce/errors.ts';
import { errorTextForAgents } from '../commerce/text/error-text-for-agents.ts';

/** Renders refused lines by the path of their wrong member, which is the same in both protocols; other details name their own. */
export function detailsOf({ details, lines }: CommerceError): ErrorDetail[] {
  return lines.length > 0 ? lines.map(detailOfLine) : details;
}

/** Text of an error for agents. An invalid line is named by its path. */
export function messageOf(error: CommerceError): string {
  const [first] = error.kind === 'invalid_input' ? error.lines.map(detailOfLine) : [];
  return first ? `${first.path} ${first.message}` : errorTextForAgents(error);
}

function detailOfLine(line: LineRefusal): ErrorDetail {
  const { index, reason, message } = line;
  if (reason === 'too_many_pieces') return { path: `line_items.${index}.quantity`, message };
  const path = `line_items.${index}.item.id`;
  return { path, message: isOfId(reason) ? message : lineText(line) };
}

/** True when the message continues the name of the member. */
export function isOfId(reason: LineRefusal['reason']): boolean {
  return reason === 'invalid_id' || reason === 'ambiguous_id';
}
