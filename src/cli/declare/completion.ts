import type { Command, Option } from 'commander';
import { BINARY } from '../shell/command-name.ts';
import { getCommandPath } from './declare.ts';

/**
 * Returns the script that completes sub-commands, options, choices, slugs of stores and files. zsh runs the same function by its own
 * emulation of bash's completion.
 */
export function buildCompletionScript(program: Command, shell: 'bash' | 'zsh'): string {
  const head = shell === 'zsh' ? [LOAD_IN_ZSH] : [];
  return [...head, SLUGS, buildBashFunction(program), `complete -o default -F _ucp_host ${BINARY}`].join(
    '\n',
  );
}

const LOAD_IN_ZSH = `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit`;

/** Function that asks the installation of the settings for its stores; without one, prints nothing. */
const SLUGS = `_ucp_host_slugs() {
  "\${COMP_WORDS[0]}" stores --json 2>/dev/null | sed -n 's/^ *"slug": "\\(.*\\)",*$/\\1/p'
}`;

/** The script follows the words to the command that is being typed, and counts its arguments. */
function buildBashFunction(program: Command): string {
  const all = collectCommands(program);
  const names = all.filter(({ parent }) => parent !== null);
  return `_ucp_host() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' words='' i place=0
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command|\${COMP_WORDS[i]}" in
      ${names.map((each) => `'${getCommandPath(each.parent ?? each)}|${each.name()}') command='${getCommandPath(each)}'; continue ;;`).join('\n      ')}
      *'|'-*) continue ;;
    esac
    case "$command|\${COMP_WORDS[i-1]}" in
      ${collectOptionsWithValue(all).join(' | ')}) continue ;;
    esac
    place=$((place + 1))
  done
  COMPREPLY=()
  case "$command|$previous" in
    ${collectOptionsWithValue(all, isSlug).join(' | ')}) COMPREPLY=($(compgen -W "$(_ucp_host_slugs)" -- "$current")); return ;;
    ${collectOptionsWithValue(all).join(' | ')}) return ;;
  esac
  case "$command" in
    ${all
      .map(
        (each) =>
          `'${getCommandPath(each)}') words='${collectWords(each)
            .map(([word]) => word)
            .join(' ')}' ;;`,
      )
      .join('\n    ')}
  esac
  case "$command|$place" in
    ${all.flatMap(getSlugAtFirst).join(' | ')}) [[ $current == -* ]] || words=$(_ucp_host_slugs) ;;
    ${all.flatMap(collectChoicesByPlace).join('\n    ')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}`;
}

export function collectCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(collectCommands)];
}

export type Word = readonly [word: string, summary: string];

export function collectWords(command: Command): Word[] {
  const names = command.commands.map((each): Word => [each.name(), each.description()]);
  const help: Word[] = command.parent === null ? [['help', 'show help of a command']] : [];
  const options = command.options.flatMap(({ long, description }): Word[] =>
    long ? [[long, description]] : [],
  );
  return [...names, ...help, ...options, ['--help', 'show help']];
}

/** Patterns of options whose next word is their value; a quoted pattern is taken literally. */
export function collectOptionsWithValue(
  all: readonly Command[],
  isWanted: (option: Option) => boolean = () => true,
): string[] {
  return all.flatMap((command) =>
    command.options
      .filter((option) => option.required && isWanted(option))
      .map(({ long }) => `'${getCommandPath(command)}|${long}'`),
  );
}

export const isSlug = ({ flags }: Option) => flags.endsWith('<slug>');

export function getSlugAtFirst(command: Command): string[] {
  return command.registeredArguments[0]?.name() === 'slug' ? [`'${getCommandPath(command)}|0'`] : [];
}

function collectChoicesByPlace(command: Command): string[] {
  return command.registeredArguments.flatMap(({ argChoices = [] }, place) =>
    argChoices.length > 0
      ? [`'${getCommandPath(command)}|${place}') words='${argChoices.join(' ')}' ;;`]
      : [],
  );
}
