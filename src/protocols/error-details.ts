import {
  type CommerceError,
  type ErrorDetail,
  formatLineText,
  type LineRefusal,
} from '../commerce/errors.ts';
import { toErrorTextForAgents } from '../commerce/text/error-text-for-agents.ts';

/** Renders refused lines by the path of their wrong member, which is the same in both protocols; other details name their own. */
export function toErrorDetails({ details, lines }: CommerceError): ErrorDetail[] {
  return lines.length > 0 ? lines.map(toLineDetail) : details;
}

/** Text of an error for agents. An invalid line is named by its path. */
export function toErrorMessage(error: CommerceError): string {
  const [first] = error.kind === 'invalid_input' ? error.lines.map(toLineDetail) : [];
  return first ? `${first.path} ${first.message}` : toErrorTextForAgents(error);
}

function toLineDetail(line: LineRefusal): ErrorDetail {
  const { index, reason, message } = line;
  if (reason === 'too_many_pieces') return { path: `line_items.${index}.quantity`, message };
  const path = `line_items.${index}.item.id`;
  return { path, message: isOfId(reason) ? message : formatLineText(line) };
}

/** True when the message continues the name of the member. */
export function isOfId(reason: LineRefusal['reason']): boolean {
  return reason === 'invalid_id' || reason === 'ambiguous_id';
}
